import { describe, expect, it } from "vitest";
import { ageStatusOn, initialBirthDate, isInitialBirthDate } from "#domain/age.ts";
import { errorsByField, FIELD_SENTENCES } from "#domain/fields.ts";
import { SIGN_UP_SENTENCES, signUpSchema } from "#domain/sign-up.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";

const TODAY = "2025-08-01";

const typed = {
  nom: "Dupont",
  prenom: "Ana",
  adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
  tel: "079 123 45 67",
  dateAnniv: "2000-08-05",
  charte: "on",
};

/** The errors of the form on 1 August 2025; an undefined field was not sent. */
const errors = (fields: Record<string, unknown>) => {
  const outcome = signUpSchema(TODAY).safeParse({ ...typed, ...fields });
  return outcome.success ? {} : errorsByField(outcome.error);
};
const inscription = (fields: Record<string, unknown>) => signUpSchema(TODAY).parse({ ...typed, ...fields });

describe("the age of a person who signs up", () => {
  it.each([
    ["2009-08-02", "too-young", "the day before the 16th birthday"],
    ["2009-08-01", "minor", "on the 16th birthday"],
    ["2007-08-02", "minor", "the day before the 18th birthday"],
    ["2007-08-01", "adult", "on the 18th birthday"],
    ["1905-08-01", "adult", "at 120"],
    ["1904-08-01", "impossible", "at 121"],
    ["2025-08-01", "too-young", "born today"],
    ["2025-08-02", "impossible", "born tomorrow"],
  ])("a person born on %s is %s (%s)", (birthDate, status) => expect(ageStatusOn(birthDate, TODAY)).toBe(status));

  it.each([
    ["2007-08-01", true, "the one of today"],
    ["2007-07-31", true, "the one of a form that was opened before midnight"],
    ["2007-07-30", false, "older than that"],
    ["2007-08-02", false, "a minor's"],
  ])("was proposed the birth date %s: %s (%s)", (birth, proposed) =>
    expect(isInitialBirthDate(birth, TODAY)).toBe(proposed),
  );

  it("is proposed the birth date of a person who comes of age today", () => {
    expect([initialBirthDate(TODAY), initialBirthDate("2024-02-29")]).toEqual(["2007-08-01", "2006-02-28"]);
  });
});

describe("the town of an address", () => {
  const STREET = "Rue du Stade 5";
  it.each([STREET, "Savièse", "Rue du Stade 5, 1965", "Rue du Stade 5, Savièse", "Chemin 4", "1200 route de Genève"])(
    "is asked for: %j",
    (adresse) => {
      expect(errors({ adresse })).toEqual({ adresse: SIGN_UP_SENTENCES.town });
      expect(errors({ adresse, nom: "" })).toEqual({ nom: FIELD_SENTENCES.required, adresse: SIGN_UP_SENTENCES.town });
    },
  );

  it.each([
    [STREET, "1965", "Savièse", "Rue du Stade 5, 1965 Savièse"],
    ["Savièse", "1965", " Savièse ", "1965 Savièse"],
    ["Rue du Stade 5, saviese", "1965", "Savièse", "Rue du Stade 5, 1965 Savièse"],
    ["Rue du Stade 5, 1965", "1965", "Savièse", "Rue du Stade 5, 1965 Savièse"],
    ["Rue du Stade 5,", "CH-1965", "La Forclaz", "Rue du Stade 5, CH-1965 La Forclaz"],
    ["Rue du Stade 5, 1950 Sion", "1965", "Savièse", "Rue du Stade 5, 1950 Sion"],
    ["1200 route du Rawil", "1965", "Savièse", "1200 route du Rawil, 1965 Savièse"],
    ["10 Downing Street, London SW1A 2AA", "", "", "10 Downing Street, London SW1A 2AA"],
  ])("is added to the one text of the payload: %j and %j, %j", (adresse, npa, lieu, address) =>
    expect(inscription({ adresse, npa, lieu })).toStrictEqual({ ...inscription({}), address }),
  );

  it("has both parts, or none", () => {
    expect(errors({ adresse: STREET, npa: "1965", lieu: "" })).toEqual({ lieu: FIELD_SENTENCES.incomplete });
    expect(errors({ adresse: STREET, npa: " ", lieu: "Savièse" })).toEqual({ npa: FIELD_SENTENCES.incomplete });
    expect(errors({ adresse: "", npa: "", lieu: "" })).toEqual({ adresse: FIELD_SENTENCES.required });
  });
});

describe("a sign-up", () => {
  const { content: ANA } = aSignUp({ lastName: "Dupont", firstName: "Ana", birthDate: "05.08.2000" });
  const MINOR = { birthDate: "05.08.2008", minorCharter: "Validé par la personne" };
  it.each([
    ["an adult", {}, {}],
    ["an adult who ticked the box for minors first", { charteMineur: "on" }, {}],
    ["a minor whose guardian agreed", { dateAnniv: "2008-08-05", charteMineur: "on" }, MINOR],
    ["somebody who sends other fields", { admin: "true", hp: "", id: "1" }, {}],
  ])("of %s contains exactly the fields of the payload", (_, fields, expected) =>
    expect(inscription(fields)).toStrictEqual({ ...ANA, ...expected }),
  );

  it("of a minor without the guardian's agreement is refused, also beside other errors", () => {
    const minor = { dateAnniv: "2008-08-05" };
    expect(errors(minor)).toEqual({ charteMineur: SIGN_UP_SENTENCES.charteMineur });
    expect(Object.keys(errors({ ...minor, tel: "12", charte: "" }))).toEqual(["tel", "charte", "charteMineur"]);
  });

  it.each([
    ["2009-08-02", "Vous devez avoir au moins 16 ans pour vous inscrire."],
    ["2025-08-02", SIGN_UP_SENTENCES.impossibleBirthDate],
    [undefined, SIGN_UP_SENTENCES.birthDate],
    ["", SIGN_UP_SENTENCES.birthDate],
    ["05.08.2000", SIGN_UP_SENTENCES.birthDate],
    ["2000-02-30", SIGN_UP_SENTENCES.birthDate],
    [["2000-08-05", "2000-08-05"], SIGN_UP_SENTENCES.birthDate],
    [20000805, SIGN_UP_SENTENCES.birthDate],
  ])("with the birth date %j is refused: %s", (dateAnniv, sentence) =>
    expect(errors({ dateAnniv, charteMineur: "on" })).toEqual({ dateAnniv: sentence }),
  );

  it.each([undefined, "", "off", "true", "Validé par la personne"])(
    "without the charter ticked is refused: %j",
    (charte) => expect(errors({ charte })).toEqual({ charte: SIGN_UP_SENTENCES.charte }),
  );

  it.each(["nom", "prenom", "adresse", "tel"])("without %s is refused", (field) => {
    expect(errors({ [field]: "  " })).toEqual({ [field]: FIELD_SENTENCES.required });
  });

  it("without any value has an error for each required field", () => {
    const { error } = signUpSchema(TODAY).safeParse({});
    expect(error && Object.keys(errorsByField(error)).sort().join()).toBe("adresse,charte,dateAnniv,nom,prenom,tel");
  });
});
