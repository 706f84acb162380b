import { describe, expect, it } from "vitest";
import { foldText, searchWords } from "#domain/text/search.ts";

describe("a folded text", () => {
  it.each([
    ["Héritier", "heritier"],
    ["Chemin des Treize-Étoiles 4", "chemin des treize etoiles 4"],
    ["L’idée d'Agathe", "l idee d agathe"],
    ["Cœur, ŒUVRE & Ætna, Straße", "coeur oeuvre aetna strasse"],
    ["İstanbul, Isparta ISPARTA, ılgaz", "istanbul isparta isparta ilgaz"],
    ["Łukasz ŁUKASZ Lukasz", "lukasz lukasz lukasz"],
    ["Đorđe Ðorde Sigurðsson Ħħ", "dorde dorde sigurdsson hh"],
    ["Sørensen SØRENSEN Ǿre", "sorensen sorensen ore"],
    ["Þór þór Ŧŧ Ŋŋ ĸ Ə", "thor thor tt nn k e"],
    ["Strauß STRAUẞ Ægir Ǽ Œuvray", "strauss strauss aegir ae oeuvray"],
    ["Åse Ångström Čapek Şahin Ñuñez Ő ű ﬁn Ĳ", "ase angstrom capek sahin nunez o u fin ij"],
    ["O’Neill O'Neill OʼNeill O`Neill O´Neill O‘Neill", "o neill o neill o neill o neill o neill o neill"],
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
