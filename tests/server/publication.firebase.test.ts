/** Instances of a hosted site that start after the scheduled time of a draft. */
import { expect, it } from "vitest";
import { storedImageOf } from "#stores/pictures/reading.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { testProject, withServices } from "#tests/transfer/providers.ts";
import { dataFolder, start } from "./process.ts";
import { COMMITTEE } from "./visit.ts";

const FOLDER = { collection: "evenements", id: "Brisolee0825" } as const;

describeHosted("a draft that became due while no instance ran", () => {
  it("is shown to the first visitor of two instances, and announced once", { timeout: 120_000 }, async () => {
    await warmUp();
    const { env } = testProject();
    await withServices(env, async ({ images, events, journal }) => {
      const picture = await prepared({ images }, "evenements");
      const poster = storedImageOf(FOLDER, picture).url;
      const Publication = new Date(Date.now() - 60_000).toISOString();
      await events.create(FOLDER.id, anEvent({ name: "Brisolée", publication: Publication }), null, picture);

      const sites = [1, 2].map(() => start({ ...env, ...COMMITTEE, DATA_DIR: dataFolder() }));
      for (const { url } of await Promise.all(sites)) {
        expect((await fetch(`${url}/planning/${FOLDER.id}`)).status).toBe(200);
        expect(await (await fetch(`${url}/planning.ics`)).text()).toContain(FOLDER.id);
        expect((await fetch(url + poster)).status).toBe(200);
      }
      const { lines } = await journal.list({}, { start: 0, count: 50 });
      expect(lines.filter(({ action }) => action === "published")).toHaveLength(1);
    });
  });
});
