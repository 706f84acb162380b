import { contactMessageSchema } from "#domain/contact-message.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = contactMessageSchema();

/**
 * Sends the committee a message: checks the form and keeps the entry, whose mail follows from the outbox.
 * @returns the entry, durably kept, or one sentence per refused field
 * @throws when the inbox does not answer; nothing is kept then
 */
export async function sendMessage(
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  typed: TypedValues,
): Promise<Result<InboxEntry, FieldErrors>> {
  const parsed = SCHEMA.safeParse(typed);
  if (!parsed.success) return refuse(errorsByField(parsed.error));
  const { entry } = await inbox.add({ type: "message", content: parsed.data }, clock.now());
  return accept(entry);
}
