import { describe, expect, it } from "vitest";
import { TYPED_DATES_SENTENCES } from "#domain/events/typed-dates.ts";
import { readEventLines, TYPED_EVENT_SENTENCES } from "#domain/events/typed-events.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const TODAY = "2026-11-29";
const readAll = (text: string, existing = [] as Parameters<typeof readEventLines>[1]) =>
  readEventLines(text, existing, TODAY).map((line) =>
    line.is === "new"
      ? [
          line.fields.firstDay || line.fields.month,
          line.fields.lastDay,
          [line.fields.startTime, line.fields.endTime].filter(Boolean).join("-"),
          line.fields.name,
          line.fields.place,
        ].join("|")
      : line.is === "heading"
        ? "heading"
        : line.why,
  );

describe("a line becomes a draft", () => {
  it.each([
    ["12.12 Bal de Noël, halle", "2026-12-12|||Bal de Noël|halle"],
    ["12.12.2026 Bal de Noël, halle", "2026-12-12|||Bal de Noël|halle"],
    ["12.12.27 Bal, halle", "2027-12-12|||Bal|halle"],
    ["12/12: Bal, halle", "2026-12-12|||Bal|halle"],
    ["12 décembre Bal, halle", "2026-12-12|||Bal|halle"],
    ["1er août 2027 Feu, Prabé", "2027-08-01|||Feu|Prabé"],
    ["le 12 dec. – Bal – halle", "2026-12-12|||Bal|halle"],
    ["sa 12.12 Bal, halle", "2026-12-12|||Bal|halle"],
    ["samedi 12 décembre 2026, Bal, halle", "2026-12-12|||Bal|halle"],
    ["di. 12.12 Bal, halle", "2027-12-12|||Bal|halle"],
    ["28.11 Loto, salle", "2027-11-28|||Loto|salle"],
    ["29.11 Loto, salle", "2026-11-29|||Loto|salle"],
    ["29.2 Carnaval, rue", "2028-02-29|||Carnaval|rue"],
    ["12-13.12 Camp, Derborence", "2026-12-12|2026-12-13||Camp|Derborence"],
    ["12.–13.12.2026 Camp, Derborence", "2026-12-12|2026-12-13||Camp|Derborence"],
    ["du 12 au 13 décembre Camp, Derborence", "2026-12-12|2026-12-13||Camp|Derborence"],
    ["sa 12 - di 13.12 Camp, Derborence", "2026-12-12|2026-12-13||Camp|Derborence"],
    ["sam. 31 juillet au dim. 1er août Fête, place", "2027-07-31|2027-08-01||Fête|place"],
    ["1. août Fête, place", "2027-08-01|||Fête|place"],
    ["31.12-1.1 Nouvel An, halle", "2026-12-31|2027-01-01||Nouvel An|halle"],
    ["31.12-1.1.2028 Nouvel An, halle", "2027-12-31|2028-01-01||Nouvel An|halle"],
    ["12 et 13.12 Camp, Derborence", "2026-12-12|2026-12-13||Camp|Derborence"],
    ["mars 2027 Sortie à ski, Anzère", "2027-03|||Sortie à ski|Anzère"],
    ["12.12 20h Bal, halle", "2026-12-12||20:00|Bal|halle"],
    ["12.12. 20 h 30 Bal, halle", "2026-12-12||20:30|Bal|halle"],
    ["12.12 Bal, dès 20h30, halle", "2026-12-12||20:30|Bal|halle"],
    ["12.12 Bal, halle, de 22h à 4h", "2026-12-12||22:00-04:00|Bal|halle"],
    ["12.12 Bal 20:00-02:00, halle", "2026-12-12||20:00-02:00|Bal|halle"],
    ["12.12 12h de Savièse, stade", "2026-12-12|||12h de Savièse|stade"],
    ["12.12 Bal, souper et loto, halle", "2026-12-12|||Bal, souper et loto|halle"],
    ["12.12 10 ans de la Jeunesse, halle", "2026-12-12|||10 ans de la Jeunesse|halle"],
    ["•\t12.12\tBal de Noël\tHalle des fêtes", "2026-12-12|||Bal de Noël|Halle des fêtes"],
    ["o\t12.12 Bal, halle", "2026-12-12|||Bal|halle"],
    ["1.\t12.12 Bal, halle", "2026-12-12|||Bal|halle"],
    ["1. 12.12 Bal, halle", "2026-12-12|||Bal|halle"],
    ["🎄 12.12 Bal de Noël 🎅, halle", "2026-12-12|||Bal de Noël 🎅|halle"],
    ["[12.10.26, 20:15:02] Léa: 12.12 Bal, halle", "2026-12-12|||Bal|halle"],
    ["- *12.12* Bal, halle", "2026-12-12|||Bal|halle"],
  ])("« %s » is read as %s", (typed, read) => expect(readAll(typed)).toEqual([read]));
});

describe("a line that cannot become a draft gets a sentence with the reason", () => {
  it.each([
    ["Bal de Noël, halle", TYPED_DATES_SENTENCES.none],
    ["31.2 Bal, halle", TYPED_DATES_SENTENCES.noSuchDay("31.2")],
    ["12.13 Bal, halle", TYPED_DATES_SENTENCES.noSuchDay("12.13")],
    ["lu 12.12.2026 Bal, halle", TYPED_DATES_SENTENCES.weekday("2026-12-12")],
    ["12.12 et 19.12 Bal, halle", TYPED_DATES_SENTENCES.apart],
    ["13-12.12 Bal, halle", TYPED_DATES_SENTENCES.order],
    ["12.12", TYPED_EVENT_SENTENCES.name],
    ["12.12 Bal de Noël", TYPED_EVENT_SENTENCES.place],
    [
      `12.12 ${"Bal".repeat(50)}, halle`,
      "Nom de l’événement\u00a0: Ce texte est trop long\u00a0: 120 caractères au maximum.",
    ],
    ["12.12.2150 Bal, halle", "Indiquez une année entre 2000 et 2099."],
  ])("« %s »: « %s »", (typed, why) => expect(readAll(typed)).toEqual([why]));
});

it("a typed list of events creates no event twice: neither for a repeated line, nor for an event that exists on that day", () => {
  const there = anEvent({ name: "BAL de Noel", month: "2026-12", firstDay: "2026-12-12" });
  expect(readAll("12.12 Bal de Noël, halle\n\n13.12 Loto, salle\n13.12. LOTO, halle", [there])).toEqual([
    TYPED_EVENT_SENTENCES.there,
    "2026-12-13|||Loto|salle",
    "C’est déjà à la ligne 3.",
  ]);
});

it("a typed list of events reads the dates below a year in this year", () =>
  expect(readAll("Programme 2028 :\n12.12 Bal, halle\n31.12-1.1 Nouvel An, halle")).toEqual([
    "heading",
    "2028-12-12|||Bal|halle",
    "2028-12-31|2029-01-01||Nouvel An|halle",
  ]));
