/** Replies: persons who come to a slot. A withdrawn reply stays; whoever comes again gets a new reply. */
import type { Moment } from "#domain/dates.ts";
import { readPhone } from "#domain/fields.ts";
import { hasLeft, type MemberData, memberName } from "#domain/register/member.ts";
import { foldText } from "#domain/text/search.ts";
import type { SlotHours } from "./slot.ts";

/** `person`: through a link. `committee`: by hand. */
export type WithdrawnBy = "person" | "committee";

/** What a person agreed to. */
export type AgreedTerms = SlotHours & { readonly post: string };

export type Reply = {
  readonly id: string;
  /** `subject` of the event. */
  readonly event: string;
  readonly slot: string;
  /** Id of the member; empty for a person who is not, or not certainly, a present member. */
  readonly member: string;
  /** Key of the person within the event (`replierKey`). */
  readonly person: string;
  /** As given with this reply: the first name is the first word. */
  readonly name: string;
  /** Normalised by `readPhone`. Empty for a member who replied on the personal page and has none. */
  readonly phone: string;
  /** Whether the person said to be an adult on the day of the slot. */
  readonly isAdult: boolean;
  readonly at: Date;
  /** The replies that were sent together. */
  readonly submission: string;
  /** The post and the hours when the person replied or confirmed last. */
  readonly agreed: AgreedTerms;
  /** Null before the first confirmation. */
  readonly confirmedAt: Date | null;
  readonly withdrawnAt: Date | null;
  /** Null unless withdrawn. */
  readonly withdrawnBy: WithdrawnBy | null;
  /** Whether the committee has seen that the person withdrew. */
  readonly isWithdrawalSeen: boolean;
  /** Whether the committee saw the person at the slot. */
  readonly isPresent: boolean;
};

/** Who replies: `member` is empty for a person who is not a present member. */
export type ReplyingPerson = Pick<Reply, "member" | "name" | "phone" | "isAdult">;

/** Key of a name: its folded words in alphabetical order, because people write the last name first or last. */
const nameKey = (name: string): string => foldText(name).split(" ").toSorted().join(" ");

/**
 * Key of a person within an event: the member, or else the name (`nameKey`) and the number. So a mother may sign up two
 * children with her number.
 */
export const replierKey = ({ member, name, phone }: Pick<ReplyingPerson, "member" | "name" | "phone">): string =>
  member === "" ? `${nameKey(name)} ${phone}` : member;

/**
 * The only present member with exactly this name, in either order, and number. For a child, the form asks for a parent's
 * number. Null if there is none, or several.
 */
export function findMemberOfReply<M extends MemberData>(
  members: readonly M[],
  { name, phone }: Pick<ReplyingPerson, "name" | "phone">,
): M | null {
  const typed = nameKey(name);
  const found = members.filter(
    (member) =>
      !hasLeft(member) &&
      phone !== "" &&
      [member.phone, member.guardianPhone].some((one) => readPhone(one) === phone) &&
      nameKey(memberName(member)) === typed,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Whether the person still comes. */
export const isComing = ({ withdrawnAt }: Pick<Reply, "withdrawnAt">): boolean => withdrawnAt === null;

const isSameMoment = (a: Moment, b: Moment): boolean => a.day === b.day && a.time === b.time;

/**
 * Whether the person must confirm: the slot has other hours, or another post, than the person agreed to.
 * @param now post and hours of the slot; null if it was deleted, or its event has no date
 */
export const needsConfirmation = ({ agreed }: Pick<Reply, "agreed">, now: AgreedTerms | null): boolean =>
  now === null ||
  agreed.post !== now.post ||
  !isSameMoment(agreed.from, now.from) ||
  !isSameMoment(agreed.until, now.until);

export const firstNameOfReply = ({ name }: Pick<Reply, "name">): string => name.split(" ", 1)[0] ?? name;
