import { describe, expect, it } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import type { Account } from "#stores/account-types.ts";
import type { SettingsStore } from "#stores/settings.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { sweepPictures } from "#usecases/pictures/sweep-pictures.ts";
import { type SettingsForm, saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import type { Services } from "#usecases/services.ts";

/** The stores of an empty site; none of its accounts has to be told of anything here. */
type Place = Pick<Services, "images" | "settings" | "evenements" | "membres" | "bin" | "journal" | "clock">;

const AUTHOR = { by: { id: "account-of-zoe", name: "Zoé" }, at: new Date("2025-08-05T12:00:00Z") };
const ANNE: Account = { id: "account-of-anne", email: "anne@exemple.ch", firstName: "Anne" };
const BOB: Account = { id: "account-of-bob", email: "bob@exemple.ch", firstName: "Bob" };
const A_DAY_MS = 24 * 60 * 60 * 1000;
const [A, B] = ["accueil/groupe/a.jpg", "accueil/groupe/b.jpg"];

type Form = Partial<Pick<SettingsForm, "removePhoto" | "formerPhoto" | "version">> & {
  photo?: string;
  planningYear?: string;
};

const pathOf = async ({ images }: Place) => (await images.findLast(GROUP_PHOTO))?.path ?? null;

/** @returns the photos that are kept, oldest first, each by its name and whether it is hidden */
const keptIn = async ({ images }: Place) =>
  (await images.listKept(GROUP_PHOTO)).map(({ path, hidden }) => `${path.split("/")[2]}${hidden ? " hidden" : ""}`);

/** Sweeps as a site does at its start and each hour, also one that finds the save a day old. */
async function sweepAll(place: Place): Promise<void> {
  for (const [delay, lateMs] of [
    [0, 0],
    [undefined, 0],
    [undefined, A_DAY_MS],
  ] as const)
    await sweepPictures({ ...place, clock: { now: () => new Date(Date.now() + lateMs) } }, delay);
}

/** @returns stores whose save of the settings takes as long as it takes to sweep; `late`: somebody else is faster */
function slow(place: Place, late = false): Place & { swept: () => number } {
  let swept = 0;
  const save: SettingsStore["save"] = async (settings, version, author, photo) => {
    await sweepAll(place);
    swept++;
    if (late) await place.settings.save({ ...INITIAL_SETTINGS, planningYear: 2040 }, version, AUTHOR);
    return place.settings.save(settings, version, author, photo);
  };
  return { ...place, settings: { ...place.settings, save }, swept: () => swept };
}

async function submit(place: Place, form: Form, by = ANNE) {
  const { photo: name, planningYear, removePhoto = false, ...rest } = form;
  const photo = name ? { name, bytes: await jpeg(300, 200) } : null;
  const { version } = await place.settings.get();
  const typed = { ...settingsAsTyped(INITIAL_SETTINGS), ...(planningYear && { planningYear }) };
  const sent = { typed, version, photo, removePhoto, ...rest };
  return saveSettingsAndPhoto(place as Services, sent, by, async () => null);
}

/** What stores of every family promise together while a group photo is being saved, and of those that it replaced. */
export function groupPhotoContract(name: string, make: () => Promise<Place>): void {
  describe(name, () => {
    it("never discards one that was prepared while its settings are still being saved", async () => {
      const place = slow(await make());
      expect((await submit(place, { photo: "a.jpg" })).ok).toBe(true);
      expect(await pathOf(place)).toBe(A);
      expect((await submit(place, { photo: "b.jpg" })).ok).toBe(true);
      expect(await pathOf(place)).toBe(B);
      expect(place.swept()).toBe(2);
    });

    it.each([{ removePhoto: true }, { photo: "b.jpg" }])(
      "never discards the former one while it is not decided whether that goes: %j",
      async (form) => {
        const place = await make();
        await submit(place, { photo: "a.jpg" });
        const beaten = slow(place, true);
        expect(await submit(beaten, form)).toMatchObject({ ok: false, reason: { conflict: {} } });
        expect(beaten.swept()).toBe(1);
        expect(await pathOf(place)).toBe(A);
        await sweepAll(place);
        expect(await keptIn(place)).toEqual(["a.jpg"]);
      },
    );

    it("does not bring back what was taken away", async () => {
      const place = slow(await make());
      await submit(place, { photo: "a.jpg" });
      expect((await submit(place, { removePhoto: true }, BOB)).ok).toBe(true);
      await sweepAll(place);
      expect(await pathOf(place)).toBeNull();
      expect(await keptIn(place)).toEqual(["a.jpg hidden"]);
    });

    it("keeps one that was replaced, hidden, as long as an earlier state names it, and no longer", async () => {
      const place = await make();
      await submit(place, { photo: "a.jpg" });
      await submit(place, { photo: "b.jpg" }, BOB);
      await sweepAll(place);
      expect(await keptIn(place)).toEqual(["a.jpg hidden", "b.jpg"]);
      expect(await place.images.readJpeg(A, "small")).not.toBeNull();
      await place.settings.pruneStates(new Date(Date.now() + 400 * A_DAY_MS));
      await sweepAll(place);
      expect(await keptIn(place)).toEqual(["b.jpg"]);
      expect(await place.images.readJpeg(A, "small")).toBeNull();
    });

    it("shows the one of an earlier state again, and keeps the one that it replaces", async () => {
      const place = slow(await make());
      await submit(place, { photo: "a.jpg" });
      await submit(place, { photo: "b.jpg" }, BOB);
      const [state] = await place.settings.listStates();
      expect(state?.picture).toBe(A);
      expect((await submit(place, { formerPhoto: state?.picture }, ANNE)).ok).toBe(true);
      await sweepAll(place);
      expect(await pathOf(place)).toBe(A);
      expect(await keptIn(place)).toEqual(["a.jpg", "b.jpg hidden"]);
      expect((await place.settings.listStates()).map(({ picture }) => picture)).toEqual([B, A]);
    });

    it("keeps also one that an earlier version of the site had, when the first new one replaces it", async () => {
      const place = slow(await make());
      await place.images.save(GROUP_PHOTO, { name: "a.jpg", bytes: await jpeg(300, 200) });
      await place.settings.save(INITIAL_SETTINGS, (await place.settings.get()).version, AUTHOR);
      expect((await place.settings.get()).photo).toBeUndefined();
      await sweepAll(place);
      expect(await pathOf(place)).toBe(A);
      expect((await submit(place, { photo: "b.jpg" })).ok).toBe(true);
      await sweepAll(place);
      expect(await keptIn(place)).toEqual(["a.jpg hidden", "b.jpg"]);
      expect((await place.settings.listStates()).map(({ picture }) => picture)).toEqual([A]);
    });

    it("is not the one of a save that was never finished, which goes once somebody has saved since", async () => {
      const place = await make();
      await submit(place, { photo: "a.jpg" });
      await place.images.save(GROUP_PHOTO, { name: "b.jpg", bytes: await jpeg(300, 200) });
      await sweepAll(place);
      expect(await pathOf(place)).toBe(A);
      expect((await submit(place, { planningYear: "2031" }, BOB)).ok).toBe(true);
      await sweepAll(place);
      expect(await keptIn(place)).toEqual(["a.jpg"]);
    });

    it("is the one of whoever was first of two people who save at once; nothing is left of the other one", async () => {
      const place = await make();
      const { version } = await place.settings.get();
      const outcomes = await Promise.all([
        submit(place, { photo: "a.jpg", version }, ANNE),
        submit(place, { photo: "b.jpg", version }, BOB),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      await sweepAll(place);
      expect(await keptIn(place)).toEqual([outcomes[0].ok ? "a.jpg" : "b.jpg"]);
    });
  });
}
