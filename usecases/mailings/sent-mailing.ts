/** A mailing that was sent, as the committee sees it: what went by which way, and to whom it has still to go. */

import { monthsBefore } from "#domain/dates.ts";
import { MAIL_LEASE_MS } from "#domain/mail/mail-back-off.ts";
import type { ShownMailing } from "#domain/mail/mailing-letter.ts";
import { deliveryInFrench, type ShownPeople, wayCountsInFrench } from "#domain/mailings/delivery-words.ts";
import { isMailingExpired, MAILING_RETENTION_MONTHS, type Mailing } from "#domain/mailings/mailing.ts";
import { groupPageUrl, mailingOnPageUrl } from "#domain/mailings/reader-urls.ts";
import type { Share } from "#domain/mailings/ways.ts";
import { listPageOf } from "#domain/paging.ts";
import type { Person } from "#domain/person.ts";
import { hasLeft } from "#domain/register/member.ts";
import { isRecentTouch, type RoundRow, TOUCH_WAYS, type Touch, touchForRow } from "#domain/rounds/round.ts";
import { messageWithLink } from "#domain/sharing/shared-message.ts";
import { MAILING_PAUSE_MS } from "#usecases/mail/deliver-mails.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import { type RoundView, readRoundPage, touchInFrench } from "#usecases/rounds/round.ts";
import type { Services } from "#usecases/services.ts";
import { type LetterFile, letterFiles } from "./print-letters.ts";
import { countMissing, type MailingRecipient, readMailingState } from "./recipients.ts";
import { dueBy } from "./share-mailing.ts";

type Needs = Parameters<typeof readMailingState>[0] &
  Pick<Services, "mailings" | "mails" | "memberLinks" | "roundTexts" | "settings">;

/** A person whom the page names. `member`: empty for a person who is not a member. */
export type NamedPerson = {
  readonly id: string;
  readonly member: string;
  readonly name: string;
  readonly about: string;
};

/** The first people of many, by name. */
export type NamedPeople = { readonly shown: readonly NamedPerson[]; readonly total: number };

/** `waiting`: letters that have still to leave by themselves. `due`: those that leave only if the committee says so. */
export type MailProgress = {
  readonly all: number;
  readonly sent: number;
  readonly waiting: number;
  readonly due: number;
  /** ISO 8601. Null if the e-mails were not stopped, or if all had left. */
  readonly stoppedAt: string | null;
  readonly seconds: number;
  /** Why mails are held (a French sentence), or when the next attempt is (ISO 8601). Null if the letters leave. */
  readonly held: string | null;
  readonly nextAttempt: string | null;
  readonly refused: NamedPeople;
};

/** What goes to many people at once. `due`: ids of the people to whom it has still to go. `last`: the last share. */
export type ShareProgress = {
  readonly all: number;
  readonly sent: number;
  readonly due: readonly string[];
  readonly last: { readonly at: string; readonly by: Person | null; readonly count: number } | null;
};

export type SentMailing = {
  readonly counts: string;
  readonly total: number;
  /** Number of recipients whose record no longer exists. */
  readonly missing: number;
  readonly email: MailProgress | null;
  readonly group: (ShareProgress & { readonly row: RoundRow; readonly message: string }) | null;
  readonly mobile: { readonly all: number; readonly sent: number; readonly round: RoundView } | null;
  readonly paper: (ShareProgress & { readonly files: readonly LetterFile[] }) | null;
  readonly unreachable: NamedPeople;
  readonly gone: NamedPeople;
  readonly people: NamedPeople & { readonly page: number; readonly pages: number };
};

/** `wanted`: page of the round; `wantedOfPeople`: page of the list of people, which has those of `filter`. */
type Shown = {
  readonly publicUrl: string;
  readonly wanted: number;
  readonly wantedOfPeople: number;
  readonly filter: ShownPeople;
};

export async function readSentMailing(
  services: Needs,
  mailing: Mailing,
  text: Pick<ShownMailing, "blocks">,
  shown: Shown,
): Promise<SentMailing> {
  const { people, counts } = await readMailingState(services, mailing);
  const pageUrl = shown.publicUrl + groupPageUrl(await services.mailings.pageTokenOf(mailing.id));
  const groups: Record<ShownPeople, readonly MailingRecipient[]> = {
    all: people,
    refused: refusedOf(people),
    unreachable: people.filter(({ delivery }) => delivery.is === "unreachable"),
    gone: people.filter(({ delivery }) => delivery.is === "gone"),
  };
  const found = listPageOf(groups[shown.filter], shown.wantedOfPeople);
  return {
    counts: wayCountsInFrench(counts),
    total: people.length,
    missing: countMissing(mailing, people),
    email: await readMailProgress(services, mailing, people, counts.email),
    group: counts.group.all === 0 ? null : groupProgress(mailing, people, counts.group, pageUrl),
    mobile:
      counts.mobile.all === 0
        ? null
        : { ...counts.mobile, round: await readMailingRound(services, mailing, people, { ...shown, pageUrl }) },
    paper:
      counts.paper.all === 0
        ? null
        : {
            ...counts.paper,
            ...shareProgress(mailing, people, "paper"),
            files: letterFiles(people, mailing, text),
          },
    unreachable: firstOf(groups.unreachable, asNamed),
    gone: firstOf(groups.gone, asNamed),
    people: { ...found, shown: found.shown.map(asNamed) },
  };
}

/** @returns null if the mailing does not exist, or if none of its e-mails has to be sent or was refused */
export async function readMailProgressOf(services: Needs, id: string): Promise<MailProgress | null> {
  const mailing = await services.mailings.get(id);
  if (!mailing) return null;
  const { people, counts } = await readMailingState(services, mailing);
  return readMailProgress(services, mailing, people, counts.email);
}

const asNamed = ({ id, member, name, person, delivery }: MailingRecipient): NamedPerson => ({
  id,
  member,
  name,
  about: deliveryInFrench(delivery, person !== null && hasLeft(person)),
});

/** Why the mail server refused the last e-mail to a person. Undefined if it did not. */
const refusalOf = ({ touches }: MailingRecipient): string | undefined =>
  touches.findLast(({ way }) => way === "email")?.refused;

const refusedOf = (people: readonly MailingRecipient[]) => people.filter((one) => refusalOf(one) !== undefined);

/** Number of people whom the page names above its list. */
const NAMED = 20;

const firstOf = (people: readonly MailingRecipient[], named: (one: MailingRecipient) => NamedPerson): NamedPeople => ({
  shown: people.slice(0, NAMED).map(named),
  total: people.length,
});

/** Null if no e-mail goes to anybody, and none was refused. */
async function readMailProgress(
  { mails, clock }: Needs,
  { isQueued, stoppedAt }: Mailing,
  people: readonly MailingRecipient[],
  counts: { readonly all: number; readonly sent: number },
): Promise<MailProgress | null> {
  const refused = refusedOf(people);
  if (counts.all === 0 && refused.length === 0) return null;
  const due = dueBy(people, "email").length;
  // Letters that are not queued yet, because a crash interrupted it, leave by themselves.
  const isComing = !isQueued && stoppedAt === null;
  const queued = people.filter(({ delivery }) => delivery.is === "queued").length;
  const waiting = queued + (isComing ? due : 0);
  const [held, next] = waiting > 0 ? await Promise.all([mails.heldReason(), mails.nextDue()]) : [null, null];
  const isLate = next !== null && next.getTime() - clock.now().getTime() > MAIL_LEASE_MS;
  return {
    ...counts,
    waiting,
    due: isComing ? 0 : due,
    stoppedAt: due + queued > 0 ? (stoppedAt?.toISOString() ?? null) : null,
    seconds: (waiting * MAILING_PAUSE_MS) / 1000,
    held,
    nextAttempt: isLate ? next.toISOString() : null,
    refused: firstOf(refused, (one) => ({ ...asNamed(one), about: refusalOf(one) ?? "" })),
  };
}

function shareProgress(
  { shares }: Mailing,
  people: readonly MailingRecipient[],
  way: Share["way"],
): Pick<ShareProgress, "due" | "last"> {
  const last = shares.findLast((share) => share.way === way);
  return {
    due: dueBy(people, way).map(({ id }) => id),
    last: last ? { at: last.at.toISOString(), by: last.by, count: last.recipients.length } : null,
  };
}

const NO_VALUES = { firstName: "", amount: 0, link: "", year: "", sent: "" } as const;

function groupProgress(
  mailing: Mailing,
  people: readonly MailingRecipient[],
  counts: { readonly all: number; readonly sent: number },
  url: string,
): SentMailing["group"] {
  const { id, subject: title } = mailing;
  const progress = shareProgress(mailing, people, "group");
  const { due, last } = progress;
  const row: RoundRow = {
    member: "",
    fees: [],
    topic: { id, about: "", reply: "" },
    name: "Groupe WhatsApp",
    about: "",
    values: { ...NO_VALUES, link: url, subject: title },
    phones: [],
    toGuardian: false,
    touched: last && due.length === 0 ? { way: "shared", at: last.at, by: last.by } : null,
  };
  return { ...counts, ...progress, row, message: messageWithLink({ title, text: title, url }) };
}

type InRound = MailingRecipient & {
  readonly before: readonly Touch[];
  readonly touched: NonNullable<Parameters<typeof touchForRow>[0]> | undefined;
};

/** The people whom only a message on their phone reaches, with those who got one in the last hours. */
async function readMailingRound(
  services: Needs,
  { id, subject }: Mailing,
  people: readonly MailingRecipient[],
  { publicUrl, pageUrl, wanted }: Shown & { readonly pageUrl: string },
): Promise<RoundView> {
  const isRecent = isRecentTouch(services.clock.now());
  const all = people.flatMap((one): InRound[] => {
    const { delivery, touches } = one;
    if (delivery.is === "due" && delivery.way === "mobile") return [{ ...one, before: touches, touched: undefined }];
    const touched = touches.findLast(isRecent);
    const isByPhone = delivery.is === "sent" && TOUCH_WAYS.some((way) => way === delivery.by);
    return touched && isByPhone ? [{ ...one, before: touches.filter((touch) => touch !== touched), touched }] : [];
  });
  const links = { memberLinks: await services.memberLinks.readAll() };
  return readRoundPage(services, "mailing", { all, wanted }, async (one): Promise<RoundRow> => {
    const { person, phones, before, touched } = one;
    const link = person ? publicUrl + mailingOnPageUrl(await readMemberLink(links, person), id) : pageUrl;
    return {
      member: one.member,
      fees: [],
      topic: { id, about: "", reply: one.reply },
      name: one.name,
      about: before.map((touch) => touchInFrench(touch) + (touch.refused === undefined ? "" : ", refusé")).join(". "),
      values: { ...NO_VALUES, firstName: person?.firstName || one.name.split(" ", 1)[0] || one.name, link, subject },
      phones,
      toGuardian: phones[0]?.ofGuardian ?? false,
      touched: touchForRow(touched),
    };
  });
}

/** @returns the mailings of the time that they are kept, newest first */
export async function listSentMailings({ mailings, clock }: Pick<Services, "mailings" | "clock">): Promise<Mailing[]> {
  const now = clock.now();
  const longest = Math.max(...Object.values(MAILING_RETENTION_MONTHS));
  const all = await mailings.list(monthsBefore(now, longest));
  return all.filter((mailing) => !isMailingExpired(mailing, now));
}
