import { expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { findMemberAddedByHand, memberNameChoices } from "#domain/slots/hand-added.ts";

const DAY = "2027-06-12";
const member = (firstName: string, more = {}) => ({ ...EMPTY_MEMBER, firstName, lastName: "Dubuis", ...more });
const LEA = member("Léa", { phone: "0791234567" });
const [ZOE, OTHER_ZOE] = [member("Zoé", { place: "Savièse" }), member("Zoé", { place: "Sion", phone: "0791112233" })];
const GONE = member("Luc", { leftOn: "2020-01-01" });
const MEMBERS = [ZOE, LEA, OTHER_ZOE, GONE];

it("present members are offered by last name, those of the same name with their place", () => {
  expect(memberNameChoices(MEMBERS, DAY).map(({ label }) => label)).toEqual([
    "Dubuis, Léa",
    "Dubuis, Zoé (Savièse)",
    "Dubuis, Zoé (Sion)",
  ]);
});

it.each([
  ["Dubuis, Léa", "", LEA],
  ["lea dubuis", "", LEA],
  ["Dubuis Léa", "0791234567", LEA],
  // Another person of the same name.
  ["Léa Dubuis", "0790000000", null],
  ["Dubuis, Zoé (Sion)", "", OTHER_ZOE],
  ["Zoé Dubuis", "0791112233", OTHER_ZOE],
  ["Luc Dubuis", "", null],
  ["Ana Varone", "", null],
])(
  "« %s » with the number « %s », as the committee types a person, is the expected member or no member",
  (name, phone, found) => {
    expect(findMemberAddedByHand(MEMBERS, { name, phone }, DAY)).toEqual({ ok: true, value: found });
  },
);

it("a name of several members without a number is refused", () => {
  expect(findMemberAddedByHand(MEMBERS, { name: "Zoé Dubuis", phone: "" }, DAY)).toEqual({
    ok: false,
    reason: "several",
  });
});
