import type { SlotOffer } from "#domain/slots/slot-offer.ts";
import { SlotForm } from "./slot-form.tsx";
import { SLOTS_ID, slotsUrl } from "./slots-url.ts";

/** Whether the page of the event has the section. */
export const hasSection = ({ is }: SlotOffer): boolean => is !== "none" && is !== "over";

/** Section on the page of an event. */
export const SlotSection = ({ event: { id }, offer }: { event: { id: string }; offer: SlotOffer }) => (
  <section className="slots-panel" id={SLOTS_ID} aria-labelledby="coups-de-main-titre">
    <h2 id="coups-de-main-titre">Coups de main</h2>
    <SlotForm offer={offer} action={slotsUrl(id)} />
  </section>
);
