import { Fragment } from "react";
import { formatPhone, mailtoLink, readEmail, readPhone, telLink } from "#domain/fields.ts";
import { splitIntoLinkedText } from "#domain/text/linked-text.ts";

const CONTACTS = /([+(]?\d[\d\s.()/\p{Pd}]{7,}\d|[^\s@,;]+@[^\s@,;]+)/u;

/** A contact as the committee typed it. Numbers and addresses become links. */
export const LinkedContactText = ({ text }: { text: string }) =>
  splitIntoLinkedText(text).flatMap((lines) =>
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
  const number = readPhone(piece);
  const tel = number && telLink(number);
  if (tel)
    return (
      <a key={piece} href={tel}>
        {formatPhone(number)}
      </a>
    );
  // Punctuation after an address belongs to the sentence.
  const [, address = "", end] = /^(.*?)([.:!?)]*)$/.exec(piece) ?? [];
  const email = readEmail(address);
  if (!email.ok) return piece;
  return (
    <Fragment key={piece}>
      <a href={mailtoLink(email.value)}>{address}</a>
      {end}
    </Fragment>
  );
}
