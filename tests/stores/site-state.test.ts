import { copyFileSync, rmSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { isWriteCountInFile } from "#adapters/sqlite/database.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { createHealthCheck, createLastSeenTimeStore } from "#stores/site-state.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";

const FUTURE = new Date("2101-02-03T04:05:06.789Z");
const PAST = new Date("2100-01-01T00:00:00.000Z");

describe("the last time seen", () => {
  it("is null before the first write, then the last written time, to the millisecond, for every instance", async () => {
    const open = await sqliteDocuments();
    const [here, there] = [createLastSeenTimeStore(await open()), createLastSeenTimeStore(await open())];
    expect(await here.read()).toBeNull();
    await here.write(PAST);
    await there.write(FUTURE);
    expect([await here.read(), await there.read()]).toEqual([FUTURE, FUTURE]);
    await there.write(PAST);
    expect(await here.read()).toEqual(PAST);
  });

  it("is the store's time if that is later", async () => {
    const documents = await (await sqliteDocuments())();
    const lastSeen = createLastSeenTimeStore(documents, async () => PAST);
    expect(await lastSeen.read()).toEqual(PAST);
    await lastSeen.write(FUTURE);
    expect(await lastSeen.read()).toEqual(FUTURE);
  });
});

describe("the health check", () => {
  const SHORT_MS = 500;

  // The wait is long where the check must be true: a busy disk may take a second to keep what the check writes.
  function place(waitMs = 20_000) {
    const { file, open } = embeddedFile();
    const other = open();
    const documents = openSqliteDocuments(file);
    onTestFinished(() => documents.close());
    return {
      file,
      other,
      check: createHealthCheck(documents, { waitMs, isWritten: (count) => isWriteCountInFile(file, count) }),
    };
  }

  it("returns true while the store can be written", async () => {
    const { check } = place();
    expect([await check(), await check()]).toEqual([true, true]);
  });

  it("returns false within a second while another process has locked the store", async () => {
    const { other, check } = place(SHORT_MS);
    other.exec("BEGIN IMMEDIATE");
    const start = performance.now();
    expect(await check()).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_500);
    expect(await check()).toBe(false);
    other.exec("ROLLBACK");
    await expect.poll(check).toBe(true);
  });

  it("returns false when the store cannot be written, or is closed", async () => {
    const { file, other, check } = place();
    other.exec("CREATE TRIGGER refusing BEFORE INSERT ON documents BEGIN SELECT RAISE(ABORT, 'no'); END");
    expect(await check()).toBe(false);
    other.exec("DROP TRIGGER refusing");
    expect(await check()).toBe(true);
    const closed = openSqliteDocuments(file);
    closed.close();
    expect(await createHealthCheck(closed, { waitMs: SHORT_MS })()).toBe(false);
  });

  it("returns false when the file was deleted or replaced by an older one", async () => {
    const { file, check, other } = place();
    expect(await check()).toBe(true);
    other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    copyFileSync(file, `${file}.older`);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    expect(await check()).toBe(false);
    copyFileSync(`${file}.older`, file);
    expect(await check()).toBe(false);
  });
});
