import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidats, estIdentifiant, premierMot } from "#domain/identifiants.ts";

const nImporteQuoi = fc.string({ unit: "binary", maxLength: 300 });

describe("the first word of a name", () => {
  it.each([
    ["Dupont", "Dupont"],
    ["Dupont Favre", "Dupont"],
    ["  Fête\u00a0d’été ", "Fête"],
    ["Fe\u0302te", "Fête"],
    ["L'Hoste", "L'Hoste"],
    ["L’Hoste Marie", "L’Hoste"],
    ["Zen-Ruffinen", "Zen-Ruffinen"],
    ["100%", "100"],
    ["Ana<script>", "Anascript"],
    ["../../etc/passwd", "etcpasswd"],
    ["🎺Fanfare", "Fanfare"],
    ["Ж ю", "Ж"],
  ])("of %j is %j", (nom, mot) => {
    expect(premierMot(nom, "Membre")).toBe(mot);
  });

  it.each(["", "   ", "🎺", "!!! fête", "...", "\u0000"])("is replaced when nothing of it is left: %j", (nom) => {
    expect(premierMot(nom, "Membre")).toBe("Membre");
  });

  it("is cut after forty letters", () => {
    expect(premierMot("é".repeat(500), "Membre")).toBe("é".repeat(40));
  });

  it("makes an identifier, whatever the name", () => {
    fc.assert(
      fc.property(nImporteQuoi, (nom) => {
        expect(estIdentifiant(premierMot(nom, "Membre"))).toBe(true);
        expect(estIdentifiant(`${premierMot(nom, "Membre")}Réseaux Sociaux-12`)).toBe(true);
      }),
    );
  });
});

describe("an identifier", () => {
  it.each(["DupontMembre", "Fête0825", "Fête0825-2", "DupontRéseaux Sociaux", "L’HosteCo-président", "a".repeat(200)])(
    "may be %s",
    (texte) => {
      expect(estIdentifiant(texte)).toBe(true);
    },
  );

  it.each([
    "",
    " ",
    " a",
    ".",
    "..",
    "../a",
    "a/b",
    "a\\b",
    "a\u0000",
    "a\nb",
    "a.b",
    "a%2fb",
    "a?b",
    "a#b",
    "C:",
    "~",
  ])("may not be %j", (texte) => {
    expect(estIdentifiant(texte)).toBe(false);
  });

  it("has a longest length", () => {
    expect(estIdentifiant("a".repeat(201))).toBe(false);
  });

  it("never leads out of a folder or to another URL, whatever was sent", () => {
    fc.assert(
      fc.property(fc.oneof(nImporteQuoi, fc.stringMatching(/^[a.é/\\: %~-]{1,12}$/)), (texte) => {
        if (estIdentifiant(texte)) expect(texte).not.toMatch(/[/\\.:%?#~\p{Cc}]|^ |^$/u);
      }),
    );
  });
});

describe("the identifiers to try", () => {
  it("are the plain one first, then numbered ones from 2 on", () => {
    const essais = candidats("Fête0825");
    expect([1, 2, 3].map(() => essais.next().value)).toEqual(["Fête0825", "Fête0825-2", "Fête0825-3"]);
  });

  it("never end and never repeat", () => {
    const essais = candidats("A");
    expect(new Set(Array.from({ length: 500 }, () => essais.next().value)).size).toBe(500);
  });
});
