import { describe, expect, it } from "vitest";
import { readPhone } from "#domain/fields.ts";
import { exactStreetAndNumber, postalAddressState, splitPostalAddress } from "#domain/register/address.ts";
import {
  consentInFrench,
  EMPTY_MEMBER,
  lacksConsent,
  memberFromSignUp,
  memberSortKey,
  renewMember,
  samePersonKey,
} from "#domain/register/member.ts";
import { leavingSchema, MEMBER_SENTENCES, memberAsTyped, memberSchema } from "#domain/register/member-form.ts";
import { memberFieldInFrench } from "#domain/register/proposal.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";

const DAY = "2026-11-25";
const MARIE = {
  ...EMPTY_MEMBER,
  firstName: "Marie",
  lastName: "Héritier",
  birthDate: "2009-11-26",
  since: "2026-01-10",
};

describe("an address", () => {
  it.each([
    ["Chemin des Treize-Étoiles 4, 1965 Savièse", "Chemin des Treize-Étoiles", "4", "1965", "Savièse", "CH"],
    ["Route de la Gare 12a 1950 Sion", "Route de la Gare", "12a", "1950", "Sion", "CH"],
    ["Rte du Sanetsch 101 bis\nCH-1965 Saint-Germain", "Rte du Sanetsch", "101bis", "1965", "Saint-Germain", "CH"],
    ["12, rue de Lausanne, 1950 Sion", "rue de Lausanne", "12", "1950", "Sion", "CH"],
    ["1965 Savièse, Rue du Stade 7", "Rue du Stade", "7", "1965", "Savièse", "CH"],
    ["Rue du 14 Juillet 3, F-74000 Annecy", "Rue du 14 Juillet", "3", "74000", "Annecy", "FR"],
    ["1965 Savièse", "", "", "1965", "Savièse", "CH"],
    ["1965, Savièse", "", "", "1965", "Savièse", "CH"],
    ["Les Granges, 1965 Savièse", "Les Granges", "", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, 1000 Lausanne 25", "Rue du Stade", "5", "1000", "Lausanne 25", "CH"],
    ["Rue de la Poste 7, 1211 Genève 3, Switzerland", "Rue de la Poste", "7", "1211", "Genève 3", "CH"],
    ["Rue du Stade 5, 1965 Savièse, Suisse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, 1965 Savièse, Valais, Suisse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5\n1965 Savièse\nSuisse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, 1965 Savièse (VS)", "Rue du Stade", "5", "1965", "Savièse (VS)", "CH"],
    ["Rue du Stade 5, 1965 Savièse (Suisse)", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, 1965 St-Germain/Savièse", "Rue du Stade", "5", "1965", "St-Germain/Savièse", "CH"],
    ["Rue du Stade 5 - 1965 Savièse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5 / 1965 Savièse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5/1965 Savièse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5\u200b ,,1965\u00a0Savièse.", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["RUE DU STADE 5 1965 SAVIESE", "RUE DU STADE", "5", "1965", "SAVIESE", "CH"],
    ["Rue du Stade 5, CH - 1965 Savièse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, VS-1965 Savièse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, FR-1700 Fribourg", "Rue du Stade", "5", "1700", "Fribourg", "CH"],
    ["Rue du Stade 5, app. 12, 1965 Savièse", "app. 12, Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5 app. 12, 1965 Savièse", "app. 12, Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, 2e étage, 1965 Savièse", "2e étage, Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Bâtiment A, Rue du Stade 5, 1965 Savièse", "Bâtiment A, Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["c/o Dupont, rue du Stade 5, 1965 Savièse", "c/o Dupont, rue du Stade", "5", "1965", "Savièse", "CH"],
    [
      "Salle polyvalente, Rue du Stade 5, 1965 Savièse",
      "Salle polyvalente, Rue du Stade",
      "5",
      "1965",
      "Savièse",
      "CH",
    ],
    ["Case postale 12, 1965 Savièse", "Case postale 12", "", "1965", "Savièse", "CH"],
    ["Rue du Stade 5, CP 12, 1965 Savièse", "CP 12, Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du 5 Mai 12, 1965 Savièse", "Rue du 5 Mai", "12", "1965", "Savièse", "CH"],
    ["5 rue du 14 Juillet, 1965 Savièse", "rue du 14 Juillet", "5", "1965", "Savièse", "CH"],
    ["Rue du 14 Juillet, 1965 Savièse", "Rue du 14 Juillet", "", "1965", "Savièse", "CH"],
    ["Rue du 31-Décembre 12, 1207 Genève", "Rue du 31-Décembre", "12", "1207", "Genève", "CH"],
    ["5, rue du 14 Juillet, 1965 Savièse", "rue du 14 Juillet", "5", "1965", "Savièse", "CH"],
    ["Rue du 8 Mai 1945, 74000 Annecy, France", "Rue du 8 Mai 1945", "", "74000", "Annecy", "FR"],
    ["12 rue du 8 mai 1945, 74000 Annecy, France", "rue du 8 mai 1945", "12", "74000", "Annecy", "FR"],
    ["Rue du Stade 5 (2e étage), 1965 Savièse", "2e étage, Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Rue du 14 Juillet 1200, 1965 Savièse", "Rue du 14 Juillet", "1200", "1965", "Savièse", "CH"],
    ["Chemin du Lot 3, 1965 Savièse", "Chemin du Lot", "3", "1965", "Savièse", "CH"],
    ["12, Les Cèdres, 1965 Savièse", "Les Cèdres", "12", "1965", "Savièse", "CH"],
    ["5 Grand-Rue, 1260 Nyon", "Grand-Rue", "5", "1260", "Nyon", "CH"],
    ["Rte de l'Hôpital 12 B, 1950 Sion", "Rte de l'Hôpital", "12B", "1950", "Sion", "CH"],
    ["Rue du Stade 5bis, 1965 Savièse", "Rue du Stade", "5bis", "1965", "Savièse", "CH"],
    ["Rue du Stade 5 – 7, 1965 Savièse", "Rue du Stade", "5-7", "1965", "Savièse", "CH"],
    ["Rue du Stade n° 5, 1965 Savièse", "Rue du Stade", "5", "1965", "Savièse", "CH"],
    ["Chemin des Vignes, 12, 1965 Savièse", "Chemin des Vignes", "12", "1965", "Savièse", "CH"],
    ["Bahnhofstrasse 5, 3900 Brig, Schweiz", "Bahnhofstrasse", "5", "3900", "Brig", "CH"],
    ["Promenade 5, 7270 Davos Platz", "Promenade", "5", "7270", "Davos Platz", "CH"],
    ["Städtle 5, 9490 Vaduz", "Städtle", "5", "9490", "Vaduz", "LI"],
    ["12 rue de la Paix, 74500 Évian-les-Bains, France", "rue de la Paix", "12", "74500", "Évian-les-Bains", "FR"],
    [
      "1200 route de Genève, 01210 Ferney-Voltaire, France",
      "route de Genève",
      "1200",
      "01210",
      "Ferney-Voltaire",
      "FR",
    ],
    ["Hauptstr. 7, DE-79539 Lörrach", "Hauptstr.", "7", "79539", "Lörrach", "DE"],
    ["Via Roma 3/A, I-28845 Domodossola", "Via Roma", "3/A", "28845", "Domodossola", "IT"],
    ["Musterweg 3a, 6900 Bregenz, Österreich", "Musterweg", "3a", "6900", "Bregenz", "AT"],
  ])(
    "is split into street, number, postcode, place and country: %j",
    (typed, street, buildingNumber, postcode, place, country) => {
      expect(splitPostalAddress(typed)).toEqual({ street, buildingNumber, postcode, place, country });
      expect(postalAddressState(splitPostalAddress(typed))).toBe("complete");
    },
  );

  it.each([
    ["Savièse", "Savièse", "", ""],
    ["Chandolin, Savièse", "Chandolin, Savièse", "", ""],
    ["Impasse 5", "Impasse", "5", ""],
    ["Rue du Stade 5, Savièse", "Rue du Stade 5, Savièse", "", ""],
    ["Rue du Stade 1965", "Rue du Stade 1965", "", ""],
    ["Savièse 1965", "Savièse 1965", "", ""],
    ["1965 Chandolin 12", "1965 Chandolin 12", "", ""],
    ["1200 route de Genève", "1200 route de Genève", "", ""],
    ["12 rue de la Paix, 74500 Évian", "12 rue de la Paix, 74500 Évian", "", ""],
    ["Rue Haute 5, 1000 Bruxelles, Belgique", "Rue Haute 5, 1000 Bruxelles, Belgique", "", ""],
    ["Rue Haute 5, B-1000 Bruxelles", "Rue Haute 5, B-1000 Bruxelles", "", ""],
    ["Rue du Stade 5, 0165 Savièse", "Rue du Stade 5, 0165 Savièse", "", ""],
    ["app. 12 rue du Stade 5, 1965 Savièse", "app. 12 rue du Stade 5", "", "1965"],
    ["Rue du Stade 5, 1965 Savièse, France", "Rue du Stade 5, 1965 Savièse, France", "", ""],
    ["Rue A 5, 1965 Savièse, Rue B 7, 1700 Fribourg", "Rue A 5, 1965 Savièse, Rue B 7, 1700 Fribourg", "", ""],
    ["Rue du Stade 5 à 7, 1965 Savièse", "Rue du Stade 5 à 7", "", "1965"],
    ["5, 7 rue du Stade, 1965 Savièse", "5, 7 rue du Stade", "", "1965"],
    ["12 rue du Stade 5, 1965 Savièse", "12 rue du Stade 5", "", "1965"],
    ["Route cantonale 12 Ormône, 1965 Savièse", "Route cantonale 12 Ormône", "", "1965"],
    ["Place du 14, 1965 Savièse", "Place du 14", "", "1965"],
    ["1965 Savièse, 12", "12", "", "1965"],
    ["3 Fontaines, 1965 Savièse", "3 Fontaines", "", "1965"],
    ["Rue du Stade app. 12, 1965 Savièse", "Rue du Stade app. 12", "", "1965"],
    ["Rue du Stade c/o Dupont 3, 1965 Savièse", "Rue du Stade c/o Dupont 3", "", "1965"],
    ["Rue du Stade, Villa 4, 1965 Savièse", "Rue du Stade, Villa 4", "", "1965"],
    ["Rue du Stade, hall 4, 1965 Savièse", "Rue du Stade, hall 4", "", "1965"],
    ["Rue du Stade case postale 12, 1965 Savièse", "Rue du Stade case postale 12", "", "1965"],
  ])("that can be read in two ways stays whole and is marked: %j", (typed, street, buildingNumber, postcode) => {
    expect(splitPostalAddress(typed)).toMatchObject({ street, buildingNumber, postcode, country: "CH" });
    expect(postalAddressState(splitPostalAddress(typed))).toBe("unsure");
  });

  it.each(["s. n.", "s/n", "S.N.", "sn", "snc", "sans", "-", "–"])(
    "that can be read in two ways is settled if the committee writes that there is no number: %j",
    (buildingNumber) => {
      const address = { street: "Route H144", buildingNumber, postcode: "1907", place: "Saxon" };
      expect(postalAddressState({ ...address, buildingNumber: "" })).toBe("unsure");
      expect(postalAddressState(address)).toBe("complete");
      expect(exactStreetAndNumber(address)).toEqual({ street: "Route H144", buildingNumber: "" });
    },
  );

  it("abroad is split with the country of another column", () => {
    expect(splitPostalAddress("12 rue de la Paix, 74500 Évian", "FR")).toMatchObject({
      postcode: "74500",
      country: "FR",
    });
  });
});

it("a renewed record has the new address as a whole, so that no old house number stays", () => {
  const before = { ...MARIE, street: "Rue du Lac", buildingNumber: "7", postcode: "1950", place: "Sion" };
  const unsure = memberFromSignUp(aSignUp({ address: "Chandolin, Savièse" }).content, EMPTY_MEMBER, DAY);
  const address = { street: "Chandolin, Savièse", buildingNumber: "", postcode: "", place: "" };
  expect(renewMember(before, unsure, DAY)).toMatchObject(address);
  expect(renewMember(before, { ...unsure, street: "" }, DAY)).toMatchObject({ street: "Rue du Lac", place: "Sion" });
});

it("members are sorted by last name, then by first name, without case and accents", () => {
  const names = [
    ["Zoé", "Amigne"],
    ["Ana", "D’Amico"],
    ["Zoé", "Durand"],
    ["Ana", "Durand-Weber"],
    ["ana", "ÉPERON"],
    ["Luc", "éperon"],
  ] as const;
  const keys = names.map(([firstName, lastName]) => memberSortKey({ firstName, lastName }));
  expect(keys).toEqual(keys.toSorted());
});

it("the parents' authorisation is asked of present minors, until the 18th birthday", () => {
  expect([lacksConsent(MARIE, DAY), lacksConsent(MARIE, "2027-11-26")]).toEqual([true, false]);
  expect(lacksConsent({ ...MARIE, leftOn: DAY }, DAY)).toBe(false);
  const received = { ...MARIE, consentOn: "2026-02-01" };
  expect([MARIE, received].map((one) => consentInFrench(one, DAY))).toEqual(["manquante", "reçue le 01.02.2026"]);
  expect([MARIE, received].map((one) => consentInFrench(one, "2027-11-26"))).toEqual([null, "reçue le 01.02.2026"]);
});

it("a former member who signs up again is recognised, returns today, and keeps fields that the sign-up lacks", () => {
  const left = { ...MARIE, leftOn: "2026-05-01", leftReason: "Études", email: "marie@exemple.ch", note: "Tambour" };
  const { content } = aSignUp({ firstName: "marie", lastName: "HERITIER", birthDate: "26.11.2009" });
  const proposal = memberFromSignUp(content, EMPTY_MEMBER, DAY);
  expect(samePersonKey(proposal)).toBe(samePersonKey(left));
  expect(renewMember(left, proposal, DAY)).toMatchObject({
    since: "2026-01-10",
    returnedOn: DAY,
    leftOn: "",
    leftReason: "",
    email: "marie@exemple.ch",
    note: "Tambour",
    street: "Chemin des Treize-Étoiles",
    postcode: "1965",
  });
});

describe("the form of a member", () => {
  const errors = (typed: object) => {
    const { error } = memberSchema(DAY).safeParse({ ...memberAsTyped(MARIE), ...typed });
    return error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? [];
  };

  it("accepts the values that it shows, also without address, phone and birth date", () => {
    expect(errors({})).toEqual([]);
    expect(errors({ birthDate: "" })).toEqual([]);
  });

  it.each([
    [{ birthDate: "2012-01-01" }, `birthDate: ${MEMBER_SENTENCES.young}`],
    [{ birthDate: "2027-01-01" }, `birthDate: ${MEMBER_SENTENCES.impossible}`],
    [{ birthDate: "31.12.2000" }, `birthDate: ${MEMBER_SENTENCES.birthDate}`],
    [{ since: "" }, `since: ${MEMBER_SENTENCES.day}`],
    [{ consentOn: "2026-11-26" }, `consentOn: ${MEMBER_SENTENCES.future}`],
    [{ postcode: "19650" }, `postcode: ${MEMBER_SENTENCES.postcode}`],
    [{ phone: "12" }, `phone: ${MEMBER_SENTENCES.phone}`],
    [{ country: "XX" }, `country: ${MEMBER_SENTENCES.country}`],
  ])("refuses %j, also beside other errors", (typed, message) => {
    expect(errors(typed)).toEqual([message]);
    expect(errors({ ...typed, firstName: "" })).toContain(message);
  });

  it("says the name of a country, and shows an unknown code as it is", () => {
    for (const [code, said] of [
      ["FR", "France"],
      ["XX", "XX"],
      ["__proto__", "__proto__"],
      ["constructor", "constructor"],
    ] as const)
      expect(memberFieldInFrench("country", code)).toBe(said);
  });

  it("normalises Swiss and foreign phone numbers", () => {
    const typed = ["079 123 45 67", "079/123.45.67", "(027) 395 12 34", "+41 (0)79 123 45 67", "079 / 123\u200b 45 67"];
    expect(typed.map(readPhone)).toEqual(["0791234567", "0791234567", "0273951234", "0791234567", "0791234567"]);
    expect(
      [
        "+33 6 12 34 56 78",
        "+33 (0)6 12 34 56 78",
        "+49 0170 1234567",
        "0039 06 1234567",
        "+39 (0)6 1234567",
        "+44 020 7946 0958",
        "",
        "+1",
        "+41 79",
      ].map(readPhone),
    ).toEqual([
      "+33612345678",
      "+33612345678",
      "+491701234567",
      "+39061234567",
      "+39061234567",
      "+442079460958",
      "",
      null,
      null,
    ]);
  });

  it("refuses a day of leaving before the entry or in the future", () => {
    const refused = (leftOn: string) => leavingSchema(DAY, MARIE.since).safeParse({ leftOn }).error?.issues[0]?.message;
    expect(["2026-01-09", "2026-11-26", DAY].map(refused)).toEqual([
      MEMBER_SENTENCES.beforeEntry,
      MEMBER_SENTENCES.future,
      undefined,
    ]);
  });
});
