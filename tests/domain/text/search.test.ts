import { describe, expect, it } from "vitest";
import { foldText, searchWords } from "#domain/text/search.ts";

describe("a folded text", () => {
  it.each([
    ["Héritier", "heritier"],
    ["Chemin des Treize-Étoiles 4", "chemin des treize etoiles 4"],
    ["L’idée d'Agathe", "l idee d agathe"],
    ["Cœur, ŒUVRE & Ætna, Straße", "coeur oeuvre aetna strasse"],
    ["İstanbul", "istanbul"],
    ["a\u00adb\u202ec", "abc"],
    ["  deux\n\tlignes ", "deux lignes"],
    ["مرحبا 🎺", "مرحبا 🎺"],
    ["…", ""],
  ])("of '%s' is '%s'", (text, expected) => expect(foldText(text)).toBe(expected));
});

describe("the words of a search", () => {
  it.each([
    ["", []],
    [" - ", []],
    ["Zoé  HÉRITIER", ["zoe", "heritier"]],
    ["079 123 45 67", ["0791234567"]],
    ["+41 79 123 45 67", ["0791234567"]],
    ["079 123", ["079", "123"]],
  ])("of '%s' are %j", (text, expected) => expect(searchWords(text)).toEqual(expected));

  it("are limited in number", () => expect(searchWords("mot ".repeat(1000)).length).toBeLessThan(20));
});
