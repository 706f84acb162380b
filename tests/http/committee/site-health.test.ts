import { describe, expect, it, vi } from "vitest";
import { SITE_VERSION } from "#server/version.ts";
import { setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ env: { PUBLIC_URL: "https://localhost:1" }, each: true, committee: true });

/** @returns state and text of each finding, by title */
const linesOf = (html: string) =>
  new Map(
    [...html.matchAll(/<li class="health__line health__line--(\w+)"[^>]*>.*?<b>([^<]+)<.*?<p>(.*?)<\/p>/gs)].map(
      ([, state, title, text]) => [title, [state, text?.replaceAll("<!-- -->", "")]],
    ),
  );

describe("the health of the site on the settings page", () => {
  it("shows the quick checks without running the slow ones, and that a check is running", async () => {
    const { health } = site.services;
    const check = vi.spyOn(health, "check");
    const html = await site.html("/reglages");
    const lines = linesOf(html);
    expect(lines.size).toBe(9);
    expect(html).toContain('id="sante"');
    expect(lines.get("Disque")?.[1]).toMatch(/Go.* sur /);
    expect(lines.get("Certificat")).toEqual(["unknown", "Pas encore vérifié. "]);
    expect(lines.get("Version")).toEqual(["ok", `${SITE_VERSION}. `]);
    expect(check).not.toHaveBeenCalled();
    site.services.health = { ...health, readChecked: () => ({ last: null, inProgress: true }) };
    expect(await site.html("/reglages")).toContain("Une vérification est en cours");
  });

  it("runs the slow checks on the button, without script, and shows a remedy for each error", async () => {
    await site.services.backups.make();
    const response = await site.send("/reglages", { what: "check" }, site.cookie);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toMatch(/Vérifié le \d\d\.\d\d\.\d{4}, \d\d:\d\d\./);
    const lines = linesOf(html);
    expect(lines.get("Restauration")).toEqual(["ok", expect.stringContaining("tout y est")]);
    expect(lines.get("Adresse")).toEqual([
      "error",
      expect.stringMatching(/<strong>https:.* ne répond pas depuis le serveur\.<\/strong> Ouvrez l’adresse/),
    ]);
    expect(lines.get("Courrier")).toEqual(["attention", expect.stringContaining("le site n’a pas de messagerie")]);
  });
});
