import type { EvenementFields } from "#domain/evenement.ts";
import { badgesOf } from "#domain/event-fields.ts";

/** Small stamps on a card: from which age, and what it costs; nothing of what nobody said. */
export function EvenementMarks({ evenement }: { evenement: EvenementFields }) {
  const badges = badgesOf(evenement);
  if (badges.length === 0) return null;
  return (
    <ul role="list" className="marks">
      {badges.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
