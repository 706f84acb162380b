import { expect, it } from "vitest";
import { formOf } from "#tests/http/hostile/long-forms.ts";
import { setUpSite } from "#tests/http/site.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";
const DAY_MS = 24 * 60 * 60 * 1000;
const site = setUpSite({ env: { PUBLIC_URL } });

it("a person who found a vulnerability finds in security.txt a form that this site accepts, and a date of expiry", async () => {
  const read = () => site.request("/.well-known/security.txt");
  const answer = await read();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const lines = (await answer.text()).trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("Contact"))).toEqual([`Contact: ${PUBLIC_URL}/contact`]);
  for (const line of ["Preferred-Languages: fr", `Canonical: ${PUBLIC_URL}/.well-known/security.txt`])
    expect(lines).toContain(line);
  expect((await site.send("/contact", formOf("/contact"))).status).toBe(200);
  for (const today of [new Date(), new Date("2031-12-31T23:59:59Z")]) {
    site.services.clock.now = () => today;
    const [, expires = ""] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(await (await read()).text()) ?? [];
    const days = (Date.parse(expires) - today.getTime()) / DAY_MS;
    expect([days > 60, days < 365]).toEqual([true, true]);
  }
});
