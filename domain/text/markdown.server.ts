/** A small Markdown: paragraphs, lists of one level, bold and links. All other syntax and HTML stay plain text. */
import { Marked, type Token, type Tokens } from "marked";
import { mailtoLink, readEmail, telLink } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { plainRichTextInline, type RichTextBlock, type RichTextInline } from "./rich-text.ts";
import { type IsPage, missingPageSentence, quoteShortened } from "./site-page.ts";

/** Maximum length of a Markdown text in characters, because the parser is slow for long texts. The forms allow 600. */
const LENGTH_MAX = 2000;

const SENTENCES = {
  link: (href: string) =>
    `Le lien ${quoteShortened(href)} n’est pas possible\u00a0: il commence par https://, mailto: ou tel:, ou c’est une page du site comme /planning.`,
  image: "Un texte ne peut pas contenir d’image.",
  long: "Ce texte est trop long.",
  nested: "Une liste ne peut pas en contenir une autre.",
};

const OFF = [
  "html",
  "blockquote",
  "heading",
  "lheading",
  "code",
  "fences",
  "hr",
  "table",
  "def",
  "reflink",
  "codespan",
  "del",
  "tag",
];
const parser = new Marked({
  breaks: true,
  tokenizer: Object.fromEntries(OFF.map((name) => [name, () => undefined])),
});

const MARKER = String.raw`(?:[-*+]|\d{1,9}[.)])[ \t]`;
/** Detects a nested list before parsing, because the parser is slow for nested lists. */
const NESTED = new RegExp(`^(?:(?: {2,}|\\t)[ \\t]*${MARKER}|${MARKER}+[ \\t]*${MARKER})`, "m");

class Refused extends Error {}

/** Reads Markdown. A refusal is a French sentence. `isPage` decides whether a link to this site is valid. */
export const readMarkdown = (text: string, isPage: IsPage): Result<RichTextBlock[], string> =>
  refusing(text, () => {
    if (NESTED.test(text)) throw new Refused(SENTENCES.nested);
    return parser.lexer(text).flatMap((token) => blockOf(token, isPage));
  });

/** Like `readMarkdown`, for one line with bold and links. */
export const readInlineMarkdown = (text: string, isPage: IsPage): Result<RichTextInline[], string> =>
  refusing(text, () => inlines(parser.Lexer.lexInline(text, parser.defaults), isPage));

function refusing<Value>(text: string, read: () => Value): Result<Value, string> {
  if (text.length > LENGTH_MAX) return refusal(SENTENCES.long);
  try {
    return success(read());
  } catch (error) {
    if (error instanceof Refused) return refusal(error.message);
    throw error;
  }
}

function blockOf(token: Token, isPage: IsPage): RichTextBlock[] {
  if (token.type === "space") return [];
  if (token.type !== "list") return [{ ordered: null, items: [inlines(childrenOf(token), isPage)] }];
  const { ordered, items } = token as Tokens.List;
  const texts = items.map((item) => item.tokens.flatMap((part) => itemText(part, isPage)));
  return [{ ordered, items: texts.filter((pieces) => pieces.length > 0) }];
}

const childrenOf = (token: Token): readonly Token[] => ("tokens" in token && token.tokens) || [token];

function itemText(part: Token, isPage: IsPage): RichTextInline[] {
  if (part.type === "list") throw new Refused(SENTENCES.nested);
  return part.type === "space" ? [] : inlines(childrenOf(part), isPage);
}

const inlines = (tokens: readonly Token[], isPage: IsPage): RichTextInline[] =>
  tokens.map((token) => inlineOf(token, isPage));

function inlineOf(token: Token, isPage: IsPage): RichTextInline {
  const { type, raw } = token;
  if (type === "strong") return { bold: inlines(token.tokens ?? [], isPage) };
  if (type === "image") throw new Refused(SENTENCES.image);
  if (type === "br") return "\n";
  if (type === "escape") return (token as Tokens.Escape).text;
  if (type !== "link") return raw;
  const { href, tokens } = token as Tokens.Link;
  const link = linkOf(raw.startsWith("www.") ? href.replace("http:", "https:") : href, isPage);
  return { link, text: plainRichTextInline(inlines(tokens, isPage)) };
}

const OWN = /^\/(?![/\\])[^\s\\]*$/;
/** Also short numbers such as 117. */
const PHONE = /^tel:\+?\d{3,15}$/i;

/** Accepts https, mailto, tel and pages of the site. Throws `Refused` for all other links. */
function linkOf(href: string, isPage: IsPage): string {
  if (OWN.test(href)) {
    const missing = missingPageSentence(href, isPage);
    if (missing) throw new Refused(missing);
    return href;
  }
  if (/^tel:/i.test(href)) {
    const phone = decoded(href).replace(/[\s.-]/g, "");
    const link = telLink(decoded(href)) ?? (PHONE.test(phone) ? phone : null);
    if (link) return link;
  }
  const url = /^https:\/\//i.test(href) ? URL.parse(href) : null;
  if (url?.hostname.includes(".") && url.username === "") return url.href;
  const email = /^mailto:/i.test(href) ? readEmail(decoded(href)) : null;
  if (email?.ok) return mailtoLink(email.value);
  throw new Refused(SENTENCES.link(href));
}

/** Unchanged if the text has an invalid escape. */
function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
