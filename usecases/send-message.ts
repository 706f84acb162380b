import { contactMessageSchema } from "#domain/contact-message.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";

/** Build the schema once: building takes longer than validating a form. */
const SCHEMA = contactMessageSchema();

export async function submitContactMessage(
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  typed: TypedValues,
): Promise<Result<InboxEntry, FieldErrors>> {
  const parsed = SCHEMA.safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const { entry } = await inbox.add({ type: "message", content: parsed.data }, clock.now());
  return success(entry);
}
