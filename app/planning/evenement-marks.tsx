import type { EvenementFields } from "#domain/evenement.ts";

/** Small stamps on a card: from which age, and what it costs; nothing of what nobody said. */
export function EvenementMarks({ evenement }: { evenement: Pick<EvenementFields, "MinimumAge" | "Price"> }) {
  const { MinimumAge, Price } = evenement;
  if (!MinimumAge && !Price) return null;
  return (
    <ul role="list" className="marks">
      {MinimumAge && <li>Dès {MinimumAge}&nbsp;ans</li>}
      {Price && <li>{Price}</li>}
    </ul>
  );
}
