import { factsOf } from "#domain/events/event-fields.ts";
import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { formatPhone, normalisePhone, phoneLink } from "#domain/fields.ts";
import { linkedText } from "#domain/text/linked-text.ts";

/** Price, minimum age and contact of an event, if known. */
export function PosterFacts({ event }: { event: PlannedEvent }) {
  const facts = factsOf(event);
  if (facts.length === 0) return null;
  return (
    <dl className="poster__facts">
      {facts.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{name === "contact" ? <ContactText text={text} /> : text}</dd>
        </div>
      ))}
    </dl>
  );
}

const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;
const CONTACTS = /(\+?\d[\d\s.]{8,}\d|[^\s@,;]+@[^\s@,;]+)/;

/** Email addresses, phone numbers and URLs become links. */
const ContactText = ({ text }: { text: string }) =>
  linkedText(text).flatMap((lines) =>
    lines.flatMap((pieces) =>
      pieces.flatMap(({ text: words, link }) =>
        link === null
          ? words.split(CONTACTS).map(contactLink)
          : [
              <a key={words} href={link} rel="noopener">
                {words}
              </a>,
            ],
      ),
    ),
  );

function contactLink(piece: string) {
  const digits = normalisePhone(piece);
  const tel = digits && phoneLink(digits);
  if (digits && tel)
    return (
      <a key={piece} href={tel}>
        {formatPhone(digits)}
      </a>
    );
  if (!EMAIL.test(piece)) return piece;
  return (
    <a key={piece} href={`mailto:${piece}`}>
      {piece}
    </a>
  );
}
