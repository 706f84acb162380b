import { dayInZurich, parseSwissDay } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import type { MemberData } from "#domain/register/member.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { ConsentSubject } from "#stores/register/consent.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { Services } from "#usecases/services.ts";

type SignUpEntry = Extract<InboxEntry, { type: "inscription" }>;

/**
 * Records that the parents' authorisation was received today, or that it is missing.
 * @returns false if neither sign-up nor member exists
 */
export const recordConsent = (
  { register, clock }: Pick<Services, "register" | "clock">,
  { subject, received }: { subject: ConsentSubject; received: boolean },
  by: Person | null,
): Promise<boolean> => register.setConsent(subject, received ? dayInZurich(clock.now()) : "", by);

/**
 * The data of a person that decides whether the parents' authorisation is missing. `id`: the member's; null before the
 * acceptance.
 */
type ConsentRecord = Pick<MemberData, "birthDate" | "consentOn" | "leftOn"> & { readonly id: string | null };

/**
 * @param members the accepted members, by id
 * @returns the data of the member, or of the sign-up before its acceptance
 */
export function consentRecordOf(
  { content, consentOn, decision }: SignUpEntry,
  members: ReadonlyMap<string, Member>,
): ConsentRecord {
  const member = decision?.is === "accepted" ? members.get(decision.member) : undefined;
  return member ?? { id: null, birthDate: parseSwissDay(content.birthDate), consentOn, leftOn: "" };
}

/** @returns the members accepted from the sign-ups of a page, by id */
export async function membersOfSignUps(
  { register }: Pick<Services, "register">,
  entries: readonly SignUpEntry[],
): Promise<ReadonlyMap<string, Member>> {
  const ids = entries.flatMap(({ decision }) => (decision?.is === "accepted" ? decision.member : []));
  const found = await Promise.all(ids.map((id) => register.get(id)));
  return new Map(found.flatMap((member) => (member ? [[member.id, member]] : [])));
}
