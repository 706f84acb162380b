/** Reads who is in a round, and stores the sent messages and the texts of the round. */
import { addDays, type Day, dayInZurich, swissDateAndTime, swissDay } from "#domain/dates.ts";
import { type Fee, type FeeSending, feeBalance, sendingsNotRefused } from "#domain/fees/fee.ts";
import { billMessageValues, sendingInFrench } from "#domain/fees/sending.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { listPageOf } from "#domain/paging.ts";
import type { Person } from "#domain/person.ts";
import { awaitsLinkFromCommittee, type LinkRequest } from "#domain/register/lost-link.ts";
import { hasLeft, isMinorMember, memberName, memberSortKey } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import { mobileNumbersOfMember } from "#domain/rounds/phones.ts";
import {
  awaitsConsent,
  awaitsWelcome,
  isRecentTouch,
  isTopicCode,
  type MemberRoundKind,
  parseTouchTime,
  RELEVANT_TOUCH_DAYS,
  ROUND_KINDS,
  type RoundKind,
  type RoundRow,
  roundRules,
  TOUCH_LABELS,
  TOUCH_WAYS,
  type Touch,
  touchForRow,
} from "#domain/rounds/round.ts";
import { AUDIENCES, type RoundTextsByAudience, roundTextsSchema } from "#domain/rounds/round-words.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { NewTouch } from "#stores/rounds/touches.ts";
import type { OpenFeeToSend } from "#usecases/fees/send-bills.ts";
import { changeGroupShare } from "#usecases/mailings/share-mailing.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import type { Services } from "#usecases/services.ts";

/** A page of a round. `waiting`: number of people without a message, on all pages. `version`: of the texts. */
export type RoundView = {
  readonly kind: RoundKind;
  readonly rows: readonly RoundRow[];
  readonly page: number;
  readonly pages: number;
  readonly waiting: number;
  readonly words: RoundTextsByAudience;
  readonly version: string;
  readonly address: FormOfAddress;
};

type WordNeeds = Pick<Services, "roundTexts" | "settings">;

/** @param all all people in the round; only those on page `wanted` get a row, because there may be thousands */
export async function readRoundPage<One extends { readonly touched?: Touch | FeeSending | null | undefined }>(
  { roundTexts, settings }: WordNeeds,
  kind: RoundKind,
  { all, wanted }: { readonly all: readonly One[]; readonly wanted: number },
  rowOf: (one: One) => RoundRow | Promise<RoundRow>,
): Promise<RoundView> {
  const { shown, page, pages } = listPageOf(all, wanted);
  const [rows, { tu, vous, guardian, version }, { memberAddress }] = await Promise.all([
    Promise.all(shown.map(rowOf)),
    roundTexts.get(kind),
    settings.get(),
  ]);
  const waiting = all.filter(({ touched }) => !touched).length;
  return { kind, rows, page, pages, waiting, words: { tu, vous, guardian }, version, address: memberAddress };
}

/** @param owed open fees whose member has a link */
export function billRoundRow({ fee, before, member, phones, link, touched }: OpenFeeToSend, now: Date): RoundRow {
  const today = dayInZurich(now);
  return {
    member: member.id,
    fees: [fee.id],
    name: fee.name,
    about: [formatAmount(feeBalance(fee).open), ...before.sendings.map(sendingInFrench)].join(". "),
    values: billMessageValues(before, member, today, link ?? ""),
    phones,
    toGuardian: phones[0]?.ofGuardian ?? isMinorMember(member, today),
    touched: touchForRow(touched ?? undefined),
  };
}

type DueNeeds = Pick<Services, "touches" | "lostLinks" | "clock">;

type Awaits = (member: Member, touches: readonly Touch[], today: Day, request: LinkRequest | undefined) => boolean;

const AWAITS: Record<MemberRoundKind, Awaits> = {
  welcome: awaitsWelcome,
  consent: awaitsConsent,
  "lost-link": (member, touches, today, request) =>
    request !== undefined && !hasLeft(member) && awaitsLinkFromCommittee(request, touches, today),
};

const NO_REQUESTS: ReadonlyMap<string, LinkRequest> = new Map();

/** @param members all members @returns the members in a round, with their recorded messages */
async function readDue({ touches, lostLinks, clock }: DueNeeds, kind: MemberRoundKind, members: readonly Member[]) {
  const now = clock.now();
  const requests = kind === "lost-link" ? await lostLinks.list() : NO_REQUESTS;
  const awaits = AWAITS[kind];
  const today = dayInZurich(now);
  const isRecent = isRecentTouch(now);
  const known = await touches.list(kind, new Date(`${addDays(today, -RELEVANT_TOUCH_DAYS)}T00:00:00Z`));
  const all = await mapInSlices(members, (member) => {
    const sent = known.get(member.id) ?? [];
    const before = sent.filter((touch) => !isRecent(touch));
    const request = requests.get(member.id);
    const waits = awaits(member, sent, today, request);
    const touched = waits ? undefined : sent.findLast(isRecent);
    const isShown = waits || (touched && awaits(member, before, today, request));
    return isShown ? { member, before, touched, waits, request } : null;
  });
  return all.filter((one) => one !== null);
}

/** @returns how many members wait for a message */
export const countPeopleDue = async (
  services: DueNeeds,
  kind: MemberRoundKind,
  members: readonly Member[],
): Promise<number> => (await readDue(services, kind, members)).filter(({ waits }) => waits).length;

type MemberRoundNeeds = DueNeeds & WordNeeds & Pick<Services, "register" | "fees" | "memberLinks">;

/** @param publicUrl origin of the links @param wanted page */
export async function readMemberRound(
  services: MemberRoundNeeds,
  kind: MemberRoundKind,
  publicUrl: string,
  wanted: number,
): Promise<RoundView> {
  const { register, memberLinks, clock } = services;
  const now = clock.now();
  const today = dayInZurich(now);
  const found = await readDue(services, kind, await register.list());
  const keyed = await mapInSlices(found, (one) => ({ ...one, key: memberSortKey(one.member) }));
  const due = keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const isRecent = isRecentTouch(now);
  const bills = kind === "welcome" && due.length > 0 ? await readUnsentBills(services, now) : new Map<string, Fee[]>();
  const links = { memberLinks: await memberLinks.readAll() };
  return readRoundPage(services, kind, { all: due, wanted }, async ({ member, before, touched, request }) => {
    const phones = mobileNumbersOfMember(member, today, roundRules(kind).guardianFirst);
    // If the welcome was just sent, keep the bills that were sent with it, so that the row stays the same.
    const fees = (bills.get(member.id) ?? []).filter((fee) => touched || !fee.sendings.some(isRecent));
    const amount = fees.reduce((total, fee) => total + feeBalance(fee).open, 0);
    const year = fees.map((fee) => fee.year).join(" et ") || today.slice(0, 4);
    const link = publicUrl + (await readMemberLink(links, member));
    return {
      member: member.id,
      fees: fees.map(({ id }) => id),
      name: memberName(member),
      about: [
        ...(request ? requestInFrench(request) : []),
        ...(amount > 0 ? [`Avec la facture, ${formatAmount(amount)}`] : []),
        ...before.map(touchInFrench),
      ].join(". "),
      values: { firstName: member.firstName || memberName(member), amount, link, year, sent: "" },
      phones,
      toGuardian: phones[0]?.ofGuardian ?? (roundRules(kind).guardianFirst && isMinorMember(member, today)),
      touched: touchForRow(touched),
    };
  });
}

/** Open fees whose bill was not sent, or was sent only within the last hours. Sorted by member, oldest year first. */
async function readUnsentBills({ fees }: Pick<Services, "fees">, now: Date): Promise<Map<string, Fee[]>> {
  const years = (await fees.listYears()).filter(({ closedAt }) => closedAt === null).toReversed();
  const open = (await Promise.all(years.map(({ year }) => fees.listOpen(year)))).flat();
  const isRecent = isRecentTouch(now);
  return Map.groupBy(
    open.filter((fee) => sendingsNotRefused(fee).every((one) => isRecent(one))),
    ({ member }) => member,
  );
}

/** What a row says about the request for a lost link: « Demandé le 03.03.2027, 18:20. E-mail refusé : … » */
const requestInFrench = ({ at, refused }: LinkRequest): string[] => [
  `Demandé le ${swissDateAndTime(at)}`,
  ...(refused === "" ? [] : [`E-mail refusé\u00a0: ${refused.replace(/\.$/, "")}`]),
];

/** A message of a round in French: « WhatsApp le 03.03.2027 ». */
export const touchInFrench = ({ way, at }: Touch): string => `${TOUCH_LABELS[way]} le ${swissDay(dayInZurich(at))}`;

/** Maximum number of fees in one message. */
const FEES_MAX = 10;

type GroupNeeds = Parameters<typeof changeGroupShare>[0];

/**
 * Records that a message was sent or was not sent. Idempotent: a request that arrives twice records one sending.
 * @param typed `kind`, the fields of the addressee (`addresseeFields`), `way`, `at` (ISO 8601, when the user tapped the
 * link). A mailing to neither a member nor a reply is the one that was shared in the group chat
 * @returns `invalid` for an unknown kind or way; `absent` if the member, a fee or the reply does not exist
 */
export async function changeTouch(
  services: DueNeeds & GroupNeeds,
  typed: TypedValues,
  isSent: boolean,
  by: Person | null,
): Promise<"set" | "invalid" | "absent"> {
  const { touches, clock } = services;
  const { kind, topic = "", member = "", reply = "", at = "" } = typed;
  if (kind === ("mailing" satisfies RoundKind) && (member || reply) === "")
    return isTopicCode(topic) ? changeGroupShare(services, topic, at, isSent, by) : "invalid";
  const touch = readTouch(typed, clock.now());
  if (!touch) return "invalid";
  if (isSent) return (await touches.record(touch, by)) ? "set" : "absent";
  await touches.takeBack(touch, by);
  return "set";
}

/** @returns null if the fields are no touch */
function readTouch(typed: TypedValues, now: Date): NewTouch | null {
  const kind = ROUND_KINDS.find((one) => one === typed.kind);
  const way = TOUCH_WAYS.find((one) => one === typed.way);
  const fees = [...new Set((typed.fees ?? "").split(" "))].filter(Boolean);
  const { member = "", topic = "", about = "", reply = "" } = typed;
  if (!kind || !way || fees.length > FEES_MAX) return null;
  const { recordedWith } = roundRules(kind);
  const isOfTopic = recordedWith === "topic";
  if (recordedWith === "fees" && fees.length === 0) return null;
  if (isOfTopic ? ![topic, about].every(isTopicCode) || topic === "" || (member || reply) === "" : member === "")
    return null;
  const ofTopic = isOfTopic && { topic: { id: topic, about, reply: member === "" ? reply : "" } };
  return { kind, member, fees, ...ofTopic, way, at: parseTouchTime(typed.at ?? "", now) };
}

/** `by`: who saved the texts in the meantime. */
type WordsRefusal =
  | { readonly errors: FieldErrors }
  | { readonly conflict: { version: string; current: string[]; by: string | null } };

/** Saves the texts of a round for the next one. An absent field keeps its text. */
export async function saveRoundTexts(
  { roundTexts, clock }: Pick<Services, "roundTexts" | "clock">,
  kind: RoundKind,
  { typed, version }: { readonly typed: TypedValues; readonly version: string },
  by: Person,
): Promise<Result<"saved", WordsRefusal>> {
  const saved = await roundTexts.get(kind);
  const sent = AUDIENCES.filter((audience) => typed[audience] !== undefined);
  const parsed = roundTextsSchema(kind).safeParse(typed);
  if (!parsed.success) return refusal({ errors: errorsByField(parsed.error) });
  const { initial } = roundRules(kind);
  const words = { tu: saved.tu, vous: saved.vous, guardian: saved.guardian };
  // Store the default text as empty, so that it follows later versions of the site.
  for (const audience of sent)
    words[audience] = parsed.data[audience] === initial[audience] ? "" : parsed.data[audience];
  const changed = AUDIENCES.filter((audience) => words[audience] !== saved[audience]);
  if (changed.length === 0) return success("saved");
  if ((await roundTexts.save(kind, words, version, { by, at: clock.now() })) === "saved") return success("saved");
  const now = await roundTexts.get(kind);
  const current = sent
    .filter((audience) => now[audience] !== words[audience])
    .map((audience) => now[audience] || initial[audience]);
  return refusal({ conflict: { version: now.version, current, by: now.lastSave?.by.name ?? null } });
}
