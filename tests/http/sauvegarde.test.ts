import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "#adapters/embedded/folder-lock.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

let site: SiteDEssai;
beforeEach(async () => {
  site = await ouvrirSite();
});
afterEach(() => site.fermer());

const reglages = async () => {
  const cookie = await site.seConnecter();
  return (await site.demander("/reglages", { headers: { cookie } })).text();
};
const sante = async () => (await site.demander("/healthz")).json();

describe("the state of the backups", () => {
  it("is on the settings page and on /healthz: none yet, then when the last one was made", async () => {
    expect(await reglages()).toContain("La première se fait toute seule");
    expect(await sante()).toEqual({ statut: "ok", sauvegarde: { derniere: null, etat: "aucune" } });
    await site.services.sauvegardes.faire();
    expect(await reglages()).toMatch(/Dernière sauvegarde\u00a0: \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
    expect(await sante()).toEqual({
      statut: "ok",
      sauvegarde: { derniere: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), etat: "ok" },
    });
  });

  it("is a warning in plain French when one has failed; the site itself is still well", async () => {
    const unlock = lockFolder(site.dossier, "verrou-sauvegarde");
    await expect(site.services.sauvegardes.faire()).rejects.toThrow();
    unlock?.();
    const html = await reglages();
    expect(html).toContain("Le site n’est pas bien sauvegardé.");
    expect(html).toContain("Prévenez la personne qui s’occupe du site.");
    const reponse = await site.demander("/healthz");
    expect([reponse.status, await reponse.json()]).toMatchObject([200, { sauvegarde: { etat: "echec" } }]);
  });
});

describe("a site that is told to make none", () => {
  it("says so to the committee", async () => {
    const sans = await ouvrirSite({ BACKUP_KEEP: "0" });
    const cookie = await sans.seConnecter();
    expect(await (await sans.demander("/reglages", { headers: { cookie } })).text()).toContain(
      "Le site ne se sauvegarde pas tout seul (BACKUP_KEEP=0).",
    );
    await sans.fermer();
  });
});
