/** Caching of an event's page, and unknown actions of a form. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { httpListener } from "#server/http/http-listener.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ committee: true });
let url: string;
let stop: () => void;
beforeAll(async () => {
  await site.services.events.create("Fête0825", anEvent({ name: "Fête au lac" }));
  const { app, cache, config } = site;
  const server = createServer(httpListener({ app, cache, ...config }));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => server.close();
});
afterAll(() => stop());

describe("the shared page of an event", () => {
  const SHARED = "/planning/F%C3%AAte0825";
  const read = async (path: string) => (await fetch(url + path)).text();

  it("is cached under its canonical address, also with parameters that a chat adds, until the event changes", async () => {
    const get = vi.spyOn(site.services.events, "get");
    for (const path of [SHARED, SHARED, `${SHARED}?fbclid=1`, `${SHARED}?utm_source=x`])
      expect(await read(path)).toContain("Fête au lac");
    expect(get).toHaveBeenCalledTimes(1);
    for (const path of ["/planning/F%C3%AAte%30825", "/planning/%46%C3%AAte0825"])
      for (let times = 0; times < 2; times++) expect(await read(path)).toContain("Fête au lac");
    expect(get).toHaveBeenCalledTimes(1 + 4);
    get.mockRestore();

    const event = await site.services.events.get("Fête0825");
    await site.services.events.update("Fête0825", anEvent({ name: "Fête au bisse" }), event?.version ?? "");
    expect(await read(SHARED)).toContain("Fête au bisse");
    await moveCard(site.services.events, "Fête0825");
    expect((await fetch(url + SHARED)).status).toBe(404);
  });
});

it("a form with several actions refuses an unknown one, and changes nothing", async () => {
  const before = await site.services.auth.listAccounts();
  for (const [path, field, wanted] of [
    ["/comptes", "intention", "tout-effacer"],
    ["/comptes", "intention", "constructor"],
    ["/comptes", "intention", ""],
    ["/inscriptions", "intention", "tout-effacer"],
    ["/messages", "intention", "__proto__"],
    ["/corbeille", "intention", "remove"],
    ["/planning", "intention", "burn"],
    ["/reglages", "what", "tout-effacer"],
  ] as const) {
    const fields = { [field]: wanted, email: "paul@exemple.ch", id: before[0]?.id ?? "" };
    const answer = await site.send(path, fields, site.cookie);
    const said = expect.stringContaining("Le site ne connaît pas cette action. Rien n’a été changé");
    expect([path, answer.status, await answer.text()]).toEqual([path, 400, said]);
  }
  expect(await site.services.auth.listAccounts()).toEqual(before);
  expect(site.security.map(([event]) => event)).toEqual(["sign-in"]);
  expect(site.log).toEqual([]);
});
