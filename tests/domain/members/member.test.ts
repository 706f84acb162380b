import { describe, expect, it } from "vitest";
import { splitAddress } from "#domain/members/address.ts";
import {
  EMPTY_MEMBER,
  lacksConsent,
  memberFromSignUp,
  memberSortKey,
  renewMember,
  samePersonKey,
} from "#domain/members/member.ts";
import {
  leavingSchema,
  MEMBER_SENTENCES,
  memberAsTyped,
  memberSchema,
  readPhone,
} from "#domain/members/member-form.ts";
import { fieldInWords } from "#domain/members/proposal.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { shortestHold } from "#tests/machine.ts";

const DAY = "2026-11-25";
const MARIE = {
  ...EMPTY_MEMBER,
  ...{ firstName: "Marie", lastName: "Héritier", birthDate: "2009-11-26", since: "2026-01-10" },
};

describe("an address", () => {
  it.each([
    ["Chemin des Treize-Étoiles 4, 1965 Savièse", "Chemin des Treize-Étoiles", "4", "1965", "Savièse", "CH"],
    ["Route de la Gare 12a 1950 Sion", "Route de la Gare", "12a", "1950", "Sion", "CH"],
    ["Rte du Sanetsch 101 bis\nCH-1965 Saint-Germain", "Rte du Sanetsch", "101bis", "1965", "Saint-Germain", "CH"],
    ["12, rue de Lausanne, 1950 Sion", "rue de Lausanne", "12", "1950", "Sion", "CH"],
    ["1965 Savièse, Rue du Stade 7", "Rue du Stade", "7", "1965", "Savièse", "CH"],
    ["Rue du 14 Juillet 3, F-74000 Annecy", "Rue du 14 Juillet", "3", "74000", "Annecy", "FR"],
    ["Chandolin, Savièse", "Chandolin, Savièse", "", "", "", "CH"],
    ["1965 Savièse", "", "", "1965", "Savièse", "CH"],
    ["Impasse 5", "Impasse", "5", "", "", "CH"],
  ])(
    "is split into street, number, postcode, place and country: %j",
    (typed, street, buildingNumber, postcode, place, country) => {
      expect(splitAddress(typed)).toEqual({ street, buildingNumber, postcode, place, country });
    },
  );

  it.each(["a 1 ", "1965 ", ", ", "  ,"])("is split in linear time: %j, repeated", async (part) => {
    const { held } = await shortestHold(50, async () => splitAddress(part.repeat(125)));
    expect(held).toBeLessThan(50);
  });
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

it("the parents' paper is required of minors, until the 18th birthday", () => {
  expect([lacksConsent(MARIE, DAY), lacksConsent(MARIE, "2027-11-26")]).toEqual([true, false]);
  expect(lacksConsent({ ...MARIE, consentOn: "2026-02-01" }, DAY)).toBe(false);
});

it("a former member who signs up again is recognised, returns today, and keeps fields that the sign-up lacks", () => {
  const left = { ...MARIE, leftOn: "2026-05-01", leftReason: "Études", email: "marie@exemple.ch", note: "Tambour" };
  const { content } = aSignUp({ firstName: "marie", lastName: "HERITIER", birthDate: "26.11.2009" });
  const proposal = memberFromSignUp(content, null, DAY);
  expect(samePersonKey(proposal)).toBe(samePersonKey(left));
  expect(renewMember(left, proposal, DAY)).toMatchObject({
    ...{ since: "2026-01-10", returnedOn: DAY, leftOn: "", leftReason: "" },
    ...{ email: "marie@exemple.ch", note: "Tambour", street: "Chemin des Treize-Étoiles", postcode: "1965" },
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
      expect(fieldInWords("country", code)).toBe(said);
  });

  it("normalises Swiss and foreign phone numbers", () => {
    const typed = ["079 123 45 67", "079/123.45.67", "(027) 395 12 34", "+41 (0)79 123 45 67", "+41 079 123 45 67"];
    expect(typed.map(readPhone)).toEqual(["0791234567", "0791234567", "0273951234", "0791234567", null]);
    expect(["+33 6 12 34 56 78", "0039 333 1234567", "", "+1"].map(readPhone)).toEqual([
      ...["+33612345678", "+393331234567", "", null],
    ]);
  });

  it("refuses a day of leaving before the entry or in the future", () => {
    const refused = (leftOn: string) => leavingSchema(DAY, MARIE.since).safeParse({ leftOn }).error?.issues[0]?.message;
    expect(["2026-01-09", "2026-11-26", DAY].map(refused)).toEqual([
      ...[MEMBER_SENTENCES.beforeEntry, MEMBER_SENTENCES.future, undefined],
    ]);
  });
});
