import { type FieldErrors, toMultiline, toSingleLine } from "#domain/fields.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { type Result, success } from "#domain/result.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import { readInlineMarkdown, readMarkdown } from "#domain/text/markdown.server.ts";
import { typedLengthMax } from "#domain/text/normal-form.ts";
import { plainRichTextInline, plainText, type RichTextBlock, type RichTextInline } from "#domain/text/rich-text.ts";
import type { IsPage } from "#domain/text/site-page.ts";
import { fillPlaceholders } from "./placeholders.ts";
import { type EDITABLE_TEXTS, type TextField, type TextId, type TextWords, textFields } from "./texts.ts";

type Rendered<Kind> = Kind extends "markdown" ? RichTextBlock[] : Kind extends "line" ? RichTextInline[] : string;

export type RenderedText<Id extends TextId> = {
  readonly [Field in keyof (typeof EDITABLE_TEXTS)[Id]["fields"]]: Rendered<
    (typeof EDITABLE_TEXTS)[Id]["fields"][Field] extends TextField<infer Kind> ? Kind : never
  >;
};

function read(
  { kind }: TextField,
  text: string,
  isPage: IsPage,
): Result<string | RichTextInline[] | RichTextBlock[], string> {
  if (kind === "plain") return success(text);
  return kind === "line" ? readInlineMarkdown(text, isPage) : readMarkdown(text, isPage);
}

/** Errors in links and Markdown, by field name. `textWordsSchema` finds all other errors. */
export function textWordsErrors(id: TextId, words: TextWords, isPage: IsPage): FieldErrors {
  const results = Object.entries(textFields(id)).map(
    ([name, field]) => [name, read(field, words[name] ?? "", isPage)] as const,
  );
  return Object.fromEntries(results.flatMap(([name, result]) => (result.ok ? [] : [[name, result.reason]])));
}

/** Renders a text for its page. Replaces empty or invalid words with the initial words. */
export const renderText = <Id extends TextId>(id: Id, words: TextWords, fee: Centimes): RenderedText<Id> =>
  Object.fromEntries(
    Object.entries(textFields(id)).map(([name, field]) => [
      name,
      render(field, words[name] ?? "", fee) ?? render(field, field.initial, fee),
    ]),
  ) as RenderedText<Id>;

function render(field: TextField, typed: string, fee: Centimes) {
  const part = typed.slice(0, typedLengthMax(field.max));
  const text = (field.kind === "markdown" ? toMultiline(part) : toSingleLine(part)).slice(0, field.max);
  const parsed = read(field, fillPlaceholders(withFrenchSpaces(text), fee), () => true);
  return parsed.ok && plainOf(field, parsed.value).trim() !== "" ? parsed.value : null;
}

function plainOf({ kind }: TextField, value: string | RichTextInline[] | RichTextBlock[]): string {
  if (kind === "plain") return value as string;
  return kind === "line" ? plainRichTextInline(value as RichTextInline[]) : plainText(value as RichTextBlock[]);
}
