import { expect, it, vi } from "vitest";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { desk, failOnReport } from "#tests/usecases/desk.ts";
import { readToDo } from "#usecases/to-do/read-to-do.ts";
import { createToDoReader } from "#usecases/to-do/to-do-reader.ts";

const MINUTE_MS = 60_000;

function setUp() {
  let now = new Date("2026-11-20T10:00:00Z");
  const services = desk();
  const listOpen = vi.spyOn(services.tasks, "listOpen");
  const add = (text: string, day: string) => services.tasks.add(ASSOCIATION, [{ text, due: { day }, who: "" }], null);
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return {
    reader: createToDoReader(
      (at) => readToDo(services, at, failOnReport),
      () => now,
    ),
    listOpen,
    add,
    pass,
  };
}

it("counts what is late, and reads again only after five minutes or a change", async () => {
  const { reader, listOpen, add, pass } = setUp();
  await add("Clés", "2026-11-19");
  await add("Statuts", "2026-11-20");
  for (let i = 0; i < 3; i++) expect(await reader.countLate()).toBe(1);
  expect(listOpen).toHaveBeenCalledTimes(1);
  await add("Caisse", "2026-11-18");
  pass(4 * MINUTE_MS);
  expect(await reader.countLate()).toBe(1);
  pass(MINUTE_MS);
  expect(await reader.countLate()).toBe(2);
  await add("Assurance", "2026-11-17");
  reader.forget();
  expect(await reader.countLate()).toBe(3);
  expect(listOpen).toHaveBeenCalledTimes(3);
});

it("reads again after midnight in Zurich, when what was due yesterday becomes late", async () => {
  const { reader, add, pass } = setUp();
  await add("Clés", "2026-11-20");
  pass(12 * 60 * MINUTE_MS + 58 * MINUTE_MS);
  expect(await reader.countLate()).toBe(0);
  pass(2 * MINUTE_MS);
  expect(await reader.countLate()).toBe(1);
});

it("reads once for the page and its bar, and a change during a read makes its number worthless", async () => {
  const { reader, listOpen, add } = setUp();
  const [toDo, late] = await Promise.all([reader.read(), reader.countLate()]);
  expect([toDo.tasks, late]).toEqual([[], 0]);
  expect(listOpen).toHaveBeenCalledTimes(1);
  const reading = reader.read();
  await add("Clés", "2026-11-19");
  reader.forget();
  await reading;
  expect(await reader.countLate()).toBe(1);
});

it("a failed read is not kept", async () => {
  const { reader, listOpen } = setUp();
  listOpen.mockRejectedValueOnce(new Error("panne"));
  await expect(reader.countLate()).rejects.toThrow("panne");
  expect(await reader.countLate()).toBe(0);
});
