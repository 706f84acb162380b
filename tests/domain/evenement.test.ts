import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { erreursParChamp, PHRASES } from "#domain/champs.ts";
import { comparerEvenements, idEvenement, schemaEvenement } from "#domain/evenement.ts";
import { estIdentifiant } from "#domain/identifiants.ts";
import { unEvenement } from "#tests/evenements.ts";

const evenement = (Nom: string, mois: string) => unEvenement({ Nom, Date: mois });

describe("the order of the planning", () => {
  it("is by month, then by name as French sorts it", () => {
    const ordre = [
      evenement("Zumba", "2024-12"),
      evenement("Carnaval", "2025-02"),
      evenement("Bal", "2025-08"),
      evenement("Éclats", "2025-08"),
      evenement("Fête", "2025-08"),
      evenement("Assemblée", "2025-11"),
    ];
    expect([...ordre].reverse().sort(comparerEvenements)).toEqual(ordre);
  });

  it("does not depend on the order in which the store lists events", () => {
    const champs = fc
      .tuple(
        fc.constantFrom("Bal", "bal", "Bâl", "Zumba"),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(2024, 2025),
      )
      .map(([Nom, mois, annee]) => evenement(Nom, `${annee}-${String(mois).padStart(2, "0")}`));
    fc.assert(
      fc.property(fc.array(champs), (evenements) => {
        const tries = [...evenements].sort(comparerEvenements);
        expect([...evenements].reverse().sort(comparerEvenements)).toEqual(tries);
        const mois = tries.map((evenement) => evenement.Date);
        expect(mois).toEqual([...mois].sort());
      }),
    );
  });
});

describe("the identifier of an event", () => {
  it.each([
    ["Fête d’été", "2025-08", "Fête0825"],
    ["Loto", "2025-11", "Loto1125"],
    ["100% Rock", "2030-01", "1000130"],
    ["🎉 🎉", "2025-08", "Evenement0825"],
  ])("of %s in %s is %s", (Nom, mois, id) => {
    expect(idEvenement(evenement(Nom, mois))).toBe(id);
  });

  it("can stand in a URL and name a folder, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (Nom) =>
        estIdentifiant(idEvenement(evenement(Nom, "2025-08"))),
      ),
    );
  });
});

describe("the event form", () => {
  const saisie = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Savièse" };
  const erreurs = (champs: Record<string, unknown>) => {
    const issue = schemaEvenement().safeParse({ ...saisie, ...champs });
    return issue.success ? {} : erreursParChamp(issue.error);
  };

  it("gives the document's fields, month and year as one, and nothing else", () => {
    expect(schemaEvenement().parse({ ...saisie, AfterMovie: "youtu.be/abc", version: "3", id: "x" })).toStrictEqual({
      Nom: "Fête",
      Date: "2025-08",
      Du: "",
      Au: "",
      Heure: "",
      Lieu: "Savièse",
      AfterMovie: "https://youtu.be/abc",
      Etat: "",
    });
  });

  it.each([undefined, "", " "])("has an empty link when none was given: %j", (AfterMovie) => {
    expect(schemaEvenement().parse({ ...saisie, AfterMovie }).AfterMovie).toBe("");
  });

  it.each(["01", "12"])("knows the month %s", (mois) => {
    expect(schemaEvenement().parse({ ...saisie, mois }).Date).toBe(`2025-${mois}`);
  });

  it.each([undefined, "", "13", "00", "8", "août", "2025-08", ["08", "09"]])("refuses the month %j", (mois) => {
    expect(erreurs({ mois })).toEqual({ mois: "Choisissez un mois de la liste." });
  });

  it.each(["2000", " 2025 ", "2099"])("knows the year %j", (annee) => {
    expect(schemaEvenement().parse({ ...saisie, annee }).Date).toBe(`${annee.trim()}-08`);
  });

  it.each([
    [undefined, "Indiquez une année."],
    ["", "Indiquez une année à quatre chiffres."],
    ["25", "Indiquez une année à quatre chiffres."],
    ["deux mille", "Indiquez une année à quatre chiffres."],
    ["1999", "Indiquez une année entre 2000 et 2099."],
    ["2100", "Indiquez une année entre 2000 et 2099."],
  ])("refuses the year %j", (annee, phrase) => {
    expect(erreurs({ annee })).toEqual({ annee: phrase });
  });

  it.each(["Nom", "Lieu"])("needs a %s of at most 120 characters", (champ) => {
    expect(erreurs({ [champ]: undefined })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: "\n" })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: "é".repeat(120) })).toEqual({});
    expect(erreurs({ [champ]: "é".repeat(121) })).toEqual({ [champ]: PHRASES.tropLong(120) });
  });

  it("refuses a link that is none", () => {
    expect(erreurs({ AfterMovie: "javascript:alert(1)" })).toEqual({ AfterMovie: PHRASES.lien });
  });
});
