import { describe, expect, it } from "vitest";
import { composeToDoLetter, mondayOfToDoLetters, type ToDoLine } from "#domain/to-do/to-do-letter.ts";

const TODAY = "2027-03-29";
const options = { today: TODAY, publicUrl: "https://jeunesse.exemple.ch" };
const line = (fields: Partial<ToDoLine> & { day?: string } = {}): ToDoLine => ({
  id: "x",
  text: "Réserver la salle",
  eventName: "Fête",
  who: "",
  due: { day: fields.day ?? TODAY, isApproximate: false },
  ...fields,
});

describe("the Monday of the letters", () => {
  it.each([
    // The clocks change on the Sundays 28 March and 31 October 2027.
    ["2027-03-22T05:59:59Z", null],
    ["2027-03-22T06:00:00Z", "2027-03-22"],
    ["2027-03-29T04:59:59Z", null],
    ["2027-03-29T05:00:00Z", "2027-03-29"],
    ["2027-03-29T21:59:59Z", "2027-03-29"],
    ["2027-03-29T22:00:00Z", null],
    ["2027-03-28T05:00:00Z", null],
    ["2027-10-25T05:00:00Z", "2027-10-25"],
    ["2027-11-01T05:59:59Z", null],
    ["2027-11-01T06:00:00Z", "2027-11-01"],
    // Midnight in Zurich.
    ["2027-11-01T22:59:59Z", "2027-11-01"],
    ["2027-10-31T23:30:00Z", null],
  ])("at %s is %s", (now, monday) => {
    expect(mondayOfToDoLetters(new Date(now))).toBe(monday);
  });
});

describe("the letter of Monday", () => {
  it("has the late ones first, by day, with the first names, the page, and how to switch it off", () => {
    const { subject, text, html } = composeToDoLetter(
      [
        line({ day: "2027-04-01", text: "Caisses, monnaie", who: "Léa" }),
        line({ day: "2027-03-20", text: "Affiche", who: "Zoé" }),
        line({ day: "2026-12-31", text: "Payer le domaine", eventName: "Association" }),
        line({ due: { day: "2027-04-02", isApproximate: true }, text: "DJ <b>ou</b> groupe", eventName: "" }),
      ],
      options,
    );
    expect(subject).toBe("À faire\u00a0: 2 en retard, 2 dans les sept jours");
    expect(text.replaceAll("\u00a0", " ")).toBe(`À faire
2 en retard, 2 dans les sept jours

! En retard

jeudi 31 décembre 2026 : Payer le domaine, Association
samedi 20 mars : Affiche, Fête (Zoé)

Dans les sept jours

jeudi 1er avril : Caisses, monnaie, Fête (Léa)
vers le vendredi 2 avril : DJ <b>ou</b> groupe

Ouvrir « À faire » :
https://jeunesse.exemple.ch/a-faire

Ne plus recevoir cet e-mail : https://jeunesse.exemple.ch/comptes#rappels

Cet e-mail part le lundi à 7 h, quand quelque chose est en retard ou prévu dans les sept jours. Les listes complètes sont sur le site.
La Jeunesse de Savièse
`);
    for (const words of [
      "DJ &lt;b&gt;ou&lt;/b&gt; groupe",
      'href="https://jeunesse.exemple.ch/a-faire"',
      'href="https://jeunesse.exemple.ch/comptes#rappels"',
    ])
      expect(html).toContain(words);
  });

  it("leaves out an empty part, and counts what a long list leaves out", () => {
    const { subject, text } = composeToDoLetter(
      Array.from({ length: 23 }, () => line()),
      options,
    );
    expect(subject).toBe("À faire\u00a0: 23 dans les sept jours");
    expect(text).not.toContain("En retard");
    expect(text.split("Réserver la salle")).toHaveLength(21);
    expect(text).toContain("\nEt 3 autres.\n");
    expect(composeToDoLetter([line({ day: "2027-01-01", text: "a\nb", eventName: "" })], options).text).toContain(
      ": a b\n",
    );
  });
});
