import { describe, expect, it } from "vitest";
import { dataFolder, start, startInVain } from "#tests/server/process.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";

describe("the promise of https", () => {
  const hstsOf = async (env: Record<string, string>) => {
    const { url, stop } = await start({ DATA_DIR: dataFolder(), ...env });
    const from = async (path: string) => (await fetch(url + path)).headers.get("strict-transport-security");
    const seen = new Set(await Promise.all(["/", "/", "/nulle-part", "/robots.txt", "/healthz"].map(from)));
    await stop("SIGTERM");
    return [...seen];
  };

  it("holds for the site's own name, for those below it once that is set, and not for a site without https", async () => {
    expect(await hstsOf({ PUBLIC_URL })).toEqual(["max-age=31536000"]);
    expect(await hstsOf({ PUBLIC_URL, HSTS_SUBDOMAINS: "on" })).toEqual(["max-age=31536000; includeSubDomains"]);
    expect(await hstsOf({ HSTS_SUBDOMAINS: "on" })).toEqual([null]);
  });

  it("is on or off, and nothing else", async () => {
    const { code, output } = await startInVain({ DATA_DIR: dataFolder(), HSTS_SUBDOMAINS: "yes" });
    expect([code, output]).toEqual([1, "Configuration: HSTS_SUBDOMAINS must be off or on\n"]);
  });
});
