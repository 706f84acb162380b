/** A member who lost the link of the own page asks for it (docs/specification.md section 21.4). */
import { dayInZurich } from "#domain/dates.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { ownLinkLetter } from "#domain/mail/own-link-letter.ts";
import {
  awaitsLinkFromCommittee,
  linkRequestCutoff,
  lostLinkSchema,
  memberContactKeys,
} from "#domain/register/lost-link.ts";
import { workingEmail } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { mapInSlices, yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import type { NewLetter } from "#stores/mail-document.ts";
import {
  ANSWERS_PER_CALL_MAX,
  type FoundMember,
  type LinkQuestion,
  QUESTIONS_READ_MAX,
} from "#stores/register/lost-links.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { Services } from "#usecases/services.ts";
import { readMemberLink } from "./own-page.ts";

const SCHEMA = lostLinkSchema();

/** Stores the question for `answerLinkQuestions`. Reads no member, so that neither answer nor time depends on one. */
export async function askForMemberLink(
  { lostLinks }: Pick<Services, "lostLinks">,
  typed: TypedValues,
): Promise<Result<null, FieldErrors>> {
  const parsed = SCHEMA.safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const hashOf = await lostLinks.hasher();
  await lostLinks.ask(hashOf(parsed.data.contact));
  return success(null);
}

type Needs = Pick<Services, "lostLinks" | "register" | "memberLinks" | "settings" | "mailer" | "clock">;

/**
 * Looks for the members of the questions that wait. If a question has found one member, and a letter can reach the
 * member, queues the letter with the link. Otherwise the committee gets a request for each member. Questions that come
 * meanwhile may wait for the next call. May run concurrently.
 * @param publicUrl origin of the links
 */
export async function answerLinkQuestions(services: Needs, publicUrl: string, stop?: AbortSignal): Promise<void> {
  const { lostLinks, register, clock } = services;
  // One read of the register for all these questions, because it costs a read of every member. For the same reason, a
  // call that finds few questions reads it once, however many come meanwhile.
  for (let isFull = true; isFull; ) {
    const questions = await lostLinks.listQuestions();
    if (questions.length === 0) return;
    isFull = questions.length === QUESTIONS_READ_MAX;
    const [members, hashOf, today] = [await register.list(), await lostLinks.hasher(), dayInZurich(clock.now())];
    const wanted = new Map(questions.map(({ hash }) => [hash, new Set<Member>()]));
    for (const member of members) {
      await yieldToEventLoop();
      for (const key of memberContactKeys(member, today)) wanted.get(hashOf(key))?.add(member);
    }
    const toFound = (hash: string) => {
      const found = [...(wanted.get(hash) ?? [])];
      return mapInSlices(found, (member) => toFoundMember(services, member, found, publicUrl));
    };
    for (let i = 0; i < questions.length; i += ANSWERS_PER_CALL_MAX) {
      if (stop?.aborted) return;
      const some = questions.slice(i, i + ANSWERS_PER_CALL_MAX);
      const toAnswer = async ({ id, hash }: LinkQuestion) => ({ question: id, found: await toFound(hash) });
      await lostLinks.answer(await mapInSlices(some, toAnswer));
    }
  }
}

async function toFoundMember(
  services: Needs,
  member: Member,
  found: readonly Member[],
  publicUrl: string,
): Promise<FoundMember> {
  const isMailable = found.length === 1 && services.mailer.sendLetter && workingEmail(member) !== "";
  return { member: member.id, letter: isMailable ? await letterTo(services, member, publicUrl) : null };
}

async function letterTo(services: Needs, member: Member, publicUrl: string): Promise<NewLetter> {
  const { memberAddress } = await services.settings.get();
  const link = publicUrl + (await readMemberLink(services, member));
  const [cause, recipient] = [member.id, workingEmail(member)];
  return { kind: "own-link", cause, member: cause, recipient, ...ownLinkLetter(link, memberAddress) };
}

/** @returns how many members wait for the link from the committee */
export async function countLostLinks({
  lostLinks,
  touches,
  clock,
}: Pick<Services, "lostLinks" | "touches" | "clock">): Promise<number> {
  const requests = [...(await lostLinks.list())].filter(([, { ofCommittee }]) => ofCommittee);
  if (requests.length === 0) return 0;
  const now = clock.now();
  const [sent, today] = [await touches.list("lost-link", linkRequestCutoff(now)), dayInZurich(now)];
  return requests.filter(([member, request]) => awaitsLinkFromCommittee(request, sent.get(member) ?? [], today)).length;
}
