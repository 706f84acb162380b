import { expect, it } from "vitest";
import { sensitiveSettingChanges } from "#domain/settings/sensitive-settings.ts";
import { INITIAL_SETTINGS as BEFORE } from "#domain/settings/settings.ts";

const changes = (after: Partial<typeof BEFORE>, before: Partial<typeof BEFORE> = {}) =>
  sensitiveSettingChanges({ ...BEFORE, ...before }, { ...BEFORE, ...before, ...after }).map(
    ({ group, label, from, to }) => [group, label, from, to],
  );

it("changes of bank account, Twint link and recipients are listed with old and new value, the IBAN shortened", () => {
  const address = { street: "Rue de la Gare", buildingNumber: "3", postcode: "1950", place: "Sion" };
  const bank = { holder: "Autre", iban: "CH5604835012345678009", ...address };
  expect(changes({ ...bank, twint: "", recipients: ["a@exemple.ch", "b@exemple.ch"] })).toEqual([
    ["bank", "Titulaire", "La Jeunesse de Savièse", "Autre"],
    ["bank", "IBAN", "CH93 … 2957", "CH56 … 8009"],
    ["bank", "Rue", "aucune", "Rue de la Gare"],
    ["bank", "Numéro", "aucun", "3"],
    ["bank", "NPA", "1965", "1950"],
    ["bank", "Lieu", "Savièse", "Sion"],
    ["twint", "Lien Twint", "https://exemple.ch/twint", "aucun"],
    ["recipients", "Destinataires", "les adresses prévues à l’installation du site", "a@exemple.ch, b@exemple.ch"],
  ]);
});

it("changes of all other settings are not sensitive", () => {
  const others = {
    planningYear: 2030,
    planningYearAutomatic: true,
    annualFee: 60_00,
    memberAddress: "vous" as const,
    photoDescription: "x",
    rjvThanksUntil: "",
    rjvHidden: true,
    instagram: "https://a.ch",
    facebook: "https://b.ch",
    email: "c@d.ch",
    eveningPhone: "0797654321",
    messageRetentionMonths: 1,
    inscriptionRetentionMonths: 1,
    leftRetentionMonths: 1,
    feeEntryMonth: 3,
    hosting: "x",
    mailHosting: "y",
    webmaster: "Zoé",
    webmasterPhone: "0791234567",
  };
  expect(changes(others)).toEqual([]);
  expect(Object.keys({ ...others, ...changes({}) })).toHaveLength(Object.keys(BEFORE).length - 8);
});

it("a removed recipient is a change, and a long value is cut", () => {
  expect(changes({ recipients: ["a@b.ch"] }, { recipients: ["a@b.ch", "c@d.ch"] })).toHaveLength(1);
  const [[, , , to = ""] = []] = changes({ twint: `https://exemple.ch/${"x".repeat(1900)}` });
  expect(to).toHaveLength(301);
});
