import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { erreursParChamp, PHRASES } from "#domain/champs.ts";
import { estJour } from "#domain/dates.ts";
import {
  comparerEvenements,
  estPasse,
  idEvenement,
  joursEtHeure,
  PHRASES_EVENEMENT,
  prochainEvenement,
} from "#domain/evenement.ts";
import { schemaEvenement } from "#domain/evenement-form.ts";
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

describe("the order inside one month", () => {
  it("is by exact day, and an event without a day comes after those with one, by name", () => {
    const ordre = [
      unEvenement({ Nom: "Zumba", Du: "2025-08-01" }),
      unEvenement({ Nom: "Bal", Du: "2025-08-15" }),
      unEvenement({ Nom: "Loto", Du: "2025-08-15", Au: "2025-08-16" }),
      unEvenement({ Nom: "Assemblée" }),
      unEvenement({ Nom: "Éclats" }),
      unEvenement({ Nom: "Fête" }),
    ];
    expect([...ordre].reverse().sort(comparerEvenements)).toEqual(ordre);
  });
});

describe("an event is over", () => {
  it.each([
    [{ Du: "2025-08-01" }, "2025-08-01", false],
    [{ Du: "2025-08-01" }, "2025-08-02", true],
    [{ Du: "2025-08-01", Au: "2025-08-03" }, "2025-08-03", false],
    [{ Du: "2025-08-01", Au: "2025-08-03" }, "2025-08-04", true],
    [{}, "2025-08-31", false],
    [{}, "2025-09-01", true],
    [{ Date: "été 2025" }, "2099-01-01", false],
    [{ Du: "le premier" }, "2025-08-31", false],
  ])("with %j on %s: %j", (champs, jour, passe) => {
    expect(estPasse(unEvenement(champs), jour)).toBe(passe);
  });
});

describe("the next event", () => {
  it("is the nearest that takes place as announced and is not over", () => {
    const bal = unEvenement({ Nom: "Bal", Du: "2025-08-15" });
    const liste = [
      unEvenement({ Nom: "Loto", Date: "2025-11" }),
      unEvenement({ Nom: "Concert", Du: "2025-08-10", Etat: "annule" }),
      unEvenement({ Nom: "Tournoi", Du: "2025-08-11", Etat: "reporte" }),
      bal,
      unEvenement({ Nom: "Carnaval", Du: "2025-08-01" }),
      unEvenement({ Nom: "Énigme", Date: "été" }),
    ];
    expect(prochainEvenement(liste, "2025-08-02")).toBe(bal);
    expect(prochainEvenement(liste, "2025-08-16")?.Nom).toBe("Loto");
    expect(prochainEvenement(liste, "2025-11-30")?.Nom).toBe("Loto");
    expect(prochainEvenement(liste, "2025-12-01")).toBeNull();
    expect(prochainEvenement([], "2025-08-02")).toBeNull();
  });
});

describe("what the card adds to the month", () => {
  it.each([
    [{}, ""],
    [{ Du: "2025-08-01" }, "ven. 1er août"],
    [{ Du: "2025-08-01", Heure: "19:30" }, "ven. 1er août, dès 19 h 30"],
    [{ Du: "2025-08-01", Au: "2025-08-03", Heure: "19:00" }, "du ven. 1er au dim. 3 août, dès 19 h"],
    [{ Du: "le premier" }, ""],
  ])("with %j: « %s »", (champs, attendu) => {
    expect(joursEtHeure(unEvenement(champs)).replaceAll("\u00a0", " ")).toBe(attendu);
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

  it.each([
    [{ Du: "2025-08-01" }, { Du: "2025-08-01", Au: "", Heure: "" }],
    [
      { Du: "2025-08-01", Au: "2025-08-01" },
      { Du: "2025-08-01", Au: "", Heure: "" },
    ],
    [
      { Du: "2025-08-01", Au: "2025-08-31", Heure: "00:00" },
      { Du: "2025-08-01", Au: "2025-08-31", Heure: "00:00" },
    ],
    [
      { annee: "2024", mois: "02", Du: "2024-02-29" },
      { Du: "2024-02-29", Au: "", Heure: "" },
    ],
  ])("takes exact days and an hour: %j", (champs, attendu) => {
    expect(schemaEvenement().parse({ ...saisie, ...champs })).toMatchObject(attendu);
  });

  it.each([
    [{ Du: "2025-07-31" }, { Du: "Ce jour n’est pas en août 2025." }],
    [{ Du: "2025-08-30", Au: "2025-09-01" }, { Au: "Ce jour n’est pas en août 2025." }],
    [{ Du: "2024-08-01" }, { Du: "Ce jour n’est pas en août 2025." }],
    [{ Du: "2025-08-32" }, { Du: PHRASES_EVENEMENT.jour }],
    [{ Du: "01.08.2025" }, { Du: PHRASES_EVENEMENT.jour }],
    [{ Du: "2025-08-01", Au: "demain" }, { Au: PHRASES_EVENEMENT.jour }],
    [{ Au: "2025-08-02" }, { Du: PHRASES_EVENEMENT.premierJour }],
    [{ Du: "2025-08-03", Au: "2025-08-02" }, { Au: PHRASES_EVENEMENT.ordre }],
    [{ Heure: "19:30" }, { Du: PHRASES_EVENEMENT.jourDeLHeure }],
    [{ Du: "2025-08-01", Heure: "24:00" }, { Heure: PHRASES_EVENEMENT.heure }],
    [{ Du: "2025-08-01", Heure: "19 h 30" }, { Heure: PHRASES_EVENEMENT.heure }],
    [{ Etat: "perdu" }, { Etat: PHRASES_EVENEMENT.etat }],
    [
      { Nom: "", Du: "2025-07-31" },
      { Nom: PHRASES.obligatoire, Du: "Ce jour n’est pas en août 2025." },
    ],
    [{ mois: "13", Du: "2025-07-31" }, { mois: "Choisissez un mois de la liste." }],
  ])("refuses %j with one sentence beside each field", (champs, attendu) => {
    expect(erreurs(champs)).toEqual(attendu);
  });

  it("answers on any days at all, and what it accepts lies in the month and in order", () => {
    const jours = fc.oneof(
      fc.constant(""),
      fc.string(),
      fc.integer({ min: 1, max: 33 }).map((n) => `2025-08-${String(n).padStart(2, "0")}`),
    );
    fc.assert(
      fc.property(jours, jours, fc.oneof(fc.constant(""), fc.string(), fc.constant("19:30")), (Du, Au, Heure) => {
        const issue = schemaEvenement().safeParse({ ...saisie, Du, Au, Heure });
        if (!issue.success) return;
        const lus = issue.data;
        if (lus.Du) expect(lus.Du.startsWith("2025-08-") && estJour(lus.Du)).toBe(true);
        if (lus.Au) expect(lus.Du < lus.Au && lus.Au.startsWith("2025-08-")).toBe(true);
        if (lus.Au || lus.Heure) expect(lus.Du).not.toBe("");
      }),
    );
  });

  it("refuses a link that is none", () => {
    expect(erreurs({ AfterMovie: "javascript:alert(1)" })).toEqual({ AfterMovie: PHRASES.lien });
  });
});
