import { expect, it } from "vitest";
import { SITE_VERSION } from "#server/version.ts";
import { setUpSite } from "#tests/http/site.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";

const site = setUpSite({ committee: true });
const without = setUpSite({ env: { BACKUP_KEEP: "0" }, committee: true });

const settings = () => site.html("/reglages");
const health = async () => (await site.request("/healthz")).json();

it("the state of the backups is on the settings page and on /healthz; a failed one is a warning", async () => {
  const backup = (state: string, last: unknown) => ({ health: "ok", version: SITE_VERSION, backup: { last, state } });
  expect(await settings()).toContain("La première se fait toute seule");
  expect(await health()).toEqual(backup("none", null));
  await site.services.backups.make();
  expect(await settings()).toMatch(/Dernière sauvegarde\u00a0: \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
  expect(await health()).toEqual(backup("ok", expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)));

  const unlock = lockFolder(site.folder, "verrou-sauvegarde");
  await expect(site.services.backups.make()).rejects.toThrow();
  unlock?.();
  const html = await settings();
  for (const text of [
    "Le site n’est pas bien sauvegardé.",
    "Demandez à la personne qui s’occupe du serveur de regarder pourquoi.",
  ])
    expect(html).toContain(text);
  const response = await site.request("/healthz");
  expect([response.status, await response.json()]).toMatchObject([200, { health: "ok", backup: { state: "failed" } }]);
});

it("a site with BACKUP_KEEP=0 says so to the committee", async () =>
  expect(await without.html("/reglages")).toContain("Le site ne se sauvegarde pas tout seul."));
