/** Two instances of a hosted site do the same at the same moment: with real documents and a real bucket. */
import { expect, it } from "vitest";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { testProject, withServices } from "#tests/transfer/providers.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import { copyToYear } from "#usecases/cards/copy-to-year.ts";
import { publishDue } from "#usecases/cards/publish-due.ts";
import type { Services } from "#usecases/services.ts";
import { BOB, ELODIE } from "./deletions.ts";

const EVENT = { collection: "evenements", id: "Fête0825" } as const;
const NEXT = { ...EVENT, id: "Fête0826" } as const;

/** Opens two instances on a project that has one event with its poster. */
async function two(work: (here: Services, there: Services) => Promise<void>, Publication = ""): Promise<void> {
  const { env } = testProject();
  await withServices(env, (here) =>
    withServices(env, async (there) => {
      const fields = anEvent({ firstDay: "2025-08-02", publication: Publication });
      await here.events.create(EVENT.id, fields, null, await prepared(here, "evenements"));
      await work(here, there);
    }),
  );
}

/** Without the line of the event that was there before. */
const linesOf = async ({ journal }: Services) =>
  (await journal.list({}, { start: 0, count: 50 })).lines.filter(({ by, action }) => by || action !== "added");

describeHosted("two instances at once", () => {
  it("announce a draft once, show its picture, and leave one line", () =>
    two(async (here, there) => {
      const announced = await Promise.all([here, there, here, there].map((one) => publishDue(one)));
      expect(announced.toSorted()).toEqual([0, 0, 0, 1]);
      expect(await linesOf(there)).toMatchObject([{ action: "published", by: null }]);
      expect(await seenFile(there, EVENT)).toBe("affiche.jpg");
      expect((await there.events.get(EVENT.id))?.publication).toBe("");
    }, "2025-06-01T16:00:00.000Z"));

  it("make one draft of an event, with one picture", () =>
    two(async (here, there) => {
      const taken = await Promise.all([here, there].map((one) => copyToYear(one, [EVENT.id], () => 2026, BOB)));
      expect(taken.flatMap(({ drafts }) => drafts)).toEqual([NEXT.id]);
      expect(taken.reduce((sum, { alreadyThere }) => sum + alreadyThere, 0)).toBe(1);
      expect(await here.events.list()).toHaveLength(2);
      expect((await there.events.get(NEXT.id))?.picture).toBe((await there.images.find(EVENT))?.key);
      expect(await linesOf(here)).toHaveLength(1);
    }));

  it("give an event the picture of one of them, and the other one hears of it and leaves nothing behind", () =>
    two(async (here, there) => {
      const version = (await here.events.get(EVENT.id))?.version ?? "";
      const changes = [here, there].map(async (one, i) => {
        const file = { name: `${i}.jpg`, bytes: await jpeg(60, 40, i) };
        return changePicture(one, { ...EVENT, version }, { file }, "", i ? BOB : ELODIE);
      });
      const outcomes = (await Promise.all(changes)).map((one) => one.ok && one.value.outcome);
      expect(outcomes.toSorted()).toEqual(["outdated", "updated"]);
      expect(await seenFile(there, EVENT)).toBe(`${outcomes.indexOf("updated")}.jpg`);
      expect(await linesOf(here)).toHaveLength(1);
    }));
});
