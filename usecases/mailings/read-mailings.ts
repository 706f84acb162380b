/** The mailings as their readers see them: behind the link of the group, on the personal page, and beside one's places. */
import { monthsBefore } from "#domain/dates.ts";
import { isAnnounced } from "#domain/events/planned-event.ts";
import type { ShownMailing } from "#domain/mail/mailing-letter.ts";
import { isMailingShown, MAILING_SHOWN_MONTHS, type Mailing, recipientId } from "#domain/mailings/mailing.ts";
import { sendingsTo } from "#domain/mailings/ways.ts";
import { hasLeft } from "#domain/register/member.ts";
import type { Touch } from "#domain/rounds/round.ts";
import type { Reply } from "#domain/slots/reply.ts";
import type { Services } from "#usecases/services.ts";
import { readShownMailing } from "./send-mailing.ts";

export type MailingToRead = ShownMailing & {
  readonly id: string;
  readonly at: Date;
  /** Id of the event, if visitors may see its page; otherwise null. */
  readonly event: string | null;
};

/** `sendings`: how the person got it, oldest first. Empty if it has not been sent to the person yet. */
export type MailingToPerson = MailingToRead & { readonly sendings: ReturnType<typeof sendingsTo> };

type Needs = Pick<Services, "mailings" | "events" | "clock">;

/** @returns the mailing behind a link of the group; null if the token is wrong, or the mailing is too old */
export async function readGroupPage(services: Needs, token: string, publicUrl: string): Promise<MailingToRead | null> {
  const mailing = await services.mailings.findByPageToken(token);
  if (!mailing || !isMailingShown(mailing, services.clock.now())) return null;
  return readMailing({ events: readingOnce(services.events) }, mailing, publicUrl);
}

/** Reads each event once, although several mailings may be about it. */
function readingOnce(events: Services["events"]): Services["events"] {
  const found = new Map<string, ReturnType<typeof events.findBySubject>>();
  return {
    ...events,
    findBySubject(subject) {
      const event = found.get(subject) ?? events.findBySubject(subject);
      found.set(subject, event);
      return event;
    },
  };
}

async function readMailing(
  { events }: Pick<Services, "events">,
  mailing: Mailing,
  publicUrl: string,
): Promise<MailingToRead> {
  const [shown, event] = await Promise.all([
    readShownMailing({ events }, mailing, publicUrl),
    mailing.event === "" ? null : events.findBySubject(mailing.event),
  ]);
  return { ...shown, id: mailing.id, at: mailing.at, event: event && isAnnounced(event) ? event.id : null };
}

/** @returns the mailings to a member that are still shown, newest first, also those that wait to be sent */
export async function readMailingsToMember(
  services: Needs & Pick<Services, "touches">,
  member: string,
  publicUrl: string,
): Promise<MailingToPerson[]> {
  const [mailings, touches] = await Promise.all([
    readMailingsTo(services, new Set([member])),
    services.touches.listOf(member),
  ]);
  const events = readingOnce(services.events);
  return Promise.all(
    mailings.map(async (mailing) => {
      const own = touches.find(({ kind, topic }) => kind === "mailing" && topic === mailing.id);
      return toPerson(await readMailing({ events }, mailing, publicUrl), mailing, own?.touches ?? []);
    }),
  );
}

/**
 * @param replies all replies of a person at an event @returns the mailings to this person, who is no member, that are still
 * shown, newest first
 */
export async function readMailingsToReplier(
  services: Needs & Pick<Services, "touches">,
  replies: readonly Reply[],
  publicUrl: string,
): Promise<MailingToPerson[]> {
  const mailings = await readMailingsTo(services, new Set(replies.map(({ id }) => id)));
  const events = readingOnce(services.events);
  return Promise.all(
    mailings.map(async (mailing) => {
      const touches = await services.touches.listOfMailing(mailing.id, replies[0]?.person ?? "");
      return toPerson(await readMailing({ events }, mailing, publicUrl), mailing, touches);
    }),
  );
}

async function readMailingsTo({ mailings, clock }: Needs, recipients: ReadonlySet<string>): Promise<Mailing[]> {
  const now = clock.now();
  const found = await mailings.listTo(recipients, monthsBefore(now, MAILING_SHOWN_MONTHS));
  return found.filter((mailing) => isMailingShown(mailing, now));
}

/** @param mailing with this recipient only (`listTo`) */
function toPerson(shown: MailingToRead, mailing: Mailing, touches: readonly Touch[]): MailingToPerson {
  const [recipient] = mailing.recipients;
  const shares = mailing.shares.map((share) => ({ ...share, recipients: new Set(share.recipients) }));
  return { ...shown, sendings: sendingsTo(recipient ? recipientId(recipient) : "", { touches, shares }) };
}

/** @returns the id of the member whose opt-out a token opens; null if the token is wrong, or the member has left */
export async function findOptOutMember(
  { optOuts, register }: Pick<Services, "optOuts" | "register">,
  token: string,
): Promise<string | null> {
  const id = await optOuts.memberOf(token);
  const member = id === null ? null : await register.get(id);
  return member && !hasLeft(member) ? member.id : null;
}
