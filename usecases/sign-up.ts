import { isProposedBirthDate } from "#domain/age.ts";
import { dayFromSwiss, dayInZurich } from "#domain/dates.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import { birthDateQuestion, CONFIRMED_BIRTH_DATE, signUpSchema } from "#domain/sign-up.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";

/** Stores a sign-up. A birth date that the form proposed must be confirmed, and is marked for the committee. */
export async function signUp(
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  typed: TypedValues,
): Promise<Result<InboxEntry, FieldErrors>> {
  const now = clock.now();
  const day = dayInZurich(now);
  const parsed = signUpSchema(day).safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const content = parsed.data;
  const birth = dayFromSwiss(content.birthDate);
  const proposed = isProposedBirthDate(birth, day);
  // If the page was open for days, the confirmed date may no longer be the proposed one.
  const confirmed = typed[CONFIRMED_BIRTH_DATE] === birth;
  if (proposed && !confirmed) return refusal({ [CONFIRMED_BIRTH_DATE]: birthDateQuestion(birth) });
  const { entry } = await inbox.add({ type: "inscription", content, birthDateToVerify: proposed || confirmed }, now);
  return accept(entry);
}
