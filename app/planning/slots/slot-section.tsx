import type { VisitorSlotOffer } from "#domain/slots/slot-offer.ts";
import { ReplyForm } from "./slot-form.tsx";
import { replyPageUrl, SLOT_SECTION_ID } from "./slots-url.ts";

/** Whether the page of the event has the section. */
export const hasSlotSection = ({ is }: VisitorSlotOffer): boolean => is !== "none" && is !== "over";

/** Section on the page of an event. */
export const SlotSection = ({ event: { id }, offer }: { event: { id: string }; offer: VisitorSlotOffer }) => (
  <section className="slots-panel" id={SLOT_SECTION_ID} aria-labelledby="coups-de-main-titre">
    <h2 id="coups-de-main-titre">Coups de main</h2>
    <ReplyForm offer={offer} action={replyPageUrl(id)} />
  </section>
);
