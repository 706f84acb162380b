/** Texts that the committee could type, or an attacker in its place, and what the site makes of them. */
import { fieldErrorsOf } from "#domain/fields.ts";
import { renderText, textWordsErrors } from "#domain/texts/render-text.server.ts";
import { textWordsSchema } from "#domain/texts/text-schema.ts";
import { type TextId, textFields } from "#domain/texts/texts.ts";

export const FEE = 60_00;
const isPage = (path: string) => path === "/planning" || path === "/responsabilite" || path === "/rjv2025";
/** @returns the sentence of each refused field */
export const refusals = (id: TextId, words: Record<string, string>) => {
  const schema = fieldErrorsOf(textWordsSchema(textFields(id)), words);
  return Object.keys(schema).length > 0 ? schema : textWordsErrors(id, words, isPage);
};
/** Article 1 of the charter, as its page shows it. */
export const article = (text: string) => renderText("charter", { article1: text }, FEE).article1;

const LINKS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "&#106;avascript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>x</script>",
  "file:///etc/passwd",
  "blob:https://x.ch/1",
  "//evil.ch",
  "/\\evil.ch",
  "http://saviese.ch",
  "https://",
  "https://localhost/x",
  "https://moi:secret@saviese.ch",
  "relative",
  "#ancre",
  "mailto:",
  "mailto:a@b",
  "mailto:a@b.ch?bcc=c@d.ch",
  "mailto:a@b.ch%2Cc@d.ch",
  "mailto:a%2Cc@d.ch",
  "tel:abc",
  "tel:+1234567890123456",
  "/introuvable",
  "/%0aX",
];
export const HOSTILE_TEXTS = [
  ...LINKS.map((link) => `[lien](${link})`),
  ...LINKS.slice(0, 4).map((link) => `<${link}>`),
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "&lt;b&gt; &amp; &#60; <!-- x --> <style>*{}</style>",
  "![x](https://x.ch/a.png)",
  "[x]: javascript:alert(1)\n\n[x]",
  "[a [b](https://b.ch)](javascript:x)\n# T\n> cite",
  "- ".repeat(1000),
  Array.from({ length: 1000 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
  "> ".repeat(300),
  "*".repeat(600),
  "**a".repeat(200),
  "[".repeat(600),
  "[a](".repeat(150),
  "_a_".repeat(200),
  "<".repeat(600),
  "a".repeat(1_000_000),
  "[x](".repeat(250_000),
  "\u0301".repeat(100_000),
  "a\n".repeat(300),
  "\\".repeat(600),
  "\u202egnol\u202c \u2067x",
  "🎺".repeat(300),
  "ع".repeat(200),
  "| a |\n|---|\n| 1 |",
  "```\nx\n```",
  "{{{{",
];
