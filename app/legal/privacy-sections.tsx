import { Link } from "react-router";
import { CONTACT_DETAILS_DATA, MEMBER_DATA_PURPOSES, MESSAGE_DATA, SIGN_UP_DATA } from "#domain/data-processor.ts";
import { MEMBER_FIELDS, MEMBER_LABELS } from "#domain/register/member.ts";
import type { RichTextBlock, RichTextInline } from "#domain/text/rich-text.ts";
import { DataRecipients } from "./data-recipients.tsx";
import type { PrivacyPart, PrivacySection } from "./privacy-text.server.ts";

type Recipients = Parameters<typeof DataRecipients>[0];

type Props = { sections: readonly PrivacySection[]; recipients: Recipients };

export const PrivacyContents = ({ sections }: Pick<Props, "sections">) => (
  <nav aria-label="Sommaire">
    {sections.map(({ id, title }) => (
      <a key={id} href={`#${id}`}>
        {title}
      </a>
    ))}
  </nav>
);

export const PrivacySections = ({ sections, recipients }: Props) =>
  sections.map(({ id, title, parts }) => (
    <section key={id} id={id} aria-labelledby={`${id}-t`}>
      <h2 id={`${id}-t`}>{title}</h2>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a section never change their order
        <Part key={i} part={part} recipients={recipients} />
      ))}
    </section>
  ));

function Part({ part, recipients }: { part: PrivacyPart; recipients: Recipients }) {
  if ("heading" in part) return <h3>{part.heading}</h3>;
  if ("list" in part) return <FactList name={part.list} recipients={recipients} />;
  return <TextBlock {...part} />;
}

function FactList({ name, recipients }: { name: string; recipients: Recipients }) {
  if (name === "données pour joindre") return <DataList collected={CONTACT_DETAILS_DATA} />;
  if (name === "données de l’inscription") return <DataList collected={SIGN_UP_DATA} />;
  if (name === "données du message") return <DataList collected={MESSAGE_DATA} />;
  if (name === "données du registre") return <DataList collected={MEMBER_DATA} />;
  if (name === "destinataires") return <DataRecipients {...recipients} />;
  throw new Error(`privacy.md: {${name}} is no list`);
}

const DataList = ({ collected }: { collected: Record<string, { name: string; purpose: string }> }) => (
  <dl className="collected-data">
    {Object.entries(collected).map(([field, { name, purpose }]) => (
      <div key={field}>
        <dt>{name}</dt>
        <dd>{purpose}</dd>
      </div>
    ))}
  </dl>
);

const MEMBER_DATA = Object.fromEntries(
  Object.values(MEMBER_DATA_PURPOSES).map((purpose) => {
    const fields = MEMBER_FIELDS.filter((field) => MEMBER_DATA_PURPOSES[field] === purpose);
    return [purpose, { name: fields.map((field) => MEMBER_LABELS[field]).join(", "), purpose }];
  }),
);

/** Without `dir="auto"` of RichText, because the text is French. */
const TextBlock = ({ ordered, items }: RichTextBlock) =>
  ordered === null ? (
    <p>{items[0]?.map(pieceOf)}</p>
  ) : (
    <ul>
      {items.map((pieces) => (
        <li key={String(pieces[0])}>{pieces.map(pieceOf)}</li>
      ))}
    </ul>
  );

function pieceOf(piece: RichTextInline) {
  if (typeof piece === "string") return withOrdinals(piece);
  if ("bold" in piece) return <strong key={String(piece.bold)}>{piece.bold.map(pieceOf)}</strong>;
  const { link, text } = piece;
  if (link.startsWith("/"))
    return (
      <Link key={link} to={link}>
        {text}
      </Link>
    );
  return (
    <a key={link} href={link} rel={link.startsWith("https:") ? "noopener" : undefined}>
      {text}
    </a>
  );
}

/** Writes the « er » of « 1er » as superscript. */
const withOrdinals = (text: string) =>
  text.split(/(?<=\b1)(er)\b/).map((part, i) => (i % 2 === 1 ? <sup key={part}>{part}</sup> : part));
