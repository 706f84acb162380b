import { afterEach, describe, expect, it } from "vitest";
import { openSite, type TestSite } from "#tests/http/site.ts";

let site: TestSite;
afterEach(() => site.close());

const PUBLIC_URL = "https://jeunesse.exemple.ch";
const DAY_MS = 24 * 60 * 60 * 1000;

describe("a person who found a vulnerability", () => {
  it("finds in /.well-known/security.txt the address of a form that this site accepts", async () => {
    site = await openSite({ PUBLIC_URL });
    const answer = await site.request("/.well-known/security.txt");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const fields = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => line.split(": ", 2));
    const of = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
    expect(of("Contact")).toEqual([`${PUBLIC_URL}/contact`]);
    expect(of("Preferred-Languages")).toEqual(["fr"]);
    expect(of("Canonical")).toEqual([`${PUBLIC_URL}/.well-known/security.txt`]);

    const form = { nom: "Zoé", email: "zoe@exemple.ch", sujet: "Sécurité", message: "Un trou", hp: "" };
    expect((await site.send("/contact", form)).status).toBe(200);
    expect(await site.services.inbox.count("message")).toMatchObject({ total: 1 });
  });

  it("finds a date of expiry between 60 and 365 days ahead", async () => {
    site = await openSite();
    for (const today of [new Date(), new Date("2031-12-31T23:59:59Z")]) {
      site.services.clock.now = () => today;
      const text = await (await site.request("/.well-known/security.txt")).text();
      const [, expires = ""] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(text) ?? [];
      const days = (Date.parse(expires) - today.getTime()) / DAY_MS;
      expect(days).toBeGreaterThan(60);
      expect(days).toBeLessThan(365);
    }
  });
});
