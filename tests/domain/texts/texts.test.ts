import { describe, expect, it } from "vitest";
import { refusalsOf } from "#domain/fields.ts";
import { renderText, wordsRefused } from "#domain/texts/render-text.server.ts";
import { textSchema } from "#domain/texts/text-schema.ts";
import { TEXT_IDS, type TextId, textFields } from "#domain/texts/texts.ts";
import { shortestHold } from "#tests/machine.ts";

const FEE = 60_00;
const isPage = (path: string) => path === "/planning" || path === "/responsabilite" || path === "/rjv2025";
const refusals = (id: TextId, words: Record<string, string>) => {
  const schema = refusalsOf(textSchema(textFields(id)), words);
  return Object.keys(schema).length > 0 ? schema : wordsRefused(id, words, isPage);
};
/** Article 1 of the charter, as its page shows it. */
const article = (text: string) => renderText("charter", { article1: text }, FEE).article1;
const INITIAL = article("");

it.each(TEXT_IDS)("the form of %s accepts its initial words", (id) => {
  const words = Object.fromEntries(Object.entries(textFields(id)).map(([name, { initial }]) => [name, initial]));
  expect(refusals(id, words)).toEqual({});
  expect(JSON.stringify(renderText(id, {}, FEE))).not.toMatch(/[{]cotisation|[{]âge|[{]majorité|CHF 50/);
});

describe("a text of the committee", () => {
  it("becomes paragraphs, lists of one level, bold and links", () => {
    const text = "Un **mot**\nlà.\n\n- [planning](/planning)\n- 079\n\n1. www.saviese.ch\n2. <tel:+41 79 123>";
    expect(article(text)).toEqual([
      { ordered: null, items: [["Un ", { bold: ["mot"] }, "\n", "là."]] },
      { ordered: false, items: [[{ link: "/planning", text: "planning" }], ["079"]] },
      { ordered: true, items: [[{ link: "https://www.saviese.ch/", text: "www.saviese.ch" }], ["<tel:+41 79 123>"]] },
    ]);
  });

  it.each([
    ["{cotisation} dès {âge} ans", "CHF\u00a060.– dès 16 ans"],
    ["{ Cotisation }, {AGE}, {Majorite}", "CHF\u00a060.–, 16, 18"],
  ])("fills in placeholders whatever their case and accents: %s", (text, expected) => {
    expect(article(text)).toEqual([{ ordered: null, items: [[expected]] }]);
    expect(refusals("charter", { article1: text })).toEqual({});
  });

  it.each(["{cotisaton}", "{cotisation", "cotisation}", "{}", "{constructor}", "{âge}{x}"])(
    "cannot misspell a placeholder: %s",
    (text) => {
      expect(refusals("charter", { article1: text }).article1).toMatch(/n’existe pas.*\{cotisation\}/);
    },
  );

  it("gets the spaces of French punctuation", () => {
    expect(article("« Ah ! » : non ?")).toEqual([
      { ordered: null, items: [["«\u00a0Ah\u00a0!\u00a0»\u00a0: non\u00a0?"]] },
    ]);
  });

  it.each([
    ["mailto:info@zürich.ch", "mailto:info@xn--zrich-kva.ch"],
    ["mailto:leo%3Fcc=eva@exemple.ch", "mailto:leo%3Fcc%3Deva@exemple.ch"],
    ["tel:079/123%2045%2067", "tel:+41791234567"],
    ["tel:117", "tel:117"],
  ])("links %s to one recipient: %s", (typed, link) =>
    expect(article(`[ici](${typed})`)).toEqual([{ ordered: null, items: [[{ link, text: "ici" }]] }]),
  );

  it.each(["", "   ", "-", "\n\n"])("falls back to the initial words when it is empty: %j", (text) => {
    expect(article(text)).toEqual(INITIAL);
  });

  it("is refused with one sentence when it is too long", () => {
    expect(refusals("charter", { article1: "a".repeat(601) }).article1).toMatch(/^Ce texte est trop long/);
    expect(refusals("charter", { title1: "a".repeat(61) }).title1).toMatch(/60 caractères/);
  });
});

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
const HOSTILE = [
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

it.each(HOSTILE.map((text) => [text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text, text]))(
  "stays text or is refused in one sentence within 50 ms: %j",
  async (_, text) => {
    const read = async () => [refusals("charter", { article1: text }).article1, article(text)] as const;
    const { held, result } = await shortestHold(50, read);
    expect(held).toBeLessThan(50);
    const [refused, shown] = result;
    if (refused) expect(refused).toMatch(/^[^\n]{10,300}\.$/);
    for (const link of JSON.stringify(shown).matchAll(/"link":"([^"]*)"/g))
      expect(link[1]).toMatch(/^(?:https:\/\/|\/[^/\\])/);
    // A text of an older document that is now refused shows its initial words.
    if (refused && !/trop long|n’existe pas|pas de page/.test(refused)) expect(shown).toEqual(INITIAL);
  },
);
