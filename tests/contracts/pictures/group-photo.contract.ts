import { describe, expect, it } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import type { ImageStore } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";
import type { SettingsStore } from "#ports/settings-store.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { sweepPictures } from "#usecases/sweep-pictures.ts";

/** The stores of an empty site; none of its accounts has to be told of anything here. */
type Place = Pick<Services, "images" | "settings" | "evenements" | "membres">;

const AUTHOR = { email: "anne@exemple.ch", at: new Date("2025-08-05T12:00:00Z") };
const A_DAY_MS = 24 * 60 * 60 * 1000;

const pathOf = async (images: ImageStore) => (await images.findLast(GROUP_PHOTO))?.path ?? null;

/** What stores of every family promise together while a group photo is being saved. */
export function groupPhotoContract(name: string, make: () => Promise<Place>): void {
  /** Sweeps as a site does at its start and each hour, also one that finds the save a day old. */
  const sweepAll = async (place: Place) => {
    for (const [delay, lateMs] of [
      [0, 0],
      [undefined, 0],
      [undefined, A_DAY_MS],
    ] as const)
      await sweepPictures({ ...place, clock: { now: () => new Date(Date.now() + lateMs) } }, delay);
  };

  /** @returns stores whose save of the settings takes as long as it takes to sweep; `late`: somebody else is faster */
  function slow(place: Place, late = false): Place & { swept: () => number } {
    let swept = 0;
    const save: SettingsStore["save"] = async (settings, version, author) => {
      await sweepAll(place);
      swept++;
      if (late) await place.settings.save({ ...INITIAL_SETTINGS, planningYear: 2040 }, version, AUTHOR);
      return place.settings.save(settings, version, author);
    };
    return { ...place, settings: { ...place.settings, save }, swept: () => swept };
  }

  const submit = async (place: Place, form: { photo?: string; removePhoto?: boolean }) => {
    const photo = form.photo ? { name: form.photo, bytes: await jpeg(300, 200) } : null;
    const { version } = await place.settings.get();
    const typed = settingsAsTyped(INITIAL_SETTINGS);
    const sent = { typed, version, photo, removePhoto: form.removePhoto ?? false };
    return saveSettingsAndPhoto(place as Services, sent, AUTHOR, async () => null);
  };

  describe(name, () => {
    it("never discards one that was prepared while its settings are still being saved", async () => {
      const place = slow(await make());
      expect((await submit(place, { photo: "a.jpg" })).ok).toBe(true);
      expect(await pathOf(place.images)).toBe("accueil/groupe/a.jpg");
      expect((await submit(place, { photo: "b.jpg" })).ok).toBe(true);
      expect(await pathOf(place.images)).toBe("accueil/groupe/b.jpg");
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
        expect(await pathOf(place.images)).toBe("accueil/groupe/a.jpg");
        await sweepAll(place);
        expect(await pathOf(place.images)).toBe("accueil/groupe/a.jpg");
      },
    );

    it("does not bring back what was taken away", async () => {
      const place = slow(await make());
      await submit(place, { photo: "a.jpg" });
      expect((await submit(place, { removePhoto: true })).ok).toBe(true);
      await sweepAll(place);
      expect(await place.images.listFolders("accueil")).toEqual([]);
    });
  });
}
