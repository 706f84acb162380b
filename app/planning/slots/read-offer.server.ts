import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { momentInZurich } from "#domain/dates.ts";
import { type VisitorSlotOffer, visitorSlotOffer } from "#domain/slots/slot-offer.ts";
import type { StoredEvent } from "#stores/events.ts";

/** The page cache serves the page only until the next slot ends. */
export async function readSlotOffer(
  context: Readonly<RouterContextProvider>,
  event: StoredEvent,
): Promise<VisitorSlotOffer> {
  const { slots, replies, clock } = context.get(servicesContext);
  const all = await slots.list(event.subject);
  const now = momentInZurich(clock.now());
  const offer = visitorSlotOffer(all, await replies.countComing(all.map(({ id }) => id)), event, now);
  if (offer.until) context.get(siteContext).expireAt(offer.until);
  return offer;
}
