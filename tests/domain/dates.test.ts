import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anneesAvant,
  anneesRevolues,
  dayInFrench,
  estJour,
  finDuMois,
  heureEnFrancais,
  jourAZurich,
  jourSuisse,
  joursApres,
  joursEnFrancais,
  MOIS,
  moisEnFrancais,
  nextMonth,
} from "#domain/dates.ts";

const jour = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("today", () => {
  it.each([
    ["2025-08-01T21:59:59.999Z", "2025-08-01", "just before midnight in summer"],
    ["2025-08-01T22:00:00.000Z", "2025-08-02", "midnight in summer"],
    ["2025-12-31T22:59:59.999Z", "2025-12-31", "just before midnight in winter"],
    ["2025-12-31T23:00:00.000Z", "2026-01-01", "New Year in the village, not yet in Greenwich"],
    ["2025-03-30T00:59:59.999Z", "2025-03-30", "the night in which summer time begins"],
  ])("at %s is %s in the village (%s)", (instant, attendu) => {
    expect(jourAZurich(new Date(instant))).toBe(attendu);
  });
});

describe("a date field", () => {
  it.each(["1900-01-01", "2008-02-29", "2000-02-29", "2025-12-31"])("accepts %s", (texte) => {
    expect(estJour(texte)).toBe(true);
  });

  it.each([
    "",
    "2025-02-29",
    "1900-02-29",
    "2025-02-30",
    "2025-04-31",
    "2025-13-01",
    "2025-00-10",
    "2025-01-00",
    "1899-12-31",
    "0099-01-01",
    "2025-1-1",
    "01.08.2008",
    " 2025-01-01",
    "2025-01-01\n",
    "2025-01-01T00:00",
    "+12025-01-01",
    "٢٠٢٥-٠١-٠١",
  ])("refuses %j", (texte) => {
    expect(estJour(texte)).toBe(false);
  });

  it("accepts every day that exists", () => {
    fc.assert(fc.property(jour, (texte) => estJour(texte)));
  });

  it("answers on anything at all, and accepts only what the calendar knows", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/)), (texte) => {
        const instant = new Date(`${texte}T00:00:00.000Z`);
        const existe = !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === texte;
        expect(estJour(texte)).toBe(existe && texte >= "1900");
      }),
    );
  });
});

describe("age in whole years", () => {
  it.each([
    ["2009-08-02", "2025-08-01", 15, "the day before the birthday"],
    ["2009-08-01", "2025-08-01", 16, "the birthday itself"],
    ["2009-07-31", "2025-08-01", 16, "the day after"],
    ["2008-02-29", "2025-02-28", 16, "born on 29 February, the day before"],
    ["2008-02-29", "2025-03-01", 17, "born on 29 February, from 1 March on"],
    ["2008-02-29", "2024-02-29", 16, "born on 29 February, in a leap year"],
    ["2025-08-01", "2025-08-01", 0, "born today"],
    ["2025-08-02", "2025-08-01", -1, "born tomorrow"],
  ])("of somebody born on %s is on %s: %i (%s)", (naissance, aujourdhui, age) => {
    expect(anneesRevolues(naissance, aujourdhui)).toBe(age);
  });

  it("grows by one on the birthday and on no other day of the year", () => {
    fc.assert(
      fc.property(jour, jour, (naissance, aujourdhui) => {
        const hier = new Date(Date.parse(aujourdhui) - 86_400_000).toISOString().slice(0, 10);
        const anniversaire =
          aujourdhui.slice(5) === naissance.slice(5) ||
          (naissance.endsWith("02-29") && aujourdhui.endsWith("03-01") && hier.endsWith("02-28"));
        expect(anneesRevolues(naissance, aujourdhui) - anneesRevolues(naissance, hier)).toBe(anniversaire ? 1 : 0);
      }),
    );
  });

  it("never grows when the birth date is later", () => {
    fc.assert(
      fc.property(jour, jour, jour, (a, b, aujourdhui) => {
        const [tot, tard] = a < b ? [a, b] : [b, a];
        expect(anneesRevolues(tot, aujourdhui)).toBeGreaterThanOrEqual(anneesRevolues(tard, aujourdhui));
      }),
    );
  });
});

describe("some years before a day", () => {
  it.each([
    ["2025-08-01", 18, "2007-08-01"],
    ["2024-02-29", 18, "2006-02-28"],
    ["2024-02-29", 16, "2008-02-29"],
    ["2000-02-29", 100, "1900-02-28"],
  ])("is from %s, %i years: %s", (depuis, annees, attendu) => {
    expect(anneesAvant(depuis, annees)).toBe(attendu);
  });

  it("is a day that exists, on which somebody who has that age today was born", () => {
    const recent = jour.filter((texte) => texte >= "2020");
    fc.assert(
      fc.property(recent, fc.integer({ min: 0, max: 120 }), (aujourdhui, annees) => {
        const naissance = anneesAvant(aujourdhui, annees);
        expect(estJour(naissance)).toBe(true);
        expect(anneesRevolues(naissance, aujourdhui)).toBe(annees);
      }),
    );
  });
});

describe("a date for people", () => {
  it("is written day.month.year", () => {
    expect(jourSuisse("2008-08-05")).toBe("05.08.2008");
  });

  it.each([
    ["2008-11-22", "22\u00a0novembre\u00a02008"],
    ["2008-08-01", "1er\u00a0août\u00a02008"],
  ])("is said as %s: %s", (day, said) => {
    expect(dayInFrench(day)).toBe(said);
  });

  it.each([
    ["2026-11-22", "2026-12"],
    ["2026-12-31", "2027-01"],
    ["2027-01-31", "2027-02"],
  ])("in %s is followed by %s", (day, month) => {
    expect(nextMonth(day)).toBe(month);
  });

  it("keeps the day it stands for", () => {
    fc.assert(fc.property(jour, (texte) => jourSuisse(texte).split(".").reverse().join("-") === texte));
  });

  it.each([
    ["2025-08", "Août 2025"],
    ["2025-01", "Janvier 2025"],
    ["2025-12", "Décembre 2025"],
    ["2026-02", "Février 2026"],
  ])("names the month %s in French with a capital: %s", (mois, attendu) => {
    expect(moisEnFrancais(mois)).toBe(attendu);
  });

  it("offers the twelve months by number and French name", () => {
    expect(MOIS.map(({ numero, nom }) => `${numero} ${nom}`)).toEqual([
      "01 Janvier",
      "02 Février",
      "03 Mars",
      "04 Avril",
      "05 Mai",
      "06 Juin",
      "07 Juillet",
      "08 Août",
      "09 Septembre",
      "10 Octobre",
      "11 Novembre",
      "12 Décembre",
    ]);
  });
});

describe("exact days and an hour", () => {
  it.each([
    ["2025-06-14", "", "sam. 14 juin"],
    ["2025-08-01", "2025-08-03", "du ven. 1er au dim. 3 août"],
    ["2024-02-28", "2024-02-29", "du mer. 28 au jeu. 29 février"],
    ["2025-03-30", "", "dim. 30 mars"],
    ["2025-12-31", "", "mer. 31 décembre"],
  ])("from %s to « %s » are written %s", (du, au, attendu) => {
    expect(joursEnFrancais(du, au).replaceAll("\u00a0", " ")).toBe(attendu);
  });

  it.each([
    ["19:30", "19 h 30"],
    ["19:00", "19 h"],
    ["09:05", "9 h 05"],
    ["00:00", "0 h"],
  ])("%s is written %s", (heure, attendu) => {
    expect(heureEnFrancais(heure).replaceAll("\u00a0", " ")).toBe(attendu);
  });

  it("never break a day from its month, nor an hour from its minutes", () => {
    expect(joursEnFrancais("2025-06-14", "")).toBe("sam.\u00a014\u00a0juin");
    expect(heureEnFrancais("19:30")).toBe("19\u00a0h\u00a030");
  });

  it.each([
    ["2024-02", "2024-02-29"],
    ["2025-02", "2025-02-28"],
    ["2025-12", "2025-12-31"],
  ])("the month %s ends on %s", (mois, attendu) => {
    expect(finDuMois(mois)).toBe(attendu);
  });

  it("follow each other without a gap, summer time or not", () => {
    fc.assert(
      fc.property(jour, (texte) => {
        const demain = joursApres(texte, 1);
        expect(joursApres(demain, -1)).toBe(texte);
        expect(demain > texte).toBe(true);
        if (!demain.endsWith("-01")) expect(Number(demain.slice(8))).toBe(Number(texte.slice(8)) + 1);
        else expect(finDuMois(texte.slice(0, 7))).toBe(texte);
      }),
    );
  });
});

describe("a month that an older site wrote otherwise", () => {
  it.each(["2025-13", "août 2025", "", "2025"])("is shown as it is: « %s »", (texte) => {
    expect(moisEnFrancais(texte)).toBe(texte);
  });
});
