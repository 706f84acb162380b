import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { erreursParChamp, PHRASES } from "#domain/champs.ts";
import { estIdentifiant } from "#domain/identifiants.ts";
import { comparerMembres, idMembre, POSTES, rangDuPoste, schemaMembre } from "#domain/membre.ts";

const membre = (Prenom: string, Nom: string, Poste: string) => ({ Prenom, Nom, Poste });

describe("the rank of a post", () => {
  it.each([
    ["Co-président", 1],
    ["Caissier", 2],
    ["Secrétaire", 3],
    ["Réseaux-sociaux", 4],
    ["Réseaux Sociaux", 4],
    ["Membre", 5],
  ])("of %s is %i", (poste, rang) => {
    expect(rangDuPoste(poste)).toBe(rang);
  });

  it.each([
    ["co-president", 1],
    ["CO‑PRÉSIDENT", 1],
    ["Co président", 1],
    ["re\u0301seaux_sociaux", 4],
    ["RESEAUX – SOCIAUX", 4],
    [" secrétaire ", 3],
  ])("does not depend on hyphen, case or accent: %j is %i", (poste, rang) => {
    expect(rangDuPoste(poste)).toBe(rang);
  });

  it.each(["", "Grand chef", "Caissière", "constructor", "__proto__"])("of an unknown post is 5: %j", (poste) => {
    expect(rangDuPoste(poste)).toBe(5);
  });
});

describe("the order of the committee", () => {
  it("is by rank, then by name and first name as French sorts them", () => {
    const ordre = [
      membre("Zoé", "Zufferey", "Co-président"),
      membre("Luc", "Varone", "Caissier"),
      membre("Ana", "Héritier", "Réseaux-sociaux"),
      membre("Léa", "Luyet", "Réseaux Sociaux"),
      membre("Ana", "Dubuis", "Membre"),
      membre("Zoé", "Dubuis", "Membre"),
      membre("Tim", "Éggs", "Membre"),
      membre("Max", "Favre", "Grand chef"),
    ];
    expect([...ordre].reverse().sort(comparerMembres)).toEqual(ordre);
  });

  const champs = fc.record({
    Prenom: fc.constantFrom("Ana", "ana", "Éa", "Zoé"),
    Nom: fc.constantFrom("Dubuis", "dubuis", "Dübuis", "Évéquoz", "Zuber"),
    Poste: fc.constantFrom(...POSTES),
  });

  it("does not depend on the order in which the store lists people", () => {
    fc.assert(
      fc.property(fc.array(champs), (membres) => {
        const tries = [...membres].sort(comparerMembres);
        expect([...membres].reverse().sort(comparerMembres)).toEqual(tries);
        const rangs = tries.map(({ Poste }) => rangDuPoste(Poste));
        expect(rangs).toEqual([...rangs].sort());
      }),
    );
  });
});

describe("the identifier of a member", () => {
  it.each([
    [{ Nom: "Dupont", Poste: "Membre" }, "DupontMembre"],
    [{ Nom: "Dupont Favre", Poste: "Co-président" }, "DupontCo-président"],
    [{ Nom: "Héritier", Poste: "Réseaux Sociaux" }, "HéritierRéseaux Sociaux"],
    [{ Nom: "🎺", Poste: "Membre" }, "MembreMembre"],
  ])("of %j is %s", (champs, id) => {
    expect(idMembre(champs)).toBe(id);
  });

  it("can stand in a URL and name a folder, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.constantFrom(...POSTES), (Nom, Poste) =>
        estIdentifiant(idMembre({ Nom, Poste })),
      ),
    );
  });
});

describe("the committee form", () => {
  const erreurs = (champs: Record<string, unknown>) => {
    const issue = schemaMembre().safeParse({ ...membre("Ana", "Dupont", "Membre"), ...champs });
    return issue.success ? {} : erreursParChamp(issue.error);
  };

  it("gives the document's fields, cleaned up, and nothing else", () => {
    const saisie = { Prenom: " Ana ", Nom: "Dupont  Favre", Poste: "Caissier", Telephone: "1", version: "3" };
    expect(schemaMembre().parse(saisie)).toStrictEqual(membre("Ana", "Dupont Favre", "Caissier"));
  });

  it.each(POSTES)("knows the post %s", (Poste) => {
    expect(erreurs({ Poste })).toEqual({});
  });

  it.each([undefined, "", "Président", "Réseaux-sociaux", "membre", ["Membre"]])("refuses the post %j", (Poste) => {
    expect(erreurs({ Poste })).toEqual({ Poste: "Choisissez un poste de la liste." });
  });

  it.each(["Prenom", "Nom"])("needs a %s of at most 120 characters", (champ) => {
    expect(erreurs({ [champ]: undefined })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: " " })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: "é".repeat(120) })).toEqual({});
    expect(erreurs({ [champ]: "é".repeat(121) })).toEqual({ [champ]: PHRASES.tropLong(120) });
  });
});
