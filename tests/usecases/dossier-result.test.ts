import { expect, it } from "vitest";
import { type ResultLine, resultSum } from "#domain/dossier/result.ts";
import { desk } from "#tests/usecases/desk.ts";
import { closeResult, correctResult, reopenResult, saveResultLines } from "#usecases/dossiers/result.ts";

const BOB = { id: "bob", name: "Bob" };
const ANA = { id: "ana", name: "Ana" };
const PARTY = "subject-of-the-party";

/** Stores with a clock, and a result of two lines. */
async function withResult() {
  const clock = { now: () => new Date() };
  const services = { ...desk(), clock };
  const result = () => services.dossiers.getResult(PARTY);
  const save = async (lines: string, version?: string) =>
    saveResultLines(services, PARTY, { lines, version: version ?? (await result()).version }, BOB);
  expect(await save("Bar 10’498.–\nSécurité −988.25")).toEqual({ is: "saved" });
  const goTo = (days: number) => {
    clock.now = () => new Date(Date.now() + days * 86_400_000);
  };
  return { services, result, save, goTo };
}

const labels = (lines: readonly ResultLine[]) => lines.map(({ label }) => label);

it("lines are replaced until the result is closed; what others saved meanwhile is not overwritten", async () => {
  const { services, result, save } = await withResult();
  expect(resultSum((await result()).lines)).toBe(950_975);
  const { version } = await result();
  expect(await save("Bar 10’498.–\nSécurité −988.25\nDJ −500", version)).toEqual({ is: "saved" });
  // The second request of a double tap.
  expect(await save("Bar 10’498.–\nSécurité −988.25\nDJ −500", version)).toEqual({ is: "saved" });
  expect(await save("Bar 1", version)).toMatchObject({ is: "outdated", now: { lines: { length: 3 } } });
  expect(await save("Bar dix")).toMatchObject({ is: "form", errors: { lines: expect.stringContaining("Bar dix") } });
  await closeResult(services, PARTY, (await result()).version, BOB);
  expect(await save("Bar 1")).toEqual({ is: "closed" });
  expect(labels((await result()).lines)).toEqual(["Bar", "Sécurité", "DJ"]);
});

it("is closed with the lines that the page showed, once, and reopened on the same day only without a correction", async () => {
  const { services, result, save, goTo } = await withResult();
  expect(await closeResult(services, "subject-of-nothing", "0", BOB)).toBe("empty");
  const { version } = await result();
  await save("Bar 1");
  expect(await closeResult(services, PARTY, version, BOB)).toBe("outdated");
  const now = (await result()).version;
  const taps = [closeResult(services, PARTY, now, BOB), closeResult(services, PARTY, now, ANA)];
  expect(await Promise.all(taps)).toEqual(["closed", "closed"]);
  expect([await reopenResult(services, PARTY, BOB), await reopenResult(services, PARTY, BOB)]).toEqual([true, true]);
  await closeResult(services, PARTY, (await result()).version, BOB);
  goTo(1);
  expect(await reopenResult(services, PARTY, BOB)).toBe(false);
  expect((await result()).closedOn).not.toBe("");
});

it("a correction has its day; a double tap adds one, two people add two", async () => {
  const { services, result, goTo } = await withResult();
  expect(await correctResult(services, PARTY, "DJ −500", BOB)).toEqual({ ok: true, value: false });
  await closeResult(services, PARTY, (await result()).version, BOB);
  const correct = (by = BOB) => correctResult(services, PARTY, "Facture oubliée −120.–", by);
  expect(await Promise.all([correct(), correct()])).toEqual(Array(2).fill({ ok: true, value: true }));
  expect(labels((await result()).lines)).toEqual(["Bar", "Sécurité", "Facture oubliée"]);
  expect((await result()).lines[2]?.day).toMatch(/^\d{4}-\d\d-\d\d$/);
  await correct(ANA);
  expect((await result()).lines).toHaveLength(4);
  goTo(2);
  await correct(ANA);
  expect((await result()).lines).toHaveLength(5);
  expect(await correctResult(services, PARTY, "rien", BOB)).toMatchObject({ ok: false });
  expect(await reopenResult(services, PARTY, BOB)).toBe(false);
});

it("the journal says who closed, reopened and corrected it", async () => {
  const { services, result } = await withResult();
  await closeResult(services, PARTY, (await result()).version, BOB);
  await reopenResult(services, PARTY, BOB);
  const { entries } = await services.journal.list({ subject: "result" }, { start: 0, count: 9 });
  expect(entries.map(({ action }) => action)).toEqual(["opened", "closed", "changed"]);
});
