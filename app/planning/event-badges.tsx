import { eventBadges } from "#domain/events/event-fields.ts";
import type { EventFields } from "#domain/events/planned-event.ts";

export function EventBadges({ event }: { event: EventFields }) {
  const badges = eventBadges(event);
  if (badges.length === 0) return null;
  return (
    <ul role="list" className="marks">
      {badges.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
