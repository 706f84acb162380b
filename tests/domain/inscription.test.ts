import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isProposedBirthDate, naissanceProposee, statutAu } from "#domain/age.ts";
import { erreursParChamp, PHRASES } from "#domain/champs.ts";
import { anneesAvant, anneesRevolues, estJour } from "#domain/dates.ts";
import { PHRASES_INSCRIPTION, schemaInscription } from "#domain/inscription.ts";

const AUJOURDHUI = "2025-08-01";

const saisie = {
  nom: "Dupont",
  prenom: "Ana",
  adresse: "Rue de Savièse 1, 1965 Savièse",
  tel: "079 123 45 67",
  dateAnniv: "2000-08-05",
  charte: "on",
};

/** What the form says of these values on 1 August 2025; fields that are undefined were not sent. */
const erreurs = (champs: Record<string, unknown>) => {
  const issue = schemaInscription(AUJOURDHUI).safeParse({ ...saisie, ...champs });
  return issue.success ? {} : erreursParChamp(issue.error);
};
const inscription = (champs: Record<string, unknown>) => schemaInscription(AUJOURDHUI).parse({ ...saisie, ...champs });

const jour = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("who may sign up", () => {
  it.each([
    ["2009-08-02", "trop-jeune", "the day before the 16th birthday"],
    ["2009-08-01", "mineur", "on the 16th birthday"],
    ["2007-08-02", "mineur", "the day before the 18th birthday"],
    ["2007-08-01", "majeur", "on the 18th birthday"],
    ["1905-08-01", "majeur", "at 120"],
    ["1904-08-01", "impossible", "at 121"],
    ["2025-08-01", "trop-jeune", "born today"],
    ["2025-08-02", "impossible", "born tomorrow"],
  ])("somebody born on %s is %s (%s)", (naissance, statut) => {
    expect(statutAu(naissance, AUJOURDHUI)).toBe(statut);
  });

  it("depends on age alone, on any day and for any birth date", () => {
    fc.assert(
      fc.property(jour, jour, (naissance, aujourdhui) => {
        const age = anneesRevolues(naissance, aujourdhui);
        const attendu = age < 0 || age > 120 ? "impossible" : age < 16 ? "trop-jeune" : age < 18 ? "mineur" : "majeur";
        expect(statutAu(naissance, aujourdhui)).toBe(attendu);
      }),
    );
  });

  it("opens on the 16th birthday, drops the guardian on the 18th, and not a day before", () => {
    fc.assert(
      fc.property(
        jour.filter((texte) => texte >= "2020"),
        (aujourdhui) => {
          const demain = (texte: string) => new Date(Date.parse(texte) + 86_400_000).toISOString().slice(0, 10);
          const seizeAns = anneesAvant(aujourdhui, 16);
          const dixHuitAns = anneesAvant(aujourdhui, 18);
          expect(statutAu(seizeAns, aujourdhui)).toBe("mineur");
          expect(statutAu(dixHuitAns, aujourdhui)).toBe("majeur");
          expect(statutAu(demain(seizeAns), aujourdhui)).toBe("trop-jeune");
          expect(statutAu(demain(dixHuitAns), aujourdhui)).toBe("mineur");
        },
      ),
    );
  });

  it.each([
    ["2007-08-01", true, "the one of today"],
    ["2007-07-31", true, "the one of a form that was opened before midnight"],
    ["2007-07-30", false, "older than that"],
    ["2007-08-02", false, "a minor's"],
  ])("has a birth date that the form proposed, or not: %s, %s (%s)", (birth, proposed) => {
    expect(isProposedBirthDate(birth, AUJOURDHUI)).toBe(proposed);
  });

  it("is proposed a birth date of somebody who is of age today", () => {
    expect(naissanceProposee(AUJOURDHUI)).toBe("2007-08-01");
    expect(naissanceProposee("2024-02-29")).toBe("2006-02-28");
    fc.assert(
      fc.property(
        jour.filter((texte) => texte >= "2020"),
        (aujourdhui) => {
          const naissance = naissanceProposee(aujourdhui);
          expect(estJour(naissance)).toBe(true);
          expect(statutAu(naissance, aujourdhui)).toBe("majeur");
        },
      ),
    );
  });
});

describe("a sign-up", () => {
  it("of an adult is kept value for value as it is mailed", () => {
    expect(inscription({})).toStrictEqual({
      nom: "Dupont",
      prenom: "Ana",
      adresse: "Rue de Savièse 1, 1965 Savièse",
      tel: "0791234567",
      dateAnniv: "05.08.2000",
      charte: "Validé par la personne",
      charteMineur: "Majeur",
    });
  });

  it("of a minor tells that the guardian agreed", () => {
    expect(inscription({ dateAnniv: "2008-08-05", charteMineur: "on" })).toMatchObject({
      dateAnniv: "05.08.2008",
      charteMineur: "Validé par la personne",
    });
  });

  it("of a minor without the guardian's agreement is refused", () => {
    expect(erreurs({ dateAnniv: "2008-08-05" })).toEqual({ charteMineur: PHRASES_INSCRIPTION.charteMineur });
  });

  it("of an adult is 'Majeur' even when the box for minors was ticked before the date was corrected", () => {
    expect(inscription({ charteMineur: "on" }).charteMineur).toBe("Majeur");
  });

  it("before the 16th birthday is refused in the words of SPEC.md", () => {
    expect(erreurs({ dateAnniv: "2009-08-02", charteMineur: "on" })).toEqual({
      dateAnniv: "Vous devez avoir au moins 16 ans pour vous inscrire.",
    });
  });

  it.each(["2025-08-02", "1904-08-01"])("with the impossible birth date %s is refused", (dateAnniv) => {
    expect(erreurs({ dateAnniv })).toEqual({ dateAnniv: PHRASES_INSCRIPTION.naissanceImpossible });
  });

  it.each([undefined, "", "05.08.2000", "2000-02-30", "2000-13-01", ["2000-08-05", "2000-08-05"], 20000805])(
    "with %j for a birth date is refused",
    (dateAnniv) => {
      expect(erreurs({ dateAnniv })).toEqual({ dateAnniv: PHRASES_INSCRIPTION.naissance });
    },
  );

  it.each([undefined, "", "off", "true", "Validé par la personne"])(
    "without the charter ticked is refused: %j",
    (charte) => {
      expect(erreurs({ charte })).toEqual({ charte: PHRASES_INSCRIPTION.charte });
    },
  );

  it.each(["nom", "prenom", "adresse", "tel"])("without %s is refused", (champ) => {
    expect(erreurs({ [champ]: undefined })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: "  " })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: ["a", "b"] })).toEqual({ [champ]: PHRASES.obligatoire });
  });

  it("with nothing filled in is told about every field that is required", () => {
    const issue = schemaInscription(AUJOURDHUI).safeParse({});
    expect(issue.error && Object.keys(erreursParChamp(issue.error)).sort()).toEqual([
      "adresse",
      "charte",
      "dateAnniv",
      "nom",
      "prenom",
      "tel",
    ]);
  });

  it("keeps nothing that the form does not ask for", () => {
    expect(inscription({ admin: "true", hp: "", id: "1" })).toStrictEqual(inscription({}));
  });

  it("is only ever accepted from 16 on, whatever was sent", () => {
    const nImporteQuoi = fc.string({ unit: "binary" });
    const saisies = fc.record({
      nom: fc.oneof(nImporteQuoi, fc.constant("Dupont")),
      tel: fc.oneof(fc.stringMatching(/^[+\d ]{0,14}$/), fc.constant("0791234567")),
      dateAnniv: fc.oneof(jour, nImporteQuoi),
      charteMineur: fc.constantFrom("on", "off", undefined),
    });
    fc.assert(
      fc.property(saisies, (champs) => {
        const issue = schemaInscription(AUJOURDHUI).safeParse({ ...saisie, ...champs });
        if (!issue.success) return;
        const age = anneesRevolues(champs.dateAnniv, AUJOURDHUI);
        expect(age).toBeGreaterThanOrEqual(16);
        expect(issue.data.charteMineur).toBe(age < 18 ? "Validé par la personne" : "Majeur");
        expect(issue.data.tel).toMatch(/^\d{10}$/);
      }),
    );
  });
});
