/** The authors of documents are visible to the committee only. */
import { beforeAll, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { siteRoutesOfBuild } from "#tests/http/routes.ts";
import { setUpSite } from "#tests/http/site.ts";

const WRITER = { id: "account-of-the-writer", name: "plume@exemple.ch" };

const NEXT_YEAR = new Date().getUTCFullYear() + 1;
const site = setUpSite();
beforeAll(async () => {
  const { committee, events, settings, clock } = site.services;
  await committee.create("DupontMembre", { firstName: "Ana", lastName: "Dupont", role: "Membre" }, WRITER);
  await events.create("Fête", anEvent({ month: "2025-08" }), WRITER);
  await events.create("Bal", anEvent({ month: `${NEXT_YEAR}-08` }), WRITER);
  const { version, lastSave: _, photo: __, ...kept } = await settings.get();
  await settings.save(kept, version, { by: WRITER, at: clock.now() });
});

it("no page and no data of a page contains them for a visitor", async () => {
  const paths = [
    ...(await siteRoutesOfBuild()).fixed.map(({ path }) => path),
    ...["/planning/F%C3%AAte", "/planning/Bal", "/planning/2025", `/planning/${NEXT_YEAR}`, "/rien"],
  ];
  expect(paths).toContain("/planning");
  for (const path of paths)
    for (const address of [path, path === "/" ? "/_root.data" : `${path}.data`]) {
      const answer = await (await site.request(address)).text();
      expect(answer, address).not.toContain(WRITER.id);
      expect(answer, address).not.toContain(WRITER.name);
    }
});
