import { eventSchema } from "#domain/events/event-form.ts";
import { newEventId } from "#domain/events/planned-event.ts";
import { errorsByField, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Services } from "#usecases/services.ts";
import { dueNow } from "./change-card.ts";
import { publish } from "./publish-card.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = eventSchema();

/**
 * Creates an event with its image, which is required (SPEC.md section 5).
 * @param file null when none was sent
 * @param by who creates it
 * @returns the identifier of the event, or one sentence per refused field
 * @throws when a store does not answer
 */
export async function publishEvent(
  services: Pick<Services, "events" | "images" | "clock">,
  typed: TypedValues,
  file: SentFile | null,
  by: Person | null,
): Promise<Result<string, PublishRefusal>> {
  const parsed = SCHEMA.safeParse(typed);
  if (!parsed.success || !file) {
    const errors = parsed.success ? {} : errorsByField(parsed.error);
    return refuse({ errors: file ? errors : { ...errors, image: PICTURE_SENTENCES.missing }, image: null });
  }
  const fields = dueNow(services, parsed.data);
  const card = { collection: "evenements" as const, id: newEventId(fields), fields, file };
  const outcome = await publish(services, services.events, card, by);
  if (outcome.ok) return accept(outcome.value);
  return refuse({ errors: { image: PICTURE_SENTENCES[outcome.reason] }, image: outcome.reason });
}
