import type { FormResult } from "#app/ui/form/form-result.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import type { MemberPlaces } from "#usecases/slots/own-places.ts";
import { OfferedSlots } from "./offered-slots.tsx";
import { PlacesOfEventList } from "./place-list.tsx";

type Props = { places: MemberPlaces; page: string; address: FormOfAddress; result: FormResult };

/** The section of the personal page. Absent without places and without slots that lack people. */
export function OwnPlacesSection({ places: { own, offered, asksAge }, page, address, result }: Props) {
  if (own.length === 0 && offered.length === 0) return null;
  const { typed, errors } = result;
  const refusedReply = errors?.reply && { id: typed?.reply ?? "", sentence: errors.reply };
  const refusedSlot = errors?.slot && { id: typed?.slot ?? "", sentence: errors.slot };
  return (
    <section className="places-section" aria-labelledby="coups-de-main">
      <h2 id="coups-de-main">Coups de main</h2>
      {own.map((event) => (
        <PlacesOfEventList
          key={event.places[0]?.reply}
          event={event}
          level={3}
          page={page}
          address={address}
          refused={refusedReply || undefined}
        />
      ))}
      {own.length > 0 && (
        <a className="strong-link" href={`${page}/coups-de-main.ics`}>
          Ajouter à mon agenda
        </a>
      )}
      {offered.map((event) => (
        <OfferedSlots
          key={event.id}
          event={event}
          page={page}
          asksAge={asksAge}
          isAdult={Boolean(typed?.isAdult)}
          refused={refusedSlot || undefined}
        />
      ))}
    </section>
  );
}
