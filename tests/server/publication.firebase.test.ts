/** Instances of a hosted site that start after the scheduled time of a draft. */
import { expect, it, onTestFinished } from "vitest";
import { startPublication } from "#server/jobs/publication.ts";
import { toShownPicture } from "#stores/pictures/reading.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { openSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { testProject, withServices } from "#tests/transfer/providers.ts";

const FOLDER = { collection: "evenements", id: "Brisolee0825" } as const;

describeHosted("a draft that became due while no instance ran", () => {
  it("is shown to the first visitor of two instances, and announced once", async () => {
    await warmUp();
    const { env } = testProject();
    const poster = await withServices(env, async ({ pictures, events }) => {
      const picture = await prepared({ pictures }, "evenements");
      const publication = new Date(Date.now() - 60_000).toISOString();
      await events.create(FOLDER.id, anEvent({ name: "Brisolée", publication }), null, picture);
      return toShownPicture(FOLDER, picture).url;
    });
    const errors: unknown[] = [];
    const start = async () => {
      const site = await openSite(env);
      onTestFinished(() => site.close());
      const { stop } = await startPublication(site.services, (error) => error && errors.push(error));
      onTestFinished(stop);
      return site;
    };
    const sites = await Promise.all([start(), start()]);
    for (const { request } of sites) {
      expect((await request(`/planning/${FOLDER.id}`)).status).toBe(200);
      expect(await (await request("/planning.ics")).text()).toContain(FOLDER.id);
      expect((await request(poster)).status).toBe(200);
    }
    const lines = await sites[0]?.services.journal.list({}, { start: 0, count: 50 });
    expect(lines?.entries.filter(({ action }) => action === "published")).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
