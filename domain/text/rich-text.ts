export type RichTextInline =
  | string
  | { readonly bold: readonly RichTextInline[] }
  | { readonly link: string; readonly text: string };

/** `ordered`: whether a list is numbered. Null for a paragraph, which has one item. Line breaks are LF. */
export type RichTextBlock = {
  readonly ordered: boolean | null;
  readonly items: readonly (readonly RichTextInline[])[];
};

/** The same blocks with absolute links, for what is read outside the site. @param origin of the site */
export const withAbsoluteLinks = (blocks: readonly RichTextBlock[], origin: string): RichTextBlock[] =>
  blocks.map(({ ordered, items }) => ({
    ordered,
    items: items.map((pieces) => pieces.map((piece) => absoluteLink(piece, origin))),
  }));

function absoluteLink(piece: RichTextInline, origin: string): RichTextInline {
  if (typeof piece === "string") return piece;
  if ("bold" in piece) return { bold: piece.bold.map((one) => absoluteLink(one, origin)) };
  return piece.link.startsWith("/") ? { ...piece, link: origin + piece.link } : piece;
}

/** A link where nobody can tap it: its text, followed by its target unless the text shows the target. */
export function linkInWords({ link, text }: { readonly link: string; readonly text: string }): string {
  const target = link.replace(/^(?:mailto|tel):/, "");
  return shortLink(target) === shortLink(text) ? text : `${text} (${target})`;
}

/** « https://exemple.ch/ » and « exemple.ch » are the same to a reader. */
const shortLink = (target: string): string => target.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** The text without formatting. */
export const plainRichTextInline = (pieces: readonly RichTextInline[]): string =>
  pieces
    .map((piece) =>
      typeof piece === "string" ? piece : "bold" in piece ? plainRichTextInline(piece.bold) : piece.text,
    )
    .join("");

/** The text without formatting, in one line. */
export const plainText = (blocks: readonly RichTextBlock[]): string =>
  blocks
    .flatMap(({ items }) => items.map(plainRichTextInline))
    .join(" ")
    .replace(/\s*\n\s*/g, " ");
