import ICAL from "ical.js";
import { expect, it } from "vitest";
import { type VcardContact, writeVcard } from "#calendar/vcard.ts";

const CARD: VcardContact = {
  name: "Jeunesse de Savièse",
  url: `https://exemple.ch/ma-fiche/${"a1B2".repeat(14)}`,
  email: "contact@exemple.ch",
  phone: "+41791234567",
  note: "Fiche personnelle de Zoé Héritier.",
};

/** Unfolds and reads a card without a library, in the order of its lines. */
function read(card: string): [property: string, value: string][] {
  const lines = card.replaceAll("\r\n ", "").split("\r\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => {
    const [, property = "", value = ""] = /^([^:]+):(.*)$/s.exec(line) ?? expect.fail(line);
    return [property, value.replace(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character))];
  });
}

it("a contact card describes an organisation in vCard 3.0, which iOS and Android import", () => {
  expect(read(writeVcard(CARD))).toEqual([
    ["BEGIN", "VCARD"],
    ["VERSION", "3.0"],
    ["FN", "Jeunesse de Savièse"],
    ["N", ";;;;"],
    ["ORG", "Jeunesse de Savièse"],
    ["X-ABShowAs", "COMPANY"],
    ["EMAIL;TYPE=INTERNET", "contact@exemple.ch"],
    ["TEL;TYPE=VOICE", "+41791234567"],
    ["URL", CARD.url],
    ["NOTE", "Fiche personnelle de Zoé Héritier."],
    ["END", "VCARD"],
  ]);
  const parsed = new ICAL.Component(ICAL.parse(writeVcard(CARD)) as unknown[]);
  expect(["fn", "url", "tel"].map((name) => String(parsed.getFirstPropertyValue(name)))).toEqual([
    CARD.name,
    CARD.url,
    CARD.phone,
  ]);
  expect(read(writeVcard({ ...CARD, email: "", phone: "" })).map(([property]) => property)).not.toContain(
    "TEL;TYPE=VOICE",
  );
});

it.each([
  "Fiche personnelle de Marie-Joséphine, dite « Mé »; née \\ de Torrenté.\nSi le lien ne marche plus\u00a0: https://exemple.ch",
  "é".repeat(400),
  "😀".repeat(90),
])(
  "a contact card keeps a note with any characters, and folds its lines at 75 bytes between characters: %s",
  (note) => {
    const card = writeVcard({ ...CARD, note });
    expect(new Map(read(card)).get("NOTE")).toBe(note);
    for (const line of card.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(card.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  },
);

it("a line break in a member's name stays inside the note of the contact card, and adds no property", () => {
  const card = read(writeVcard({ ...CARD, note: "Zoé\r\nURL:https://autre.exemple.ch" }));
  expect(card.filter(([property]) => property === "URL")).toEqual([["URL", CARD.url]]);
});
