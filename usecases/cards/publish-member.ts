import { memberSchema, newMemberId } from "#domain/committee-member.ts";
import { errorsByField, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Services } from "#usecases/services.ts";
import { publish } from "./publish-card.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = memberSchema();

/**
 * Creates a committee member, with a photo or without (PRODUCT.md, "photo of a member").
 * @param file null for no photo
 * @param by who creates it
 * @returns the identifier of the member, or one sentence per refused field
 * @throws when a store does not answer
 */
export async function publishMember(
  services: Pick<Services, "committee" | "images">,
  typed: TypedValues,
  file: SentFile | null,
  by: Person | null,
): Promise<Result<string, PublishRefusal>> {
  const parsed = SCHEMA.safeParse(typed);
  if (!parsed.success) return refuse({ errors: errorsByField(parsed.error), image: null });
  const fields = parsed.data;
  const outcome = await publish(
    services,
    services.committee,
    { collection: "membres", id: newMemberId(fields), fields, file },
    by,
  );
  if (outcome.ok) return accept(outcome.value);
  return refuse({ errors: { photo: PICTURE_SENTENCES[outcome.reason] }, image: outcome.reason });
}
