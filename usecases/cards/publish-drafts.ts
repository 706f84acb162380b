import { isPublished } from "#domain/events/publication.ts";
import type { Person } from "#domain/person.ts";
import type { CardOutcome } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { changeCard } from "./change-card.ts";

/** `published`: ids. `withoutPoster`: names of the drafts that were not published. */
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
      if (!event || isPublished(event)) break;
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
export async function publishDueDrafts({ events, clock }: Pick<Services, "events" | "clock">): Promise<number> {
  let announced = 0;
  for (const event of await events.listDue(clock.now())) {
    const fields = { ...event, publication: "" };
    if ((await events.update(event.id, fields, event.version, null, undefined, "published")) === "updated") announced++;
  }
  return announced;
}
