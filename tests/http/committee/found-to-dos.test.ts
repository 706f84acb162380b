import { expect, it } from "vitest";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpSite } from "#tests/http/site.ts";
import { desk, failOnReport, IN_ORDER } from "#tests/usecases/desk.ts";
import { makeEverythingToDo, NOW } from "#tests/usecases/everything-to-do.ts";
import { aFeast } from "#tests/usecases/slot-rounds.ts";
import type { Services } from "#usecases/services.ts";
import { findToDos } from "#usecases/to-do/find-to-dos.ts";

const site = setUpSite({ committee: true });

it("what is to do leads to the page, and the part of it, where it is done", async () => {
  const backups = { last: null, failedAt: NOW, kept: 7 };
  const found = desk() as ReturnType<typeof desk> & Services;
  found.siteSecret = async () => "un-secret-de-test";
  found.clock = { now: () => NOW };
  found.health = { ...IN_ORDER, measure: async () => ({ ...(await IN_ORDER.measure()), backups }) };
  await makeEverythingToDo(found);

  const { events, fees, bank, mailings } = site.services;
  await aFeast(site.services);
  await mailings.create("sortie", aMailing(), [], null);
  await events.create("Loto", anEvent());
  await fees.open({ year: "2026", amount: 5000, joinedBy: "2026-10-01" }, null);
  await bank.keep(aTransaction("T1"), aVerdict(), null);
  const items = await findToDos(found, NOW, failOnReport);
  expect(items.length).toBeGreaterThan(12);
  for (const { href } of items) {
    const [path = "", anchor] = href.split("#");
    const { status, html } = await site.read(path);
    expect(status, href).toBe(200);
    if (anchor) expect(html, href).toContain(`id="${anchor}"`);
  }
});
