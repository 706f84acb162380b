import { describe, expect, it } from "vitest";
import { renderText } from "#domain/texts/render-text.server.ts";
import { TEXT_IDS, textFields } from "#domain/texts/texts.ts";
import { article, FEE, HOSTILE_TEXTS, refusals } from "./hostile-texts.ts";

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

it.each(HOSTILE_TEXTS.map((text) => [text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text, text]))(
  "hostile Markdown stays text or is refused in one sentence: %j",
  (_, text) => {
    const refused = refusals("charter", { article1: text }).article1;
    const shown = article(text);
    if (refused) expect(refused).toMatch(/^[^\n]{10,300}\.$/);
    for (const link of JSON.stringify(shown).matchAll(/"link":"([^"]*)"/g))
      expect(link[1]).toMatch(/^(?:https:\/\/|\/[^/\\])/);
    // A text of an older document that is now refused shows its initial words.
    if (refused && !/trop long|n’existe pas|pas de page/.test(refused)) expect(shown).toEqual(INITIAL);
  },
);
