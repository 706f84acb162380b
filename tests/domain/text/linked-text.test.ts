import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitIntoLinkedText, type TextPiece } from "#domain/text/linked-text.ts";

const piecesOf = (line: string): readonly TextPiece[] => splitIntoLinkedText(line)[0]?.[0] ?? [];
const linksOf = (text: string) =>
  splitIntoLinkedText(text)
    .flat(2)
    .flatMap(({ text: words, link }) => (link ? [words] : []));

describe("addresses in a text", () => {
  it.each([
    ["Billets : https://billets.ch", ["https://billets.ch"]],
    ["Voir https://billets.ch/bal.", ["https://billets.ch/bal"]],
    ["(https://billets.ch/bal)", ["https://billets.ch/bal"]],
    ["(voir https://billets.ch/bal), merci", ["https://billets.ch/bal"]],
    ["https://fr.wikipedia.org/wiki/Bal_(danse)", ["https://fr.wikipedia.org/wiki/Bal_(danse)"]],
    ["« https://billets.ch/bal »", ["https://billets.ch/bal"]],
    ["HTTPS://BILLETS.CH et http://autre.ch…", ["HTTPS://BILLETS.CH", "http://autre.ch"]],
    ["https://a.ch,https://b.ch", ["https://a.ch,https://b.ch"]],
    ["https://a.ch https://b.ch", ["https://a.ch", "https://b.ch"]],
    ["https://billets.ch/?a=1&b=2#c!", ["https://billets.ch/?a=1&b=2#c"]],
  ])("are found without what follows them: %s", (line, links) => expect(linksOf(line)).toEqual(links));

  const NOT_LINKED = `javascript:alert(1)|JAVASCRIPT://x%0aalert(1)|data:text/html,<script>|https://|https:// billets.ch
https://user:secret@|xhttps://billets.ch|ftp://billets.ch|//billets.ch|vbscript:x|htt\u0000ps://billets.ch`;
  it.each(NOT_LINKED.split(/[|\n]/))("are not linked when they are unsafe or incomplete: %s", (line) => {
    expect(linksOf(line)).toEqual([]);
    expect(piecesOf(line).map(({ text }) => text)).toEqual([line.trim()]);
  });

  it("have the URL that a browser parses from the same text, and only http or https", () => {
    const hostile = fc.array(
      fc.constantFrom(
        ..."https:// http:// javascript: data: a.ch b.ch/ ( ) [ ] < > \" ' , . ; ! ? … « » \\ @ : / # % é 🎺 \u202e x".split(
          " ",
        ),
        " ",
        "\t",
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        for (const { text, link } of splitIntoLinkedText(parts.join("")).flat(2)) {
          if (link === null) continue;
          expect(["http:", "https:"]).toContain(new URL(link).protocol);
          expect(new URL(link).href).toBe(new URL(text).href);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("the pieces of a text", () => {
  it("are never empty, and are grouped into paragraphs at empty lines", () => {
    expect(splitIntoLinkedText("")).toEqual([]);
    expect(splitIntoLinkedText(" \n\n \n")).toEqual([]);
    expect(splitIntoLinkedText("Un\ndeux\n\n\n \ntrois")).toEqual([
      [[{ text: "Un", link: null }], [{ text: "deux", link: null }]],
      [[{ text: "trois", link: null }]],
    ]);
    const line = [
      { text: "(", link: null },
      { text: "https://a.ch", link: "https://a.ch/" },
      { text: ").", link: null },
    ];
    expect(splitIntoLinkedText("(https://a.ch).\nhttps://b.ch")).toEqual([
      [line, [{ text: "https://b.ch", link: "https://b.ch/" }]],
    ]);
  });
});
