import { isPublished } from "#domain/events/publication.ts";
import type { Person } from "#domain/person.ts";
import type { CardOutcome } from "#domain/stored.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { changeCard } from "./change-card.ts";

/**
 * `published`: ids, also of the drafts that an earlier request published, if nobody has changed them since.
 * `withoutPoster`: names of the drafts that were not published.
 */
export type PublishedDrafts = { readonly published: readonly string[]; readonly withoutPoster: readonly string[] };

export async function publishDrafts(
  services: Pick<Services, "committee" | "events" | "pictures" | "clock">,
  ids: readonly string[],
  by: Person | null,
): Promise<PublishedDrafts> {
  const published: string[] = [];
  const withoutPoster: string[] = [];
  for (const id of new Set(ids)) {
    for (let outcome: CardOutcome = "outdated"; outcome === "outdated"; ) {
      const event = await services.events.get(id);
      if (!event) break;
      if (isPublished(event)) {
        if (await wasDraftBeforeLastChange(services, event)) published.push(id);
        break;
      }
      const { version } = event;
      const fields = { ...event, publication: "" };
      outcome = await changeCard(services, { collection: "evenements", id, fields, version, action: "published" }, by);
      if (outcome === "updated") published.push(id);
      if (outcome === "no-poster") withoutPoster.push(event.name);
    }
  }
  return { published, withoutPoster };
}

async function wasDraftBeforeLastChange({ events }: Pick<Services, "events">, { id, updatedAt }: StoredEvent) {
  const before = (await events.listRevisions(id)).find(({ until }) => until === updatedAt);
  return before !== undefined && !isPublished(before.content);
}

/** Publishes each due draft once, even with several server instances. @returns number of published drafts */
export async function publishDueDrafts({ events, clock }: Pick<Services, "events" | "clock">): Promise<number> {
  let announced = 0;
  for (const event of await events.listDue(clock.now())) {
    const fields = { ...event, publication: "" };
    if ((await events.update(event.id, fields, event.version, null, undefined, "published")) === "updated") announced++;
  }
  return announced;
}
