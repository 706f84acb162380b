import { describe, expect, it } from "vitest";
import { VERSION } from "#server/version.ts";
import { openSite, setUpSite } from "#tests/http/site.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";

const site = setUpSite({ each: true, committee: true });

const settings = () => site.html("/reglages");
const health = async () => (await site.request("/healthz")).json();

describe("the state of the backups", () => {
  it("is on the settings page and on /healthz: none yet, then when the last one was made", async () => {
    expect(await settings()).toContain("La première se fait toute seule");
    expect(await health()).toEqual({ health: "ok", version: VERSION, backup: { last: null, state: "none" } });
    await site.services.backups.make();
    expect(await settings()).toMatch(/Dernière sauvegarde\u00a0: \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
    expect(await health()).toEqual({
      health: "ok",
      version: VERSION,
      backup: { last: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), state: "ok" },
    });
  });

  it("is a warning in plain French when one has failed; the site itself is still well", async () => {
    const unlock = lockFolder(site.folder, "verrou-sauvegarde");
    await expect(site.services.backups.make()).rejects.toThrow();
    unlock?.();
    const html = await settings();
    expect(html).toContain("Le site n’est pas bien sauvegardé.");
    expect(html).toContain("Prévenez la personne qui s’occupe du site.");
    const response = await site.request("/healthz");
    expect([response.status, await response.json()]).toMatchObject([200, { backup: { state: "failed" } }]);
  });
});

describe("a site with BACKUP_KEEP=0", () => {
  it("says so to the committee", async () => {
    const without = await openSite({ BACKUP_KEEP: "0" });
    const cookie = await without.signIn();
    expect(await (await without.request("/reglages", { headers: { cookie } })).text()).toContain(
      "Le site ne se sauvegarde pas tout seul.",
    );
    await without.close();
  });
});
