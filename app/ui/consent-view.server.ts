import type { Day } from "#domain/dates.ts";
import { consentInFrench, hasLeft, isMinorMember, type MemberData } from "#domain/register/member.ts";

export type ConsentView = ReturnType<typeof viewConsent>;

/** @param form path of the filled-in form @param day today in Zurich */
export const viewConsent = (
  record: Pick<MemberData, "birthDate" | "consentOn" | "leftOn">,
  form: string,
  day: Day,
) => ({
  /** Null if the authorisation is not asked for. */
  words: consentInFrench(record, day),
  received: record.consentOn !== "",
  form: isMinorMember(record, day) && !hasLeft(record) ? form : null,
});
