import { committeeMemberSchema, newCommitteeMemberId } from "#domain/committee-member.ts";
import { newEventId } from "#domain/events/planned-event.ts";
import { DRAFT_PUBLICATION, PUBLICATION_SENTENCES, requiresPoster } from "#domain/events/publication.ts";
import { errorsByField, type TypedValues } from "#domain/fields.ts";
import { idCandidates } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { ImageRefusal, UploadedFile } from "#domain/pictures/upload-limits.ts";
import { PICTURE_SENTENCES, type PictureFormRefusal } from "#domain/pictures/upload-limits.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { CardStore } from "#stores/cards.ts";
import type { Services } from "#usecases/services.ts";
import type { CardCollection } from "./card.ts";
import { publishedIfDue } from "./change-card.ts";
import { type PageAddressServices, validateEventForm } from "./read-event.ts";

// Build the schema once: building takes longer than validating a form.
const MEMBER = committeeMemberSchema();

/**
 * Adds an event or a draft. All but drafts need a poster (docs/specification.md section 5).
 * @param original id of the event of which this is a copy: the copy also has its slots @returns the id, or the errors
 */
export async function addEvent(
  services: PageAddressServices & Pick<Services, "pictures" | "clock">,
  typed: TypedValues,
  file: UploadedFile | null,
  by: Person | null,
  original: string | null = null,
): Promise<Result<string, PictureFormRefusal>> {
  const parsed = await validateEventForm(services, typed);
  const isMissing = !file && (parsed.success ? requiresPoster(parsed.data) : typed.publication !== DRAFT_PUBLICATION);
  if (!parsed.success || isMissing) {
    const errors = parsed.success ? {} : errorsByField(parsed.error);
    return refusal({ errors: isMissing ? { ...errors, image: PUBLICATION_SENTENCES.image } : errors, image: null });
  }
  const fields = publishedIfDue(services, parsed.data);
  const copyOf = original === null ? undefined : (await services.events.get(original))?.subject;
  const card = { collection: "evenements" as const, id: newEventId(fields), fields, file, copyOf };
  return withSentence("image", await addCard(services, services.events, card, by));
}

export async function addCommitteeMember(
  services: Pick<Services, "committee" | "pictures">,
  typed: TypedValues,
  file: UploadedFile | null,
  by: Person | null,
): Promise<Result<string, PictureFormRefusal>> {
  const parsed = MEMBER.safeParse(typed);
  if (!parsed.success) return refusal({ errors: errorsByField(parsed.error), image: null });
  const card = { collection: "membres" as const, id: newCommitteeMemberId(parsed.data), fields: parsed.data, file };
  return withSentence("photo", await addCard(services, services.committee, card, by));
}

const withSentence = (field: string, outcome: Result<string, ImageRefusal>): Result<string, PictureFormRefusal> =>
  outcome.ok ? outcome : refusal({ errors: { [field]: PICTURE_SENTENCES[outcome.reason] }, image: outcome.reason });

type Card<Fields> = {
  collection: CardCollection;
  id: string;
  fields: Fields;
  file: UploadedFile | null;
  /** `subject` of the card of which this is a copy. */
  copyOf?: string | undefined;
};

export async function addCard<Fields>(
  { pictures }: Pick<Services, "pictures">,
  store: Pick<CardStore<Fields>, "create">,
  { collection, id, fields, file, copyOf }: Card<Fields>,
  by: Person | null,
): Promise<Result<string, ImageRefusal>> {
  const picture = file && (await pictures.prepare(collection, file));
  if (picture && !picture.ok) return picture;
  for (const candidate of idCandidates(id))
    if ((await store.create(candidate, fields, by, picture?.value ?? null, copyOf)) === "created")
      return success(candidate);
  throw new Error("unreachable: there is always another identifier to try");
}
