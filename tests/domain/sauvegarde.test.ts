import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { etatDeSauvegarde, phraseDeSauvegarde, sauvegardeDue } from "#domain/sauvegarde.ts";

const HEURE = 60 * 60 * 1000;
/** Quarter past three at night, and two in the afternoon, in Savièse. */
const NUIT = new Date("2026-11-21T02:15:00Z");
const JOUR = new Date("2026-11-21T13:00:00Z");
const avant = (instant: Date, heures: number) => new Date(instant.getTime() - heures * HEURE);

describe("a backup is due", () => {
  it("when there is none", () => {
    expect(sauvegardeDue(null, JOUR, 0)).toBe(true);
  });

  it("at night once half a day has passed, by day only after a whole one", () => {
    expect(sauvegardeDue(avant(NUIT, 13), NUIT, 0)).toBe(true);
    expect(sauvegardeDue(avant(NUIT, 11), NUIT, 0)).toBe(false);
    expect(sauvegardeDue(avant(JOUR, 23), JOUR, 0)).toBe(false);
    expect(sauvegardeDue(avant(JOUR, 24), JOUR, 0)).toBe(true);
  });

  it("once a day after the clock was set back, neither never nor all the time", () => {
    const futur = new Date("2031-01-01T00:00:00Z");
    expect(sauvegardeDue(futur, JOUR, 0)).toBe(false);
    expect(sauvegardeDue(futur, JOUR, 24 * HEURE)).toBe(true);
  });

  it("about once a day whatever the hour at which the site was started, looked at every ten minutes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 24 * 60 }), (minutes) => {
        const debut = Date.UTC(2026, 0, 1) + minutes * 60_000;
        const faites: number[] = [];
        for (let t = debut; t < debut + 7 * 24 * HEURE; t += HEURE / 6) {
          const derniere = faites.at(-1);
          if (sauvegardeDue(derniere === undefined ? null : new Date(derniere), new Date(t), 0)) faites.push(t);
        }
        const pauses = faites.slice(1).map((t, rang) => t - (faites[rang] ?? 0));
        expect(Math.max(...pauses)).toBeLessThanOrEqual(24 * HEURE);
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(12 * HEURE);
        expect(faites.length).toBeLessThanOrEqual(9);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the committee is told", () => {
  const derniere = new Date("2026-11-21T02:12:00Z");
  it.each([
    [{ derniere, echecLe: null, gardees: 7 }, "ok", "Dernière sauvegarde\u00a0: 21.11.2026, 03:12", false],
    [{ derniere: null, echecLe: null, gardees: 7 }, "aucune", "La première se fait toute seule", false],
    [{ derniere: avant(JOUR, 51), echecLe: null, gardees: 7 }, "ancienne", "une par jour. Prévenez", true],
    [{ derniere, echecLe: JOUR, gardees: 7 }, "echec", "a échoué. Prévenez la personne", true],
    [{ derniere: null, echecLe: JOUR, gardees: 7 }, "echec", "Il n’y a encore aucune sauvegarde.", true],
    [{ derniere: null, echecLe: null, gardees: 0 }, "coupee", "ne se sauvegarde pas tout seul", true],
  ])("of %j: %s", (sauvegardes, etat, phrase, alerte) => {
    expect(etatDeSauvegarde(sauvegardes, JOUR)).toBe(etat);
    expect(phraseDeSauvegarde(sauvegardes, JOUR)).toEqual({ texte: expect.stringContaining(phrase), alerte });
  });
});
