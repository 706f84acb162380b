export type Inline = string | { readonly bold: readonly Inline[] } | { readonly link: string; readonly text: string };

/** `ordered`: whether a list is numbered. Null for a paragraph, which has one item. Line breaks are LF. */
export type Block = { readonly ordered: boolean | null; readonly items: readonly (readonly Inline[])[] };

/** The text without formatting. */
export const plainInline = (pieces: readonly Inline[]): string =>
  pieces
    .map((piece) => (typeof piece === "string" ? piece : "bold" in piece ? plainInline(piece.bold) : piece.text))
    .join("");

/** The text without formatting, in one line. */
export const plainText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(({ items }) => items.map(plainInline))
    .join(" ")
    .replace(/\s*\n\s*/g, " ");
