import { eventUrl } from "#app/ui/event-url.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import type { MemberSlot, MemberSlotsOfEvent } from "#usecases/slots/own-places.ts";

type Props = {
  event: MemberSlotsOfEvent;
  page: string;
  asksAge: boolean;
  /** Whether the member has ticked the box in the form as sent. */
  isAdult: boolean;
  refused: RefusedSlot | undefined;
};

/** `id`: the slot as sent. */
type RefusedSlot = { readonly id: string; readonly sentence: string };

/** Slots that lack people: one button each, in one form. */
export const OfferedSlots = ({ event: { id, name, evenings }, page, asksAge, isAdult, refused }: Props) => (
  <form className="places" method="post" action={page} data-one-tap>
    <h3>
      Qui vient aider&nbsp;? <a href={eventUrl(id)}>{name}</a>
    </h3>
    <input type="hidden" name="intention" value="come" />
    {asksAge && evenings.some(({ slots }) => slots.some(({ adultsOnly, closed }) => adultsOnly && closed === "")) && (
      <label className="tick">
        <input type="checkbox" name="isAdult" defaultChecked={isAdult} />
        J’aurai 18&nbsp;ans ce jour-là
      </label>
    )}
    {evenings.map(({ title, slots }) => (
      <div key={title} className="places__evening">
        <h4>{title}</h4>
        <ul className="places__offered">
          {slots.map((slot) => (
            <OfferedLine key={slot.id} slot={slot} refused={refused} />
          ))}
        </ul>
      </div>
    ))}
  </form>
);

const OfferedLine = ({ slot, refused }: { slot: MemberSlot; refused: RefusedSlot | undefined }) => (
  <li id={slot.id}>
    <div>
      <b>{slot.post}</b>, {slot.when}
      {slot.adultsOnly && ", dès 18\u00a0ans"}
      <small>{slot.closed || slot.missing}</small>
      {slot.note && <small>{slot.note}</small>}
      {refused?.id === slot.id && <p className="field__error">{refused.sentence}</p>}
    </div>
    {slot.closed === "" && (
      <SubmitButton className="btn btn--small" name="slot" value={slot.id} label="Je viens" about={slot.whole} />
    )}
  </li>
);
