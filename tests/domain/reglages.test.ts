import { describe, expect, it } from "vitest";
import { erreursParChamp, fieldNames, PHRASES } from "#domain/champs.ts";
import { champsDExemple, isExample, withoutExampleLinks } from "#domain/example-settings.ts";
import { refusIban } from "#domain/iban.ts";
import { differences, REGLAGES_DE_DEPART, saisieDesReglages, schemaReglages } from "#domain/reglages.ts";
import { DESTINATAIRES_MAX } from "#domain/setting-fields.ts";

const CHAMPS_REGLAGES = fieldNames(schemaReglages());

const DEPART = saisieDesReglages(REGLAGES_DE_DEPART);
const lire = (saisie: Record<string, string | undefined>) => {
  const lecture = schemaReglages().safeParse({ ...DEPART, ...saisie });
  return lecture.success ? { ok: lecture.data } : { refus: erreursParChamp(lecture.error) };
};

describe("the settings of a first start", () => {
  it("lead to nobody's real address", () => {
    const { email, twint, instagram, facebook } = REGLAGES_DE_DEPART;
    expect(email).toBe("contact@exemple.ch");
    for (const lien of [twint, instagram, facebook]) expect(new URL(lien).host).toBe("exemple.ch");
  });

  it("have a Swiss IBAN with a valid checksum, the planning of 2025, and the retention of the issue", () => {
    expect(refusIban(REGLAGES_DE_DEPART.iban)).toBeNull();
    expect(REGLAGES_DE_DEPART).toMatchObject({ annee: 2025, conservationMessages: 12, conservationInscriptions: 24 });
  });

  it("are marked as examples one by one, until each has been replaced", () => {
    expect(champsDExemple(REGLAGES_DE_DEPART)).toEqual(["iban", "twint", "instagram", "facebook", "email"]);
    expect(champsDExemple({ ...REGLAGES_DE_DEPART, iban: "CH5604835012345678009", twint: "" })).toEqual([
      "instagram",
      "facebook",
      "email",
    ]);
  });
});

describe("an example", () => {
  it("is nothing in place of a link, and stays what it is elsewhere", () => {
    const replaced = { ...REGLAGES_DE_DEPART, facebook: "https://f.ch/nous" };
    expect(withoutExampleLinks(replaced)).toEqual({ ...replaced, twint: "", instagram: "", email: "" });
  });

  it("is told from what was typed, spaces or not", () => {
    expect(isExample("iban", DEPART.iban)).toBe(true);
    expect(isExample("iban", "CH9300762011623852957")).toBe(true);
    expect(isExample("iban", "CH56 0483 5012 3456 7800 9")).toBe(false);
    expect(isExample("twint", "")).toBe(false);
    expect(isExample("email", " contact@exemple.ch")).toBe(true);
  });
});

describe("the settings form", () => {
  it("shows what it would save", () => {
    expect(lire({})).toEqual({ ok: REGLAGES_DE_DEPART });
    expect(DEPART.iban).toBe("CH93 0076 2011 6238 5295 7");
    expect(Object.keys(DEPART).sort()).toEqual([...CHAMPS_REGLAGES].sort());
  });

  it("needs every field but the street, Twint, the recipients and who hosts the site and its mail", () => {
    const vides = Object.fromEntries(CHAMPS_REGLAGES.map((champ) => [champ, " "]));
    const facultatifs = ["street", "buildingNumber", "twint", "destinataires", "hebergement", "messagerie"];
    const obligatoires = CHAMPS_REGLAGES.filter((champ) => !facultatifs.includes(champ));
    const phrases = Object.fromEntries(obligatoires.map((champ) => [champ, "Ce champ est obligatoire."]));
    expect(lire(vides)).toEqual({ refus: phrases });
    expect(lire(Object.fromEntries(CHAMPS_REGLAGES.map((champ) => [champ, undefined])))).toEqual({ refus: phrases });
  });

  it.each([
    ["annee", "1999", "Indiquez une année entre 2000 et 2099."],
    ["annee", "2025.5", "Indiquez une année entre 2000 et 2099."],
    ["annee", "deux mille", "Indiquez une année entre 2000 et 2099."],
    ["iban", "DE89370400440532013000", /CH ou LI/],
    ["iban", "CH44 3199 9123 0008 8901 2", /^C’est un QR-IBAN/],
    ["street", "Молодёжная", /lettres latines/],
    ["buildingNumber", "1".repeat(17), /16 caractères au maximum/],
    ["npa", "196", "Indiquez un code postal à quatre chiffres."],
    ["npa", "0965", "Indiquez un code postal à quatre chiffres."],
    ["npa", "19650", "Indiquez un code postal à quatre chiffres."],
    ["twint", "http://exemple.ch/t", "Indiquez une adresse qui commence par https://."],
    ["twint", "javascript:alert(1)", /adresse web complète/],
    ["instagram", "http://exemple.ch", "Indiquez une adresse qui commence par https://."],
    ["instagram", "@", /^Un nom Instagram n’a que/],
    ["instagram", "@jeunesse de savièse", /^Un nom Instagram n’a que/],
    ["instagram", "@jeunesse-x.ch", /^Un nom Instagram n’a que/],
    ["instagram", "", "Ce champ est obligatoire."],
    ["facebook", "pas un lien", /adresse web complète/],
    ["email", "ginette@bluewin", PHRASES.emailEnding],
    ["destinataires", "ginette@bluewin", "«\u00a0ginette@bluewin\u00a0» n’est pas une adresse e-mail complète."],
    ["email", "camille", "Indiquez une adresse e-mail complète."],
    ["titulaire", "x".repeat(71), "Ce texte est trop long\u00a0: 70 caractères au maximum."],
    ["destinataires", "a@exemple.ch\npas une adresse", "«\u00a0pas\u00a0» n’est pas une adresse e-mail complète."],
    ["conservationMessages", "0", "Indiquez un nombre de mois entre 1 et 120."],
    ["conservationMessages", "-3", "Indiquez un nombre de mois entre 1 et 120."],
    ["hebergement", "x".repeat(121), "Ce texte est trop long\u00a0: 120 caractères au maximum."],
    ["conservationInscriptions", "121", "Indiquez un nombre de mois entre 1 et 120."],
  ])("refuses the %s %j with one sentence beside it", (champ, valeur, phrase) => {
    expect(lire({ [champ]: valeur })).toEqual({
      refus: { [champ]: typeof phrase === "string" ? phrase : expect.stringMatching(phrase) },
    });
  });

  it.each([
    ["annee", " 2026 ", 2026],
    ["iban", "ch56 0483 5012 3456 7800 9", "CH5604835012345678009"],
    ["twint", "", ""],
    ["twint", "exemple.ch/don", "https://exemple.ch/don"],
    ["instagram", " @Jeunesse.Saviese_65 ", "https://www.instagram.com/Jeunesse.Saviese_65/"],
    ["instagram", "instagram.com/jeunesse", "https://instagram.com/jeunesse"],
    ["destinataires", "", []],
    [
      "destinataires",
      "\r\n a@exemple.ch ,b@exemple.ch; A@exemple.ch\r\nc@exemple.ch\r\n",
      ["a@", "b@", "c@"].map((nom) => `${nom}exemple.ch`),
    ],
    ["conservationMessages", "120", 120],
    ["conservationInscriptions", "1", 1],
    ["hebergement", "  Infomaniak,\nSuisse ", "Infomaniak, Suisse"],
    ["messagerie", "", ""],
    ["titulaire", `=HYPERLINK("x") <img onerror> 🎺`, `=HYPERLINK("x") <img onerror> 🎺`],
  ])("takes the %s %j", (champ, valeur, attendu) => {
    expect(lire({ [champ]: valeur })).toEqual({ ok: { ...REGLAGES_DE_DEPART, [champ]: attendu } });
  });

  it("takes as many recipients as it says, and no more", () => {
    const liste = (nombre: number) => Array.from({ length: nombre }, (_, i) => `n${i}@exemple.ch`).join("\n");
    expect(lire({ destinataires: liste(DESTINATAIRES_MAX) })).toHaveProperty("ok");
    expect(lire({ destinataires: liste(DESTINATAIRES_MAX + 1) })).toEqual({
      refus: { destinataires: "Il y a trop d’adresses\u00a0: 20 au maximum." },
    });
  });
});

describe("two versions of the settings", () => {
  it("are compared setting by setting, in words", () => {
    const autres = { ...REGLAGES_DE_DEPART, annee: 2026, twint: "", destinataires: ["a@exemple.ch", "b@exemple.ch"] };
    expect(differences(autres, REGLAGES_DE_DEPART)).toEqual([
      "Année du planning\u00a0: 2026",
      "Lien Twint\u00a0: (vide)",
      "Destinataires\u00a0: a@exemple.ch, b@exemple.ch",
    ]);
    expect(differences(autres, autres)).toEqual([]);
  });

  it("of which one is endless make a sentence that ends", () => {
    const long = { ...REGLAGES_DE_DEPART, instagram: `https://exemple.ch/${"x".repeat(1900)}` };
    expect(differences(long, REGLAGES_DE_DEPART)[0]?.length).toBeLessThan(100);
  });
});
