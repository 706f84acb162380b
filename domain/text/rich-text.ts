export type RichTextInline =
  | string
  | { readonly bold: readonly RichTextInline[] }
  | { readonly link: string; readonly text: string };

/** `ordered`: whether a list is numbered. Null for a paragraph, which has one item. Line breaks are LF. */
export type RichTextBlock = {
  readonly ordered: boolean | null;
  readonly items: readonly (readonly RichTextInline[])[];
};

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
