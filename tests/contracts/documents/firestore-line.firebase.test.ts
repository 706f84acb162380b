import { setTimeout as pause } from "node:timers/promises";
import { GeoPoint, Timestamp } from "@google-cloud/firestore";
import { expect, it, onTestFinished } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { increment } from "./documents.contract.ts";

/** @returns documents behind a connection that can be cut, and the same documents on another connection */
async function lineToProject() {
  const { openOne } = firestoreProject();
  const line = await openLine(String(process.env.FIRESTORE_EMULATOR_HOST));
  const behind = createFirestoreDocuments(openOne(line.address));
  const direct = createFirestoreDocuments(openOne());
  onTestFinished(() => {
    behind.close();
    direct.close();
  });
  return { line, behind, direct, db: openOne() };
}

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(10);
}

describeHosted("documents in Firestore, when the network fails", () => {
  it("recognises a commit whose answer was lost, also after later writes of others", async () => {
    const { line, behind, direct } = await lineToProject();
    expect(await increment(behind)).toBe(1);
    for (const expected of [2, 4]) {
      // The commit succeeds, and its answer is delayed.
      line.delay(300);
      const result = increment(behind);
      await until(async () => (await direct.get("numbers", "counter"))?.content.value === expected);
      if (expected === 4) await increment(direct);
      line.restore();
      expect(await result).toBe(expected);
      if (expected === 2) await increment(direct);
    }
    expect((await direct.get("numbers", "counter"))?.content.value).toBe(5);
  });

  it("throws within the deadline without an answer, and works afterwards", async () => {
    const { line, behind } = await lineToProject();
    expect(await increment(behind)).toBe(1);
    line.freeze();
    const began = Date.now();
    const calls = [
      behind.get("numbers", "counter"),
      behind.query("numbers"),
      behind.count("numbers"),
      increment(behind),
    ];
    await Promise.all(calls.map((call) => expect(call).rejects.toThrow(StoreUnavailable)));
    expect(Date.now() - began).toBeLessThan(7000);
    line.restore();
    expect(await increment(behind)).toBeGreaterThan(1);
  });

  // The library reopens a silent stream after two minutes, if the end of a broken one did not reach it.
  it("reports the changes during an interruption afterwards", { timeout: 300_000 }, async () => {
    const { line, behind, direct } = await lineToProject();
    const heard: unknown[] = [];
    onTestFinished(
      behind.watch("numbers", {}, { onDocuments: (found) => heard.push(found[0]?.content.value), onDown() {} }),
    );
    await increment(direct);
    await until(async () => heard.at(-1) === 1);
    line.cut();
    await increment(direct);
    line.restore();
    await until(async () => heard.at(-1) === 2);
  });
});

describeHosted("documents in Firestore, of an existing project", () => {
  it("writes values that JSON lacks back unchanged, and keeps fields that an update does not name", async () => {
    const { direct, db } = await lineToProject();
    const values = {
      time: new Timestamp(1_754_079_300, 123_456_000),
      early: new Timestamp(-1, 999_999_000),
      bytes: Buffer.from([0, 255]),
      place: new GeoPoint(46.25, 7.35),
      reference: db.doc("membres/DupontMembre"),
      list: [Number.NaN, Number.POSITIVE_INFINITY],
      map: { $time: "not a time of ours", more: 1 },
    };
    await db.doc("things/a").set({ ...values, Telephone: "079" });
    const found = await direct.get("things", "a");
    expect(found?.content.time).toEqual({ $time: "2025-08-01T20:15:00.123456000Z" });
    await direct.transaction(async (transaction) => {
      const read = await transaction.get("things", "a");
      transaction.replace("things", "a", { ...read?.content });
    });
    const after = (await db.doc("things/a").get()).data();
    expect(after).toMatchObject({ ...values, reference: expect.anything(), Telephone: "079" });
    expect(after?.reference.path).toBe("membres/DupontMembre");
    expect(await direct.get("things", "a")).toMatchObject({ content: found?.content });
  });

  it("has another version after an edit in the Firebase console", async () => {
    const { direct, db } = await lineToProject();
    await db.doc("things/a").set({ x: "1" });
    const before = await direct.get("things", "a");
    await db.doc("things/a").update({ x: "2" });
    expect((await direct.get("things", "a"))?.version).not.toBe(before?.version);
  });
});
