import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  backupName,
  backupsToDelete,
  dateOfBackup,
  emptyBackupName,
  newestBackupName,
  newestFullBackupName,
} from "#upkeep/backup/names.ts";

const NOW = new Date("2026-11-21T02:12:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const day = (n: number) => backupName(new Date(NOW.getTime() + n * DAY_MS));
const emptyDay = (n: number) => emptyBackupName(day(n));

describe("the name of a backup", () => {
  it("contains its date and time, to the second", () => {
    expect(backupName(NOW)).toBe("jeunesse-20261121-021200Z.db");
    expect(dateOfBackup("jeunesse-20261121-021200Z.db")).toEqual(NOW);
    for (const other of ["notes.txt", "jeunesse-20261121-021200Z.db.partiel", "jeunesse-20269921-021200Z.db"])
      expect(dateOfBackup(other)).toBeNull();
  });

  it("says whether its site was empty", () => {
    expect(emptyDay(0)).toBe("jeunesse-20261121-021200Z-vide.db");
    expect(dateOfBackup(emptyDay(0))).toEqual(NOW);
    expect(newestBackupName([day(-1), emptyDay(0)], NOW)).toBe(emptyDay(0));
    expect(newestFullBackupName([day(-2), day(-1), emptyDay(0)], NOW)).toBe(day(-1));
    expect(newestFullBackupName([emptyDay(0)], NOW)).toBeNull();
  });
});

describe("the rotation", () => {
  it("keeps the newest backups, and deletes no other file", () => {
    const names = [day(-3), day(-2), day(-1), day(0), "notes.txt", "jeunesse-copie.db"];
    expect(backupsToDelete(names, 2, day(0), NOW)).toEqual([day(-3), day(-2)]);
  });

  it("first deletes a backup with a date in the future, because its clock was wrong", () => {
    const names = [day(-1), day(0), day(500)];
    expect(backupsToDelete(names, 2, day(0), NOW)).toEqual([day(500)]);
  });

  it("never deletes the new backup, nor more backups than necessary, for any dates", () => {
    const days = fc.uniqueArray(fc.integer({ min: -400, max: 400 }), { maxLength: 30 });
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 10 }), (others, keep) => {
        const names = [...new Set([day(0), ...others.map(day)])];
        const deleted = backupsToDelete(names, keep, day(0), NOW);
        expect(deleted).not.toContain(day(0));
        expect(names.length - deleted.length).toBe(Math.min(names.length, keep));
      }),
    );
  });

  it("never deletes a backup with content after a backup of an empty site, for any dates", () => {
    const days = fc.uniqueArray(fc.integer({ min: -400, max: 400 }), { maxLength: 30 });
    fc.assert(
      fc.property(days, days, fc.integer({ min: 1, max: 10 }), (full, empty, keep) => {
        const names = [...new Set([emptyDay(0), ...full.map(day), ...empty.map(emptyDay)])];
        const deleted = new Set(backupsToDelete(names, keep, emptyDay(0), NOW));
        expect(names.filter((name) => !deleted.has(name) && !name.includes("vide"))).toHaveLength(full.length);
        const kept = names.filter((name) => !deleted.has(name) && name.includes("vide"));
        expect(kept).toContain(emptyDay(0));
        expect(kept.length).toBeLessThanOrEqual(keep);
      }),
    );
  });
});
