import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { debutDuJour, dernierJourEfface, effaceLe, jourPlus, limiteDeConservation } from "#domain/conservation.ts";
import { jourAZurich } from "#domain/dates.ts";

const jours = fc.integer({ min: 0, max: 40_000 }).map((n) => jourPlus("2000-01-01", n));
const mois = fc.integer({ min: 1, max: 120 });

describe("the day an entry is deleted", () => {
  it.each([
    ["2025-12-01", 12, "2026-12-01"],
    ["2025-08-05", 24, "2027-08-05"],
    ["2025-11-30", 3, "2026-03-01"],
    ["2025-08-31", 6, "2026-03-01"],
    ["2025-08-31", 1, "2025-10-01"],
    ["2024-02-29", 12, "2025-03-01"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2025-12-31", 1, "2026-01-31"],
  ])("of one treated on %s and kept %i months is %s", (traite, nombre, attendu) =>
    expect(effaceLe(traite, nombre)).toBe(attendu),
  );

  it("is the first day on which it lies before the limit, and so is every day after", () =>
    fc.assert(
      fc.property(jours, jours, mois, (traite, jour, nombre) => {
        expect(effaceLe(traite, nombre) <= jour).toBe(traite <= dernierJourEfface(jour, nombre));
        expect(debutDuJour(traite) < limiteDeConservation(jour, nombre)).toBe(effaceLe(traite, nombre) <= jour);
      }),
    ));
});

describe("a day in Zurich", () => {
  it.each([
    ["2025-01-15", "2025-01-14T23:00:00.000Z"],
    ["2025-07-15", "2025-07-14T22:00:00.000Z"],
    ["2025-03-30", "2025-03-29T23:00:00.000Z"],
    ["2025-03-31", "2025-03-30T22:00:00.000Z"],
    ["2025-10-26", "2025-10-25T22:00:00.000Z"],
    ["2025-10-27", "2025-10-26T23:00:00.000Z"],
  ])("%s begins at %s", (jour, attendu) => expect(debutDuJour(jour).toISOString()).toBe(attendu));

  it("begins with the first instant of the day, whatever the day", () =>
    fc.assert(
      fc.property(jours, (jour) => {
        const debut = debutDuJour(jour);
        expect(jourAZurich(debut)).toBe(jour);
        expect(jourAZurich(new Date(debut.getTime() - 1))).toBe(jourPlus(jour, -1));
      }),
    ));

  it("is asked for by its name only", () => expect(() => debutDuJour("demain")).toThrow(RangeError));
});
