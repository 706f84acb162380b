/** Cards whose picture was changed go into the bin, come back and are erased with all the pictures of before. */
import { expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { changePicture, type WantedPicture } from "#usecases/cards/change-picture.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { eraseForGood } from "#usecases/recycle-bin/erase-for-good.ts";
import { purgeExpired } from "#usecases/recycle-bin/purge-expired.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import { ANA, type Desk, EVENT, kept, later, named, picture, seen, versionOf, withEvent } from "./posters.ts";

const OTHER = { ...EVENT, id: "Fête0825-2" };

const change = async (services: Desk, wanted: WantedPicture, id: string = EVENT.id) =>
  changePicture(services, { ...EVENT, id, version: await versionOf(services, id) }, wanted, "", ANA);

/** @returns an event that had `affiche.jpg`, then `neuve.jpg`, and shows the first one again; the keys of both */
async function withHistory() {
  const services = await withEvent();
  const first = (await named(services)) ?? "";
  await change(services, { file: await picture("neuve.jpg", 10) });
  const second = (await named(services)) ?? "";
  await change(services, { key: first });
  return { services, first, second };
}

const deleted = async (services: Desk) => (await deleteCard(services, EVENT, ANA)) ?? "";
const keysOf = async ({ events }: Desk, id: string) => [
  (await events.get(id))?.picture,
  ...(await events.listRevisions(id)).map((one) => one.picture),
];

it("keeps them under another identifier, where card and earlier states name them", async () => {
  const { services, second } = await withHistory();
  const before = await keysOf(services, EVENT.id);
  const key = await deleted(services);
  const other = await prepared(services, "evenements", "autre.jpg");
  await services.events.create(EVENT.id, anEvent({ place: "Sion" }), null, other);
  expect(await restore(services, key, ANA)).toEqual({ kind: "evenement", id: OTHER.id });
  await purgeExpired(later(services, 2));
  expect(await kept(services)).toEqual(["affiche.jpg", "neuve.jpg hidden", "autre.jpg"]);
  expect(await keysOf(services, OTHER.id)).toEqual(before);
  await change(services, { key: second }, OTHER.id);
  expect([await seen(services), await seen(services, OTHER)]).toEqual(["autre.jpg", "neuve.jpg"]);
});

it("comes back without its picture when that was lost", async () => {
  const { services, first } = await withHistory();
  const key = await deleted(services);
  await services.documents.transaction(async (transaction) => {
    await transaction.get("pictures", first);
    transaction.delete("pictures", first);
  });
  await restore(services, key, ANA);
  expect([await named(services), await kept(services)]).toEqual([null, ["neuve.jpg hidden"]]);
});

it("has nothing left when it is erased, by hand or by time", async () => {
  for (const erase of [
    async (services: Desk, key: string) => eraseForGood(services, key, ANA),
    async (services: Desk) => purgeExpired(later(services, 31)),
  ]) {
    const { services } = await withHistory();
    await erase(services, await deleted(services));
    expect([await kept(services), await services.keysOfFiles()]).toEqual([[], []]);
  }
});
