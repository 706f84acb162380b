import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDay } from "#domain/dates.ts";
import { compareEvenements, EMPTY_EVENEMENT, isOver, newEvenementId, nextEvenement } from "#domain/evenement.ts";
import { EVENEMENT_SENTENCES, evenementSchema } from "#domain/evenement-fields.ts";
import { errorsByField, SENTENCES } from "#domain/fields.ts";
import { isIdentifier } from "#domain/identifiers.ts";
import { DAYS_SENTENCES, daysAndTime } from "#domain/planning/days.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";

const evenement = (Nom: string, mois: string) => anEvenement({ Nom, Date: mois });

describe("the order of the planning", () => {
  it("is by month, then by name as French sorts it", () => {
    const order = [
      evenement("Zumba", "2024-12"),
      evenement("Carnaval", "2025-02"),
      evenement("Bal", "2025-08"),
      evenement("Éclats", "2025-08"),
      evenement("Fête", "2025-08"),
      evenement("Assemblée", "2025-11"),
    ];
    expect([...order].reverse().sort(compareEvenements)).toEqual(order);
  });

  it("does not depend on the order in which the store lists events", () => {
    const fields = fc
      .tuple(
        fc.constantFrom("Bal", "bal", "Bâl", "Zumba"),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(2024, 2025),
      )
      .map(([Nom, mois, annee]) => evenement(Nom, `${annee}-${String(mois).padStart(2, "0")}`));
    fc.assert(
      fc.property(fc.array(fields), (evenements) => {
        const tries = [...evenements].sort(compareEvenements);
        expect([...evenements].reverse().sort(compareEvenements)).toEqual(tries);
        const mois = tries.map((evenement) => evenement.Date);
        expect(mois).toEqual([...mois].sort());
      }),
    );
  });
});

describe("the order inside one month", () => {
  it("is by exact day, and an event without a day comes after those with one, by name", () => {
    const order = [
      anEvenement({ Nom: "Zumba", FirstDay: "2025-08-01" }),
      anEvenement({ Nom: "Bal", FirstDay: "2025-08-15" }),
      anEvenement({ Nom: "Loto", FirstDay: "2025-08-15", LastDay: "2025-08-16" }),
      anEvenement({ Nom: "Assemblée" }),
      anEvenement({ Nom: "Éclats" }),
      anEvenement({ Nom: "Fête" }),
    ];
    expect([...order].reverse().sort(compareEvenements)).toEqual(order);
  });
});

describe("an event is over", () => {
  it.each([
    [{ FirstDay: "2025-08-01" }, "2025-08-01", false],
    [{ FirstDay: "2025-08-01" }, "2025-08-02", true],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-03" }, "2025-08-03", false],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-03" }, "2025-08-04", true],
    [{}, "2025-08-31", false],
    [{}, "2025-09-01", true],
    [{ Date: "été 2025" }, "2099-01-01", false],
    [{ FirstDay: "le premier" }, "2025-08-31", false],
    [{ FirstDay: "2025-08-01", StartTime: "19:00", EndTime: "23:00" }, "2025-08-01", true],
    [{ FirstDay: "2025-08-01", StartTime: "22:00", EndTime: "04:00" }, "2025-08-01", false],
    [{ FirstDay: "2025-08-01", StartTime: "22:00", EndTime: "04:00" }, "2025-08-02", true],
    [{ FirstDay: "2025-08-01", StartTime: "22:00", EndTime: "23:59" }, "2025-08-01", false],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-02", StartTime: "20:00", EndTime: "04:00" }, "2025-08-02", false],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-02", StartTime: "20:00", EndTime: "04:00" }, "2025-08-03", true],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-02", StartTime: "20:00", EndTime: "17:00" }, "2025-08-02", true],
  ])("with %j in the late evening of %s: %j", (fields, day, past) => {
    expect(isOver(anEvenement(fields), { day, time: "23:30" })).toBe(past);
  });

  it("at four in the morning, when it went on till then", () => {
    const night = anEvenement({ FirstDay: "2024-02-29", Date: "2024-02", StartTime: "22:00", EndTime: "04:00" });
    expect(isOver(night, { day: "2024-03-01", time: "03:59" })).toBe(false);
    expect(isOver(night, { day: "2024-03-01", time: "04:00" })).toBe(true);
  });
});

describe("the next event", () => {
  it("is the nearest that takes place as announced and is not over", () => {
    const ball = anEvenement({ Nom: "Bal", FirstDay: "2025-08-15" });
    const list = [
      anEvenement({ Nom: "Loto", Date: "2025-11" }),
      anEvenement({ Nom: "Concert", FirstDay: "2025-08-10", State: "annule" }),
      anEvenement({ Nom: "Tournoi", FirstDay: "2025-08-11", State: "reporte" }),
      ball,
      anEvenement({ Nom: "Carnaval", FirstDay: "2025-08-01" }),
      anEvenement({ Nom: "Énigme", Date: "été" }),
      anEvenement({ Nom: "Surprise", FirstDay: "2025-08-03", Publication: "draft" }),
      anEvenement({ Nom: "Surprise", FirstDay: "2025-08-03", Publication: "2025-08-02T08:00:00.000Z" }),
    ];
    expect(nextEvenement(list, { day: "2025-08-02", time: "00:00" })).toBe(ball);
    expect(nextEvenement(list, { day: "2025-08-16", time: "00:00" })?.Nom).toBe("Loto");
    expect(nextEvenement(list, { day: "2025-11-30", time: "00:00" })?.Nom).toBe("Loto");
    expect(nextEvenement(list, { day: "2025-12-01", time: "00:00" })).toBeNull();
    expect(nextEvenement([], { day: "2025-08-02", time: "00:00" })).toBeNull();
  });
});

describe("what the card adds to the month", () => {
  it.each([
    [{}, ""],
    [{ FirstDay: "2025-08-01" }, "ven. 1er août"],
    [{ FirstDay: "2025-08-01", StartTime: "19:30" }, "ven. 1er août, dès 19 h 30"],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-03", StartTime: "19:00" }, "du ven. 1er au dim. 3 août, dès 19 h"],
    [{ FirstDay: "2025-06-14", Date: "2025-06", StartTime: "22:00", EndTime: "04:00" }, "sam. 14 juin, de 22 h à 4 h"],
    [
      { FirstDay: "2025-08-01", LastDay: "2025-08-03", StartTime: "19:00", EndTime: "17:30" },
      "du ven. 1er au dim. 3 août, dès 19 h, jusqu’à 17 h 30",
    ],
    [{ FirstDay: "le premier" }, ""],
  ])("with %j: « %s »", (fields, expected) => {
    expect(daysAndTime(anEvenement(fields)).replaceAll("\u00a0", " ")).toBe(expected);
  });
});

describe("the identifier of an event", () => {
  it.each([
    ["Fête d’été", "2025-08", "Fête0825"],
    ["Loto", "2025-11", "Loto1125"],
    ["100% Rock", "2030-01", "1000130"],
    ["🎉 🎉", "2025-08", "Evenement0825"],
  ])("of %s in %s is %s", (Nom, mois, id) => {
    expect(newEvenementId(evenement(Nom, mois))).toBe(id);
  });

  it("can stand in a URL and name a folder, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (Nom) =>
        isIdentifier(newEvenementId(evenement(Nom, "2025-08"))),
      ),
    );
  });
});

describe("the event form", () => {
  const typed = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Savièse" };
  const errors = (fields: Record<string, unknown>) => {
    const outcome = evenementSchema().safeParse({ ...typed, ...fields });
    return outcome.success ? {} : errorsByField(outcome.error);
  };

  it("gives the document's fields, month and year as one, and nothing else", () => {
    expect(evenementSchema().parse({ ...typed, AfterMovie: "youtu.be/abc", version: "3", id: "x" })).toStrictEqual({
      ...EMPTY_EVENEMENT,
      Nom: "Fête",
      Date: "2025-08",
      Lieu: "Savièse",
      AfterMovie: "https://youtu.be/abc",
    });
  });

  it.each([undefined, "", " "])("has an empty link when none was given: %j", (AfterMovie) => {
    expect(evenementSchema().parse({ ...typed, AfterMovie }).AfterMovie).toBe("");
  });

  it.each(["01", "12"])("knows the month %s", (mois) => {
    expect(evenementSchema().parse({ ...typed, mois }).Date).toBe(`2025-${mois}`);
  });

  it.each([undefined, "", "13", "00", "8", "août", "2025-08", ["08", "09"]])("refuses the month %j", (mois) => {
    expect(errors({ mois })).toEqual({ mois: "Choisissez un mois de la liste." });
  });

  it.each(["2000", " 2025 ", "2099"])("knows the year %j", (annee) => {
    expect(evenementSchema().parse({ ...typed, annee }).Date).toBe(`${annee.trim()}-08`);
  });

  it.each([
    [undefined, "Indiquez une année."],
    ["", "Indiquez une année à quatre chiffres."],
    ["25", "Indiquez une année à quatre chiffres."],
    ["deux mille", "Indiquez une année à quatre chiffres."],
    ["1999", "Indiquez une année entre 2000 et 2099."],
    ["2100", "Indiquez une année entre 2000 et 2099."],
  ])("refuses the year %j", (annee, sentence) => {
    expect(errors({ annee })).toEqual({ annee: sentence });
  });

  it.each(["Nom", "Lieu"])("needs a %s of at most 120 characters", (field) => {
    expect(errors({ [field]: undefined })).toEqual({ [field]: SENTENCES.required });
    expect(errors({ [field]: "\n" })).toEqual({ [field]: SENTENCES.required });
    expect(errors({ [field]: "é".repeat(120) })).toEqual({});
    expect(errors({ [field]: "é".repeat(121) })).toEqual({ [field]: SENTENCES.tooLong(120) });
  });

  it.each([
    [{ FirstDay: "2025-08-01" }, { FirstDay: "2025-08-01", LastDay: "", StartTime: "" }],
    [
      { FirstDay: "2025-08-01", LastDay: "2025-08-01" },
      { FirstDay: "2025-08-01", LastDay: "", StartTime: "" },
    ],
    [
      { FirstDay: "2025-08-01", LastDay: "2025-08-31", StartTime: "00:00" },
      { FirstDay: "2025-08-01", LastDay: "2025-08-31", StartTime: "00:00" },
    ],
    [
      { annee: "2024", mois: "02", FirstDay: "2024-02-29" },
      { FirstDay: "2024-02-29", LastDay: "", StartTime: "" },
    ],
  ])("takes exact days and an hour: %j", (fields, expected) => {
    expect(evenementSchema().parse({ ...typed, ...fields })).toMatchObject(expected);
  });

  it.each([
    [{ FirstDay: "2025-07-31" }, { FirstDay: "Ce jour n’est pas en août 2025." }],
    [{ FirstDay: "2025-08-30", LastDay: "2025-09-01" }, { LastDay: "Ce jour n’est pas en août 2025." }],
    [{ FirstDay: "2024-08-01" }, { FirstDay: "Ce jour n’est pas en août 2025." }],
    [{ FirstDay: "2025-08-32" }, { FirstDay: DAYS_SENTENCES.day }],
    [{ FirstDay: "01.08.2025" }, { FirstDay: DAYS_SENTENCES.day }],
    [{ FirstDay: "2025-08-01", LastDay: "demain" }, { LastDay: DAYS_SENTENCES.day }],
    [{ LastDay: "2025-08-02" }, { FirstDay: DAYS_SENTENCES.firstDayToo }],
    [{ FirstDay: "2025-08-03", LastDay: "2025-08-02" }, { LastDay: DAYS_SENTENCES.order }],
    [{ StartTime: "19:30" }, { FirstDay: DAYS_SENTENCES.dayOfTime }],
    [{ FirstDay: "2025-08-01", StartTime: "24:00" }, { StartTime: DAYS_SENTENCES.time }],
    [{ FirstDay: "2025-08-01", StartTime: "19 h 30" }, { StartTime: DAYS_SENTENCES.time }],
    [{ State: "perdu" }, { State: EVENEMENT_SENTENCES.state }],
    [
      { Nom: "", FirstDay: "2025-07-31" },
      { Nom: SENTENCES.required, FirstDay: "Ce jour n’est pas en août 2025." },
    ],
    [{ mois: "13", FirstDay: "2025-07-31" }, { mois: "Choisissez un mois de la liste." }],
  ])("refuses %j with one sentence beside each field", (fields, expected) => {
    expect(errors(fields)).toEqual(expected);
  });

  it("answers on any days at all, and what it accepts lies in the month and in order", () => {
    const days = fc.oneof(
      fc.constant(""),
      fc.string(),
      fc.integer({ min: 1, max: 33 }).map((n) => `2025-08-${String(n).padStart(2, "0")}`),
    );
    fc.assert(
      fc.property(
        days,
        days,
        fc.oneof(fc.constant(""), fc.string(), fc.constant("19:30")),
        (FirstDay, LastDay, StartTime) => {
          const outcome = evenementSchema().safeParse({ ...typed, FirstDay, LastDay, StartTime });
          if (!outcome.success) return;
          const stored = outcome.data;
          if (stored.FirstDay) expect(stored.FirstDay.startsWith("2025-08-") && isDay(stored.FirstDay)).toBe(true);
          if (stored.LastDay)
            expect(stored.FirstDay < stored.LastDay && stored.LastDay.startsWith("2025-08-")).toBe(true);
          if (stored.LastDay || stored.StartTime) expect(stored.FirstDay).not.toBe("");
        },
      ),
    );
  });

  it("refuses a link that is none", () => {
    expect(errors({ AfterMovie: "javascript:alert(1)" })).toEqual({ AfterMovie: SENTENCES.link });
  });
});
