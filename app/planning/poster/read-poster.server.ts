import type { RouterContextProvider } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { eventStructuredData } from "#app/layout/head/structured-data.server.ts";
import { canonicalUrl } from "#app/ui/event-url.ts";
import { committeePicture, readPublicPicture } from "#app/ui/pictures/pictures.server.ts";
import { momentInZurich } from "#domain/dates.ts";
import { isAnnounced, isEventOver, withoutCommitteeFields } from "#domain/events/planned-event.ts";
import { eventMessage } from "#domain/sharing/group-messages.ts";
import { readSlotOffer } from "../slots/read-offer.server.ts";

/** @returns null for an unknown event; without a session, also null for a draft */
export async function readEventPoster(context: Readonly<RouterContextProvider>, id: string) {
  const { events, clock } = context.get(servicesContext);
  const { publicUrl } = context.get(siteContext);
  const event = await events.get(id);
  const admin = context.get(accountContext) !== null;
  if (!event || !(admin || isAnnounced(event))) return null;
  const picture = await readPublicPicture(context, { collection: "evenements", id });
  const now = momentInZurich(clock.now());
  return {
    event: withoutCommitteeFields(event),
    admin,
    past: isEventOver(event, now),
    path: canonicalUrl(event, now),
    image: picture ?? (admin && event.picture ? committeePicture(event.picture) : null),
    share: picture?.share ?? null,
    /** For the committee's group chat. */
    message: admin ? eventMessage(event, publicUrl + canonicalUrl(event, now), now) : null,
    offer: isAnnounced(event) ? await readSlotOffer(context, event) : null,
    data: isAnnounced(event) ? eventStructuredData(event, picture, publicUrl) : undefined,
  };
}

export type EventPosterPageView = NonNullable<Awaited<ReturnType<typeof readEventPoster>>>;
