import { committeeMemberSchema, newMemberId } from "#domain/committee-member.ts";
import { newEventId } from "#domain/events/planned-event.ts";
import { DRAFT_PUBLICATION, isPublic, needsPoster, PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { errorsByField, type TypedValues } from "#domain/fields.ts";
import { candidates } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/upload-limits.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { CardOutcome } from "#domain/stored.ts";
import type { CardStore } from "#stores/cards.ts";
import type { Services } from "#usecases/services.ts";
import type { CardCollection } from "./card.ts";
import { changeCard, withoutPastPublication } from "./change-card.ts";
import { type PageAddresses, readEvent } from "./read-event.ts";

// Build the schema once: building takes longer than validating a form.
const MEMBER = committeeMemberSchema();

/** A published event needs a poster (docs/specification.md section 5). */
export async function publishEvent(
  services: PageAddresses & Pick<Services, "pictures" | "clock">,
  typed: TypedValues,
  file: SentFile | null,
  by: Person | null,
): Promise<Result<string, PublishRefusal>> {
  const parsed = await readEvent(services, typed);
  const isMissing = !file && (parsed.success ? needsPoster(parsed.data) : typed.publication !== DRAFT_PUBLICATION);
  if (!parsed.success || isMissing) {
    const errors = parsed.success ? {} : errorsByField(parsed.error);
    return refusal({ errors: isMissing ? { ...errors, image: PUBLICATION_SENTENCES.image } : errors, image: null });
  }
  const fields = withoutPastPublication(services, parsed.data);
  const card = { collection: "evenements" as const, id: newEventId(fields), fields, file };
  return withSentence("image", await publishCard(services, services.events, card, by));
}

export async function publishMember(
  services: Pick<Services, "committee" | "pictures">,
  typed: TypedValues,
  file: SentFile | null,
  by: Person | null,
): Promise<Result<string, PublishRefusal>> {
  const parsed = MEMBER.safeParse(typed);
  if (!parsed.success) return refusal({ errors: errorsByField(parsed.error), image: null });
  const card = { collection: "membres" as const, id: newMemberId(parsed.data), fields: parsed.data, file };
  return withSentence("photo", await publishCard(services, services.committee, card, by));
}

const withSentence = (field: string, outcome: Result<string, ImageRefusal>): Result<string, PublishRefusal> =>
  outcome.ok ? outcome : refusal({ errors: { [field]: PICTURE_SENTENCES[outcome.reason] }, image: outcome.reason });

type Card<Fields> = { collection: CardCollection; id: string; fields: Fields; file: SentFile | null };

export async function publishCard<Fields>(
  { pictures }: Pick<Services, "pictures">,
  store: Pick<CardStore<Fields>, "create">,
  { collection, id, fields, file }: Card<Fields>,
  by: Person | null,
): Promise<Result<string, ImageRefusal>> {
  const picture = file && (await pictures.prepare(collection, file));
  if (picture && !picture.ok) return picture;
  for (const candidate of candidates(id))
    if ((await store.create(candidate, fields, by, picture?.value ?? null)) === "created") return success(candidate);
  throw new Error("unreachable: there is always another identifier to try");
}

/** `published`: ids. `withoutPoster`: names of the drafts that were not published. */
export type Published = { readonly published: readonly string[]; readonly withoutPoster: readonly string[] };

export async function publishDrafts(
  services: Pick<Services, "committee" | "events" | "pictures" | "clock">,
  ids: readonly string[],
  by: Person | null,
): Promise<Published> {
  const published: string[] = [];
  const withoutPoster: string[] = [];
  for (const id of new Set(ids)) {
    for (let outcome: CardOutcome = "outdated"; outcome === "outdated"; ) {
      const event = await services.events.get(id);
      if (!event || isPublic(event)) break;
      const { version } = event;
      const fields = { ...event, publication: "" };
      outcome = await changeCard(services, { collection: "evenements", id, fields, version, action: "published" }, by);
      if (outcome === "updated") published.push(id);
      if (outcome === "no-poster") withoutPoster.push(event.name);
    }
  }
  return { published, withoutPoster };
}

/** Publishes each due draft once, even with several server instances. @returns number of published drafts */
export async function publishDue({ events, clock }: Pick<Services, "events" | "clock">): Promise<number> {
  let announced = 0;
  for (const event of await events.listDue(clock.now())) {
    const fields = { ...event, publication: "" };
    if ((await events.update(event.id, fields, event.version, null, undefined, "published")) === "updated") announced++;
  }
  return announced;
}
