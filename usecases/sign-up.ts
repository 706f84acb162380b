import { isInitialBirthDate } from "#domain/age.ts";
import { dayInZurich, parseSwissDay } from "#domain/dates.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import {
  birthDateQuestion,
  CHARTER_REVISION_FIELD,
  CONFIRMED_BIRTH_DATE_FIELD,
  signUpSchema,
} from "#domain/sign-up.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";

/** If the visitor kept the form's initial birth date, asks for a confirmation. */
export async function submitSignUp(
  services: Pick<Services, "inbox" | "texts" | "clock">,
  typed: TypedValues,
): Promise<Result<InboxEntry, FieldErrors>> {
  const { inbox, clock } = services;
  const now = clock.now();
  const day = dayInZurich(now);
  const parsed = signUpSchema(day).safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const content = parsed.data;
  const birth = parseSwissDay(content.birthDate);
  const proposed = isInitialBirthDate(birth, day);
  // A confirmation counts only for the same birth date.
  const confirmed = typed[CONFIRMED_BIRTH_DATE_FIELD] === birth;
  if (proposed && !confirmed) return refusal({ [CONFIRMED_BIRTH_DATE_FIELD]: birthDateQuestion(birth) });
  const charterRevision = await acceptedCharter(services, typed[CHARTER_REVISION_FIELD] ?? "");
  const toVerify = { birthDateToVerify: proposed || confirmed };
  const { entry } = await inbox.add({ type: "inscription", content, ...toVerify, charterRevision }, now);
  return success(entry);
}

async function acceptedCharter({ texts }: Pick<Services, "texts">, named: string): Promise<string> {
  const current = (await texts.get("charter")).lastSave?.at.toISOString() ?? "";
  if (named === current) return current;
  const isRevision = (await texts.listRevisions("charter")).some(({ at }) => named === at);
  return isRevision ? named : current;
}
