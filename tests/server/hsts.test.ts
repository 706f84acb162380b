import { describe, expect, it } from "vitest";
import { demarrer, demarrerEnVain, dossierDeDonnees } from "./process.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";

describe("the promise of https", () => {
  const hstsOf = async (env: Record<string, string>) => {
    const { url, arreter } = await demarrer({ DATA_DIR: dossierDeDonnees(), ...env });
    const from = async (path: string) => (await fetch(url + path)).headers.get("strict-transport-security");
    const seen = new Set(await Promise.all(["/", "/", "/nulle-part", "/robots.txt", "/healthz"].map(from)));
    await arreter("SIGTERM");
    return [...seen];
  };

  it("holds for the site's own name, for those below it once that is set, and not for a site without https", async () => {
    expect(await hstsOf({ PUBLIC_URL })).toEqual(["max-age=31536000"]);
    expect(await hstsOf({ PUBLIC_URL, HSTS_SUBDOMAINS: "on" })).toEqual(["max-age=31536000; includeSubDomains"]);
    expect(await hstsOf({ HSTS_SUBDOMAINS: "on" })).toEqual([null]);
  });

  it("is on or off, and nothing else", async () => {
    const { code, sortie } = await demarrerEnVain({ DATA_DIR: dossierDeDonnees(), HSTS_SUBDOMAINS: "yes" });
    expect([code, sortie]).toEqual([1, "Configuration: HSTS_SUBDOMAINS must be off or on\n"]);
  });
});
