import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backupSentence, backupState, isBackupDue } from "#domain/backup-schedule.ts";

const HOUR = 60 * 60 * 1000;
/** 03:15 and 14:00 in Zurich. */
const NIGHT = new Date("2026-11-21T02:15:00Z");
const DAY = new Date("2026-11-21T13:00:00Z");
const hoursBefore = (instant: Date, hours: number) => new Date(instant.getTime() - hours * HOUR);

describe("a backup is due", () => {
  it("when there is none, at night after half a day, in the daytime only after a whole day", () => {
    expect(isBackupDue(null, DAY, 0)).toBe(true);
    expect(isBackupDue(hoursBefore(NIGHT, 13), NIGHT, 0)).toBe(true);
    expect(isBackupDue(hoursBefore(NIGHT, 11), NIGHT, 0)).toBe(false);
    expect(isBackupDue(hoursBefore(DAY, 23), DAY, 0)).toBe(false);
    expect(isBackupDue(hoursBefore(DAY, 24), DAY, 0)).toBe(true);
  });

  it("once a day after the clock was set back", () => {
    const future = new Date("2031-01-01T00:00:00Z");
    expect(isBackupDue(future, DAY, 0)).toBe(false);
    expect(isBackupDue(future, DAY, 24 * HOUR)).toBe(true);
  });

  it("about once a day, whatever the hour of the start, when it is checked every ten minutes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 24 * 60 }), (minutes) => {
        const start = Date.UTC(2026, 0, 1) + minutes * 60_000;
        const made: number[] = [];
        for (let t = start; t < start + 7 * 24 * HOUR; t += HOUR / 6) {
          const last = made.at(-1);
          if (isBackupDue(last === undefined ? null : new Date(last), new Date(t), 0)) made.push(t);
        }
        const pauses = made.slice(1).map((t, rank) => t - (made[rank] ?? 0));
        expect(Math.max(...pauses)).toBeLessThanOrEqual(24 * HOUR);
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(12 * HOUR);
        expect(made.length).toBeLessThanOrEqual(9);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the sentence for the committee", () => {
  const last = new Date("2026-11-21T02:12:00Z");
  it.each([
    [{ last, failedAt: null, kept: 7 }, "ok", "Dernière sauvegarde\u00a0: 21.11.2026, 03:12", false],
    [{ last: null, failedAt: null, kept: 7 }, "none", "La première se fait toute seule", false],
    [{ last: hoursBefore(DAY, 51), failedAt: null, kept: 7 }, "stale", "une par jour. Demandez", true],
    [{ last, failedAt: DAY, kept: 7 }, "failed", "a échoué. Demandez à la personne", true],
    [{ last: null, failedAt: DAY, kept: 7 }, "failed", "Il n’y a encore aucune sauvegarde.", true],
    [{ last: null, failedAt: null, kept: 0 }, "off", "ne se sauvegarde pas tout seul", true],
  ])("of %j: %s", (backups, state, sentence, urgent) => {
    expect(backupState(backups, DAY)).toBe(state);
    expect(backupSentence(backups, DAY)).toEqual({ text: expect.stringContaining(sentence), urgent });
  });
});
