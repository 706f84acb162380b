/** Pictures of an older site whose names this site would not have given, and whatever names them. */
import { expect, it, vi } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import type { Services } from "#usecases/services.ts";
import { expectEqual, NOON, newDataFolder, testProject, transferBetween, withServices } from "./providers.ts";

const BOB = { id: "account-of-bob", name: "Bob" };
const KEPT = { collection: "evenements", id: "Fête0825" } as const;
const CHANGED = { collection: "evenements", id: "Bal0825" } as const;
const BINNED = { collection: "membres", id: "DupontMembre" } as const;
const NAME = "Affiche #2.png";
/** A file that has the name already which this site gives the other one. */
const NEIGHBOUR = "Affiche 2.jpg";

/** A project in which a card, an earlier state, a deleted card and the settings name such a picture. */
async function olderProject() {
  const project = testProject();
  for (const { collection, id } of [KEPT, CHANGED, BINNED, GROUP_PHOTO])
    for (const [i, name] of [NEIGHBOUR, NAME].entries())
      await project.upload(`${collection}/${id}/${name}`, await jpeg(300 + i, 200, i));
  await withServices(project.env, async (services) => {
    const { evenements, membres, settings } = services;
    await membres.create(BINNED.id, { firstName: "Ana", lastName: "Dupont", role: "Membre" });
    for (const { id } of [KEPT, CHANGED]) await evenements.create(id, anEvent());
    const named = `evenements/${KEPT.id}/${NAME}`;
    const { version } = await card(services, KEPT);
    await evenements.update(KEPT.id, anEvent(), version, BOB, { was: named, is: named });

    const file = { name: "neuve.jpg", bytes: await jpeg(320, 200, 3) };
    const changing = { ...CHANGED, version: (await card(services, CHANGED)).version };
    expect(await changePicture(services, changing, { file }, "", BOB)).toMatchObject({ ok: true });

    const photo = `accueil/groupe/${NAME}`;
    for (const [planningYear, is] of [
      [2025, photo],
      [2026, `accueil/groupe/${NEIGHBOUR}`],
    ] as const) {
      const { version } = await settings.get();
      await settings.save({ ...INITIAL_SETTINGS, planningYear }, version, { by: BOB, at: NOON }, { was: photo, is });
    }
    await deleteCard(services, BINNED, BOB);
  });
  return project;
}

const card = async ({ evenements }: Services, { id }: { id: string }) => {
  const found = await evenements.get(id);
  if (!found) throw new Error("the event is there");
  return found;
};

/** @returns all paths that something names, as one text; the one in the bin, and those that are kept, in one list */
async function paths(services: Services) {
  const { evenements, settings, bin, images } = services;
  const named = [
    (await card(services, KEPT)).picture,
    ...(await evenements.listStates(CHANGED.id)).map(({ picture }) => picture),
    (await settings.get()).photo,
    ...(await settings.listStates()).map(({ picture }) => picture),
    ...(await bin.list()).flatMap(({ picture, pictures }) => [picture, ...pictures]),
  ].filter((path): path is string => typeof path === "string");
  const folders = [KEPT, CHANGED, BINNED, GROUP_PHOTO];
  const kept = (await Promise.all(folders.map((folder) => images.listKept(folder)))).flat().map(({ path }) => path);
  return { named, kept };
}

describeHosted("pictures of an older site with a name that this site does not give", () => {
  it("keep it wherever something names them, in a data folder and in another project", async () => {
    const [there, project, further] = [newDataFolder(), await olderProject(), testProject()];
    const before = await withServices(project.env, paths);
    expect(before.named).toHaveLength(7);
    expect(before.named).toContain(`evenements/${KEPT.id}/${NAME}`);
    expectEqual(await transferBetween(project.env, there));
    expectEqual(await transferBetween(there, further.env));
    for (const env of [there, further.env]) expect(await withServices(env, paths)).toEqual(before);

    await withServices(there, async (services) => {
      for (const path of before.named) expect(before.kept).toContain(path);
      const [entry] = await services.bin.list();
      await restore(services, entry?.key ?? "", BOB);
      await vi.waitFor(async () => {
        const last = [KEPT, CHANGED, BINNED].map((folder) => services.images.findLast(folder));
        expect((await Promise.all(last)).map((picture) => picture?.width)).toEqual([301, 320, 301]);
      }, 10_000);
    });
  });
});
