import type { Day } from "#domain/dates.ts";
import { type FeeYear, owesFeeOfYear } from "#domain/fees/fee.ts";
import { type Centimes, formatAmount } from "#domain/money/amount.ts";
import { postalAddressState } from "./address.ts";
import { lacksConsent, type MemberData } from "./member.ts";
import { memberAsTyped, memberSchema } from "./member-form.ts";

/** Why the committee has to check a sign-up before accepting it. */
const DOUBTS = {
  birthDate: "date de naissance à vérifier",
  duplicate: "inscription en double",
  member: "déjà au registre",
  namesake: "même nom au registre, sans date de naissance",
  address: "adresse à vérifier",
  form: "fiche à compléter",
} as const;

export type SignUpDoubt = keyof typeof DOUBTS;

/** The doubts as a French sentence: « Inscription en double, adresse à vérifier. » */
export function doubtsInFrench(doubts: readonly SignUpDoubt[]): string {
  const words = doubts.map((doubt) => DOUBTS[doubt]).join(", ");
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

type Marks = { readonly birthDateToVerify: boolean; readonly duplicate: boolean };

/** The doubts that the sign-up itself shows, without the register. @param day today in Zurich */
export function doubtsAboutSignUp(data: MemberData, { birthDateToVerify, duplicate }: Marks, day: Day): SignUpDoubt[] {
  const isUnsure = postalAddressState(data) !== "complete";
  const isRefused = !memberSchema(day).safeParse(memberAsTyped(data)).success;
  return [
    ...(birthDateToVerify ? (["birthDate"] as const) : []),
    ...(duplicate ? (["duplicate"] as const) : []),
    ...(isUnsure ? (["address"] as const) : []),
    ...(isRefused && !isUnsure ? (["form"] as const) : []),
  ];
}

export type FeesOfNewMembers = { readonly year: string; readonly count: number; readonly sum: Centimes };

/** The fees that these new members get, by open year, oldest first. */
export const feesOfNewMembers = (years: readonly FeeYear[], people: readonly MemberData[]): FeesOfNewMembers[] =>
  years
    .filter(({ closedAt }) => closedAt === null)
    .map((year) => ({
      year: year.year,
      amount: year.amount,
      count: people.filter((one) => owesFeeOfYear(year, one)).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ year, amount, count }) => ({ year, count, sum: count * amount }))
    .sort((a, b) => (a.year < b.year ? -1 : 1));

/**
 * Summary shown before an acceptance: « 30 personnes, dont 9 de moins de 18 ans sans autorisation. 30 cotisations 2026,
 * CHF 1’500.–. »
 */
export function acceptanceInFrench(people: readonly MemberData[], fees: readonly FeesOfNewMembers[], day: Day): string {
  const total = people.length;
  const minors = people.filter((one) => lacksConsent(one, day)).length;
  const all =
    total === 1 ? "de moins de 18\u00a0ans, sans autorisation" : "toutes de moins de 18\u00a0ans, sans autorisation";
  const some = `dont ${minors} de moins de 18\u00a0ans sans autorisation`;
  const counted = counting(total, "personne");
  const feesInFrench = fees.map(
    ({ year, count, sum }) => `${counting(count, "cotisation")} ${year}, ${formatAmount(sum)}.`,
  );
  return [
    minors === 0 ? `${counted}.` : `${counted}, ${minors === total ? all : some}.`,
    ...(feesInFrench.length > 0 ? feesInFrench : ["Aucune cotisation pour l’instant."]),
  ].join(" ");
}

const counting = (count: number, word: string): string => `${count}\u00a0${word}${count > 1 ? "s" : ""}`;
