import { isProposedBirthDate } from "#domain/age.ts";
import { dayFromSwiss, dayInZurich } from "#domain/dates.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import { birthDateQuestion, CONFIRMED_BIRTH_DATE, signUpSchema } from "#domain/sign-up.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";

/**
 * Signs somebody up: checks the form on today's date in Zurich and keeps the entry, whose mail follows
 * from the outbox. A birth date that the form proposed is kept once the person has said that it is right, and marked
 * for the committee.
 * @returns the entry, durably kept, or one sentence per refused field; the only sentence may be the question for the
 * birth date, under the name of the field that answers it
 * @throws when the inbox does not answer; nothing is kept then
 */
export async function signUp(
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  typed: TypedValues,
): Promise<Result<InboxEntry, FieldErrors>> {
  const now = clock.now();
  const day = dayInZurich(now);
  const parsed = signUpSchema(day).safeParse(typed);
  if (!parsed.success) return refuse(errorsByField(parsed.error));
  const content = parsed.data;
  const birth = dayFromSwiss(content.birthDate);
  const proposed = isProposedBirthDate(birth, day);
  // A page that has been open for days asks about a date that the site does not propose any more.
  const confirmed = typed[CONFIRMED_BIRTH_DATE] === birth;
  if (proposed && !confirmed) return refuse({ [CONFIRMED_BIRTH_DATE]: birthDateQuestion(birth) });
  const { entry } = await inbox.add({ type: "inscription", content, birthDateToVerify: proposed || confirmed }, now);
  return accept(entry);
}
