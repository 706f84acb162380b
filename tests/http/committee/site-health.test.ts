import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { VERSION } from "#server/version.ts";
import { setUpSite } from "#tests/http/site.ts";

const CHECK = { what: "check" };

const site = setUpSite({ env: { PUBLIC_URL: "https://localhost:1" }, each: true, committee: true });

const page = async (path = "/reglages", headers: Record<string, string> = { cookie: site.cookie }) =>
  (await site.request(path, { headers })).text();

/** @returns each line of the section: its title, its state, and all it says */
const linesOf = (html: string) =>
  new Map(
    [...html.matchAll(/<li class="health__line health__line--(\w+)"[^>]*>.*?<b>([^<]+)<.*?<p>(.*?)<\/p>/gs)].map(
      ([, state, title, text]) => [title, [state, text?.replaceAll("<!-- -->", "")]],
    ),
  );

describe("the health of the site on the settings page", () => {
  it("is there at once: what is quick, and no look at anything that takes long", async () => {
    const check = vi.spyOn(site.services.health, "check");
    const html = await page();
    const lines = linesOf(html);
    expect(lines.size).toBe(9);
    expect(html).toContain('id="sante"');
    expect(lines.get("Disque")?.[1]).toMatch(/Go.* sur /);
    expect(lines.get("Certificat")).toEqual(["unknown", "Pas encore vérifié. "]);
    expect(lines.get("Version")).toEqual(["ok", `${VERSION}. `]);
    expect(check).not.toHaveBeenCalled();
  });

  it("is looked at anew by the button, without script: red with what to do, the rest green", async () => {
    await site.services.backups.make();
    const response = await site.send("/reglages", CHECK, site.cookie);
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

  it("tells the committee of a backup that could not be put back, and the log which one", async () => {
    await site.services.backups.make();
    const { dir } = site.config.backup;
    const name = readdirSync(dir).find((one) => one.endsWith(".tar")) ?? "";
    const bytes = readFileSync(join(dir, name));
    writeFileSync(join(dir, name), bytes.subarray(0, bytes.length - 2000));
    const html = await (await site.send("/reglages", CHECK, site.cookie)).text();
    expect(linesOf(html).get("Restauration")).toEqual(["error", expect.stringContaining("est abîmée")]);
    expect(html).not.toContain(dir);
    expect(site.log).toEqual([{ error: null, position: expect.stringContaining(`${name} is refused`) }]);
  });

  it("says that a check goes on which another person began", async () => {
    const { health } = site.services;
    site.services.health = { ...health, readChecked: () => ({ last: null, inProgress: true }) };
    expect(await page()).toContain("Une vérification est en cours");
  });
});
