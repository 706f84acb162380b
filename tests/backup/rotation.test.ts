import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backupName, backupsToDelete, dateOfBackup } from "#adapters/embedded/backup/names.ts";

const MAINTENANT = new Date("2026-11-21T02:12:00Z");
const JOUR_MS = 24 * 60 * 60 * 1000;
const jour = (n: number) => backupName(new Date(MAINTENANT.getTime() + n * JOUR_MS));

describe("the name of a backup", () => {
  it("tells when it was made, to the second", () => {
    expect(backupName(MAINTENANT)).toBe("jeunesse-20261121-021200Z.tar");
    expect(dateOfBackup("jeunesse-20261121-021200Z.tar")).toEqual(MAINTENANT);
    for (const autre of ["notes.txt", "jeunesse-20261121-021200Z.tar.partiel", "jeunesse-20269921-021200Z.tar"])
      expect(dateOfBackup(autre)).toBeNull();
  });
});

describe("the rotation", () => {
  it("keeps the newest ones and touches no other file", () => {
    const names = [jour(-3), jour(-2), jour(-1), jour(0), "notes.txt", "jeunesse-copie.tar"];
    expect(backupsToDelete(names, 2, jour(0), MAINTENANT)).toEqual([jour(-3), jour(-2)]);
  });

  it("first lets go of one whose date lies in the future: its clock was wrong", () => {
    const names = [jour(-1), jour(0), jour(500)];
    expect(backupsToDelete(names, 2, jour(0), MAINTENANT)).toEqual([jour(500)]);
  });

  it("never deletes the one that was just made, nor more than it has to, whatever the clocks said", () => {
    const jours = fc.uniqueArray(fc.integer({ min: -400, max: 400 }), { maxLength: 30 });
    fc.assert(
      fc.property(jours, fc.integer({ min: 1, max: 10 }), (autres, keep) => {
        const names = [...new Set([jour(0), ...autres.map(jour)])];
        const deleted = backupsToDelete(names, keep, jour(0), MAINTENANT);
        expect(deleted).not.toContain(jour(0));
        expect(names.length - deleted.length).toBe(Math.min(names.length, keep));
      }),
    );
  });
});
