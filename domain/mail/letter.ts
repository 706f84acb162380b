import { linkInWords, type RichTextBlock, type RichTextInline } from "#domain/text/rich-text.ts";

export const ASSOCIATION_NAME = "La Jeunesse de Savièse";

export type LetterFact = {
  readonly label: string;
  /** One line. The mail omits a fact with an empty value. */
  readonly value: string;
  /** Link target: `tel:`, `mailto:` or a URL of the site. */
  readonly address?: string;
};

export type LetterPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "alert"; readonly text: string }
  | { readonly kind: "quote"; readonly text: string }
  /** Paragraphs and lists with bold and links. */
  | { readonly kind: "rich"; readonly blocks: readonly RichTextBlock[] }
  | { readonly kind: "facts"; readonly facts: readonly LetterFact[] }
  | { readonly kind: "button"; readonly text: string; readonly address: string }
  /** A link that is not the point of the letter. */
  | { readonly kind: "small"; readonly text: string; readonly address: string };

/** The content of a mail. All texts are single lines, except quotes. */
export type Letter = {
  readonly kicker: string;
  readonly title: string;
  /** Mail programs show this text below the subject. */
  readonly preview: string;
  readonly parts: readonly LetterPart[];
  readonly foot: string;
};

/** A letter that is ready to be sent. `subject`: a single line. */
export type ComposedLetter = { readonly subject: string; readonly text: string; readonly html: string };

function lines(part: LetterPart): string {
  if (part.kind === "facts")
    return part.facts
      .filter(({ value }) => value !== "")
      .map(({ label, value }) => `${label}\u00a0: ${value}`)
      .join("\n");
  // The URL has its own line, so that mail programs recognise the whole URL as a link.
  if (part.kind === "rich") return part.blocks.map(blockAsText).join("\n\n");
  if (part.kind === "button" || part.kind === "small") return `${part.text}\u00a0:\n${part.address}`;
  return part.kind === "alert" ? `! ${part.text}` : part.text;
}

const inlineAsText = (piece: RichTextInline): string => {
  if (typeof piece === "string") return piece;
  if ("bold" in piece) return piece.bold.map(inlineAsText).join("");
  return linkInWords(piece);
};

const blockAsText = ({ ordered, items }: RichTextBlock): string =>
  items
    .map((pieces, i) => {
      const text = pieces.map(inlineAsText).join("");
      return ordered === null ? text : `${ordered ? `${i + 1}.` : "-"} ${text}`;
    })
    .join("\n");

/** The plain-text body of a mail. */
export function renderLetterText({ kicker, title, parts, foot }: Letter): string {
  const blocks = [`${kicker}\n${title}`, ...parts.map(lines), [foot, ASSOCIATION_NAME].filter(Boolean).join("\n")];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
