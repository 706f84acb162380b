import { expect, it } from "vitest";
import { readMarkdown } from "#domain/text/markdown.server.ts";
import { ENVELOPE_WINDOW } from "#print/envelope.ts";
import type { PrintedLetters } from "#print/letter-page.ts";
import { areLettersBusy, lettersPdf } from "#print/letters.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";

const MM = 72 / 25.4;
const LEFT = 48.2;
/** Every line ends with a space. */
const SPACE = 4;
const RIGHT = 595.28 - LEFT;

const HOME = ["Léa Dubuis", "Rue du Stade 5", "1965 Savièse"];

function lettersOf(text: string, fields: Partial<PrintedLetters> = {}): PrintedLetters {
  const read = readMarkdown(text, () => true);
  return {
    title: "Aux membres",
    sender: ["La Jeunesse de Savièse", "Rue de l’Église 1", "1965 Savièse", "contact@exemple.ch"],
    date: "Savièse, le 3\u00a0mars\u00a02027",
    kicker: "Convocation\u00a0: Assemblée du 12\u00a0juin\u00a02027",
    subject: "Assemblée générale",
    blocks: read.ok ? read.value : expect.fail(read.reason),
    answers: "Réponses\u00a0: Sophie, 079 123 45 67",
    addresses: [HOME],
    ...fields,
  };
}

const piecesOf = async (letters: PrintedLetters) => {
  const pdf = await lettersPdf(letters);
  const { pages } = readPdf(pdf);
  return Array.from({ length: pages }, (_, i) => readPdf(pdf, i + 1).pieces);
};

/** The text of a page as a screen reader reads it. */
const read = (pieces: readonly { text: string; ornament: boolean }[]) =>
  pieces
    .filter(({ ornament }) => !ornament)
    .map(({ text }) => text.trim())
    .join(" ")
    .replaceAll("\u00a0", " ");

it("each person gets a page with sender, address, date, kicker, subject, text and whom to answer, tagged in French", async () => {
  const addresses = [HOME, ["Dan Rey", "Rue du Lac 1", "1950 Sion"]];
  const text = "Bonjour,\n\nÀ **19 h 30**, salle [du bas](/salle).\nMerci.\n\n1. Comptes\n2. Divers";
  const letters = lettersOf(text, { addresses });
  const pdf = await lettersPdf(letters);
  const { pages, format, language, title, titleShown, tag, fonts, embeddedFonts, structure } = readPdf(pdf);
  expect({ pages, format, language, title, titleShown, tag }).toEqual({
    pages: 2,
    format: [0, 0, 595.28, 841.89],
    language: "fr-CH",
    title: "Aux membres",
    titleShown: true,
    tag: true,
  });
  expect(embeddedFonts).toBe(fonts);
  expect(structure.filter((type) => /^(?:H1|L|LI|LBody)$/.test(type)).toSorted()).toEqual(
    ["H1", "H1", "L", "L", "LBody", "LBody", "LBody", "LBody", "LI", "LI", "LI", "LI"].toSorted(),
  );
  const [first = "", second = ""] = (await piecesOf(letters)).map(read);
  expect(first).toBe(
    "La Jeunesse de Savièse Rue de l’Église 1 1965 Savièse contact@exemple.ch Léa Dubuis Rue du Stade 5 1965 Savièse " +
      "Savièse, le 3 mars 2027 Convocation : Assemblée du 12 juin 2027 Assemblée générale Bonjour, À 19 h 30 , salle " +
      "du bas (/salle). Merci. 1. Comptes 2. Divers Réponses : Sophie, 079 123 45 67",
  );
  expect([second.includes("Dan Rey Rue du Lac 1 1950 Sion"), second.includes("Léa")]).toEqual([true, false]);
});

it.each([
  ["a short address", HOME],
  ["long names abroad", ["Marie-Antoinette Dubuis-Héritier et Jean-Baptiste", "c/o Éà", "74000 Annecy", "FRANCE"]],
  ["six endless paragraphs", Array.from({ length: 6 }, (_, i) => `${"W".repeat(90)} ${i}`)],
])("the window of the envelope shows %s, and nothing else", async (_, address) => {
  const sender = Array.from({ length: 4 }, () => "W".repeat(70));
  const letters = lettersOf("Texte", { addresses: [address], sender, date: `${"W".repeat(70)}, le 3 mars 2027` });
  const [pieces = []] = await piecesOf(letters);
  const placed = pieces.map(({ text, x, end, y }) => ({ text, left: x / MM, end: end / MM, top: 297 - y / MM }));
  // What a window shows of a C5/6 or C5 envelope, at one position or another of the sheet.
  const seen = placed.filter(({ top, end }) => top > 31 && top < 97 && end > 98);
  expect(seen.length).toBeGreaterThanOrEqual(address.length);
  for (const { top, left, end } of seen) {
    expect(left).toBeGreaterThanOrEqual(ENVELOPE_WINDOW.left);
    expect(end).toBeLessThanOrEqual(ENVELOPE_WINDOW.right);
    expect(top).toBeLessThanOrEqual(ENVELOPE_WINDOW.bottom);
    expect(top).toBeGreaterThan(ENVELOPE_WINDOW.top + 2);
  }
  if (address.length < 6) expect(seen.map(({ text }) => text.trim()).join(" ")).toBe(address.join(" "));
});

const LONG_TEXTS: [string, string, number][] = [
  ["2,000 characters of words", "Le comité vous invite. ".repeat(87).trim(), 1],
  ["40 lines of a list", Array.from({ length: 40 }, (_, i) => `- Point ${i} **gras** de la liste`).join("\n"), 2],
  ["500 short items", "- a\n".repeat(500).trim(), 15],
  ["one endless word", "W".repeat(1990), 2],
  ["an endless bold link", `**Lisez** [ici](https://exemple.ch/${"x".repeat(1800)})`, 1],
  ["900 letters on lines of their own", "é\n".repeat(900).trim(), 21],
];
it.each(LONG_TEXTS)(
  "%s stay within the margins, on further pages that name the person, and nothing is cut",
  async (_, text, count) => {
    const subject =
      "Un sujet de cent vingt signes WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW";
    const letters = lettersOf(text, { subject, answers: `Réponses\u00a0: ${"W".repeat(80)}` });
    const pages = await piecesOf(letters);
    expect(pages.length).toBe(count);
    for (const { x, end, y } of pages.flat()) {
      expect(x).toBeGreaterThanOrEqual(LEFT);
      expect(end).toBeLessThanOrEqual(RIGHT + SPACE);
      expect(y).toBeGreaterThan(25);
    }
    const printed = pages.map(read).join("").replaceAll(" ", "");
    const [before = "", after = ""] = printed.split("SujetWW").length > 1 ? printed.split("SujetWW") : ["", printed];
    expect(before + after).toContain(`Réponses:${"W".repeat(80)}`);
    const expected = text.replaceAll(/\*\*|\n|^- | |\[|\]/gm, "").replaceAll("-a", "a");
    expect(after.replaceAll("•", "")).toContain(expected);
    for (const [i, pieces] of pages.entries())
      if (i > 0)
        expect(pieces.find(({ ornament }) => ornament)?.text.trim()).toBe(`Léa Dubuis, page ${i + 1} sur ${count}`);
  },
);

it("names and texts beyond Latin lose no other letter, and the font has every glyph that is printed", async () => {
  const letters = lettersOf("Salut Владимир 🎺, à **Đorđe**\u00a0: Ș ½ ﬁn", {
    addresses: [["Владимир Đorđević-Şahin", "Rruga Ç 5", "1965 Savièse"]],
  });
  const [pieces = []] = await piecesOf(letters);
  expect(pieces.filter(({ missing }) => missing > 0)).toEqual([]);
  expect(read(pieces)).toContain("[…] Đorđević-Şahin Rruga Ç 5");
  expect(read(pieces)).toContain("Salut […] , à Đorđe : Ș");
});

it("letters behind other long papers are refused before they start", async () => {
  const letters = lettersOf("Texte", { addresses: [HOME, HOME] });
  const drawn = [1, 2, 3].map(() => lettersPdf(letters));
  expect([areLettersBusy(letters), areLettersBusy(lettersOf("Texte"))]).toEqual([true, false]);
  await Promise.all(drawn);
  expect(areLettersBusy(letters)).toBe(false);
});
