/** Who gets a mailing, and what became of it for each person. */
import { type Day, dayInZurich } from "#domain/dates.ts";
import type { Mailing, MailingKind, Recipient } from "#domain/mailings/mailing.ts";
import { countWays, type Delivery, deliveryTo, type Reach, type WayCounts } from "#domain/mailings/ways.ts";
import { postalAddressState } from "#domain/register/address.ts";
import { hasLeft, MEMBER_FILTERS, memberName, memberSortKey, workingEmail } from "#domain/register/member.ts";
import { filterMembers } from "#domain/register/member-list.ts";
import { mobileNumbersOfMember, mobileNumbersOfReply, type RoundPhone } from "#domain/rounds/phones.ts";
import type { Touch } from "#domain/rounds/round.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import { foldText } from "#domain/text/search.ts";
import { mapInSlices, runInSlices } from "#ports/yield-to-event-loop.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { Services } from "#usecases/services.ts";

/** A person whom a mailing may reach. `member` is null for a person who gave a reply and is not a member. */
export type MailingPerson = Recipient & {
  /** `recipientId`. */
  readonly id: string;
  readonly name: string;
  readonly person: Member | null;
  readonly phones: readonly RoundPhone[];
  readonly reach: Reach;
};

/** Filters of the register whose members may be written to: all but those of former members. */
export const WRITABLE_FILTERS = MEMBER_FILTERS.filter((filter) => filter !== "left" && filter !== "left-in-group");
export type WritableFilter = (typeof WRITABLE_FILTERS)[number];

/** The people to whom a new mailing goes. `text`: as in the search of the register. */
export type Audience =
  | { readonly kind: "info" | "convocation"; readonly filter: WritableFilter; readonly text: string }
  | { readonly kind: "event"; readonly event: string }
  | { readonly kind: MailingKind; readonly corrects: Mailing };

type Needs = Pick<Services, "register" | "replies" | "optOuts" | "mailer" | "clock">;

/** `optedOut`: names of the members in the audience who want no infos. They are not among the people. */
export type ReadAudience = { readonly people: readonly MailingPerson[]; readonly optedOut: readonly string[] };

/** @returns the people of an audience, sorted by last and first name */
export async function readAudience(services: Needs, audience: Audience): Promise<ReadAudience> {
  const { register, replies, optOuts, clock } = services;
  const today = dayInZurich(clock.now());
  const personOf = createPersonReader(services, today);
  const members = await register.list();
  if ("corrects" in audience) {
    const present = members.filter((member) => !hasLeft(member));
    const known = await readRecipients(services, audience.corrects, present);
    return withoutOptedOut(known.map(personOf), audience.kind, await optOuts.list());
  }
  if (audience.kind === "event") {
    const coming = (await replies.list(audience.event)).filter(isComing);
    const present = new Map(members.filter((member) => !hasLeft(member)).map((member) => [member.id, member]));
    const people = [...Map.groupBy(coming, ({ person }) => person).values()].map(([reply]) => {
      const one = reply as Reply;
      return personOf({ member: present.get(one.member) ?? null, reply: one });
    });
    return { people: sortPeople(people), optedOut: [] };
  }
  const { text, filter } = audience;
  const found = await runInSlices(filterMembers(members, { text, filter, day: today }));
  const people = await mapInSlices(found, (member) => personOf({ member, reply: null }));
  return withoutOptedOut(people, audience.kind, await optOuts.list());
}

function withoutOptedOut(
  people: readonly MailingPerson[],
  kind: MailingKind,
  optedOut: ReadonlySet<string>,
): ReadAudience {
  const isOut = ({ member }: MailingPerson) => kind === "info" && optedOut.has(member);
  return {
    people: sortPeople(people.filter((one) => !isOut(one))),
    optedOut: people.filter(isOut).map(({ name }) => name),
  };
}

const sortPeople = <One extends MailingPerson>(people: readonly One[]): One[] =>
  people
    .map((one) => ({ one, key: one.person ? memberSortKey(one.person) : foldText(one.name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one);

type Found = { readonly member: Member | null; readonly reply: Reply | null };

/** A present member is reached as in the register, everybody else as in the reply. */
function createPersonReader({ mailer }: Pick<Needs, "mailer">, today: Day): (found: Found) => MailingPerson {
  const canWrite = mailer.sendLetter !== undefined;
  return ({ member, reply }) => {
    if (member) {
      const phones = mobileNumbersOfMember(member, today, false);
      return {
        id: member.id,
        member: member.id,
        reply: "",
        name: memberName(member),
        person: member,
        phones,
        reach: {
          hasEmail: canWrite && workingEmail(member) !== "",
          isInGroup: member.inGroupChat !== "",
          hasMobile: phones.length > 0,
          hasAddress: postalAddressState(member) === "complete",
        },
      };
    }
    const phones = reply ? mobileNumbersOfReply(reply) : [];
    return {
      id: reply?.id ?? "",
      member: "",
      reply: reply?.id ?? "",
      name: reply?.name ?? "",
      person: null,
      phones,
      reach: { hasEmail: false, isInGroup: false, hasMobile: phones.length > 0, hasAddress: false },
    };
  };
}

/** The recipients of a mailing who still exist. */
async function readRecipients(
  { replies }: Pick<Needs, "replies">,
  { recipients }: Pick<Mailing, "recipients">,
  members: readonly Member[],
): Promise<Found[]> {
  const byId = new Map(members.map((member) => [member.id, member]));
  const known = recipients.flatMap((one): Found[] => {
    const member = byId.get(one.member);
    return member ? [{ member, reply: null }] : [];
  });
  const given = await Promise.all(recipients.flatMap(({ reply }) => (reply === "" ? [] : [replies.get(reply)])));
  return [...known, ...given.flatMap((reply): Found[] => (reply ? [{ member: null, reply }] : []))];
}

/** A recipient with what became of the mailing. `touches`: of the person, oldest first. */
export type MailingRecipient = MailingPerson & { readonly delivery: Delivery; readonly touches: readonly Touch[] };

export type MailingState = { readonly people: readonly MailingRecipient[]; readonly counts: WayCounts };

/** The recipients whose record no longer exists: deleted, or erased since. */
export const countMissing = (
  { recipients, erased }: Pick<Mailing, "recipients" | "erased">,
  people: readonly unknown[],
): number => recipients.length + erased - people.length;

/** What became of a mailing for each recipient who still exists, sorted by name. */
export async function readMailingState(
  services: Needs & Pick<Services, "touches">,
  mailing: Mailing,
): Promise<MailingState> {
  const { register, touches, optOuts, clock } = services;
  const today = dayInZurich(clock.now());
  const personOf = createPersonReader(services, today);
  const [members, recorded, optedOut] = await Promise.all([
    register.list(),
    touches.listOfTopic("mailing", mailing.id),
    mailing.kind === "info" ? optOuts.list() : new Set<string>(),
  ]);
  const byPerson = new Map(recorded.map((one) => [one.person, one.touches]));
  const shares = mailing.shares.map((share) => ({ ...share, recipients: new Set(share.recipients) }));
  const found = await readRecipients(services, mailing, members);
  const isQueued = mailing.isQueued && mailing.stoppedAt === null;
  const people = await mapInSlices(found, ({ member, reply }): MailingRecipient => {
    const one = personOf({ member, reply });
    const own = byPerson.get(member ? member.id : (reply?.person ?? "")) ?? [];
    const isGone = member !== null && (hasLeft(member) || optedOut.has(member.id));
    const delivery = deliveryTo(
      one.id,
      { touches: own, shares, isQueued },
      isGone ? null : one.reach,
      mailing.isForGroup,
    );
    return { ...one, delivery, touches: own };
  });
  return {
    people: sortPeople(people),
    counts: countWays(people.map(({ delivery }) => delivery)),
  };
}
