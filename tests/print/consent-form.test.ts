import { describe, expect, it } from "vitest";
import { CONSENT_FORM_TEXTS, type ConsentFormDetails } from "#domain/consent-form.ts";
import { consentFormPdf } from "#print/consent-form.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";

const ZOE: ConsentFormDetails = {
  lastName: "Héritier-Dubuis",
  firstName: "Zoé",
  birthDate: "05.08.2008",
  phone: "0791234567",
  address: "Chemin des Treize-Étoiles 4, 1965 Savièse",
};

/** The words from the settings and the committee's texts. */
const WORDS = {
  committee: "jeunesse-saviese.ch/comite",
  email: "comite@jeunesse-saviese.ch",
  fee: "CHF\u00a050.–",
  conditions: ["Un", "Deux", "Trois", "Quatre"].map((title) => ({ title, text: `${title} mots.` })),
};

/** Right edge of the text, in points: the width of the page less its margin. */
const EDGE = 595.28 - 48;

describe("the consent form", () => {
  const read = async (minor: ConsentFormDetails | null) => readPdf(await consentFormPdf(minor, WORDS));
  const textOf = ({ pieces }: ReturnType<typeof readPdf>) =>
    pieces
      .filter(({ ornament }) => !ornament)
      .map(({ text }) => text)
      .join("");
  /** The printed value of a line of the form. */
  const value = async (field: "lastName" | "address", typed: string) => {
    const { pieces } = await read({ ...ZOE, [field]: typed });
    const i = pieces.findIndex(({ text }) => text === (field === "lastName" ? "Nom " : "Adresse, NPA, lieu "));
    const next = pieces[i + 1];
    return next && next.y === pieces[i]?.y && next.text !== "Prénom " ? next.text.trimEnd() : "";
  };

  it("is one A4 page with title, language and embedded fonts, tagged with headings and a list", async () => {
    for (const minor of [null, ZOE]) {
      const pdf = await read(minor);
      expect(pdf).toMatchObject({
        pages: 1,
        format: [0, 0, 595.28, 841.89],
        language: "fr-CH",
        title: "Autorisation parentale",
        titleShown: true,
        tag: true,
        alternatives: ["La Jeunesse de Savièse"],
      });
      expect(pdf.embeddedFonts).toBe(pdf.fonts);
      expect(pdf.fonts).toBeGreaterThan(0);
      const countOf = (type: string) => pdf.structure.filter((one) => one === type).length;
      expect([countOf("Document"), countOf("H1"), countOf("H2"), countOf("L")]).toEqual([1, 1, 4, 1]);
      expect([countOf("LI"), countOf("LBody"), countOf("Figure")]).toEqual([4, 4, 1]);
    }
  });

  it("prints every word of the form, in reading order, once", async () => {
    const text = textOf(await read(null));
    const { title, sections, conditions, signatures, bringBack, committee, intro } = CONSENT_FORM_TEXTS;
    const expectations = [
      title,
      ...intro(false, WORDS.fee),
      ...sections.flatMap((r) => [r.title, ...r.lines.flatMap(({ label, cases = [] }) => [label, ...cases])]),
      conditions,
      ...WORDS.conditions.flatMap(({ title, text }) => [`${title}. `, text]),
      signatures.title,
      ...signatures.who,
      bringBack.what,
      "Le comité\u00a0: jeunesse-saviese.ch/comite",
      "Une question\u00a0? comite@jeunesse-saviese.ch",
      committee.title,
      ...committee.lines,
    ];
    let position = 0;
    for (const expected of expectations) {
      const found = text.indexOf(expected, position);
      expect(found, expected).toBeGreaterThanOrEqual(0);
      position = found + expected.length;
    }
    expect(text.split(title)).toHaveLength(2);
  });

  it("states the return address on one page, however long it is, and no e-mail address when there is none", async () => {
    const long = { ...WORDS, committee: `${"saviese.".repeat(40)}ch/comite`, email: `${"w".repeat(240)}@exemple.org` };
    for (const minor of [null, ZOE]) {
      const { pages, pieces } = readPdf(await consentFormPdf(minor, long));
      expect(pages).toBe(1);
      for (const piece of pieces) expect(piece.end, piece.text).toBeLessThan(EDGE + 4);
    }
    const without = textOf(readPdf(await consentFormPdf(null, { ...WORDS, email: null })));
    expect(without).toContain("À rapporter à un membre du comité.");
    expect(without).not.toContain("Une question");
    expect(textOf(await read(null))).toContain("Une question");
  });

  it.each([
    ["of 200 characters", "le mot ".repeat(40).slice(0, 200)],
    ["of one word of wide letters", "W".repeat(200)],
  ])("does not overlap signatures, return address and committee's line, with conditions %s", async (_, text) => {
    const conditions = WORDS.conditions.map(() => ({ title: "T".repeat(40), text }));
    const { pages, pieces } = readPdf(await consentFormPdf(null, { ...WORDS, conditions }));
    expect(pages).toBe(1);
    for (const piece of pieces) expect(piece.end, piece.text).toBeLessThan(EDGE + 4);
    const at = (start: string) => pieces.find(({ text }) => text.startsWith(start))?.y ?? Number.NaN;
    const heights = [at("Lieu, date"), at("À rapporter"), at("Une question"), at("Réservé au comité")];
    for (const [i, height] of heights.entries())
      if (i > 0)
        expect((height - (heights[i - 1] ?? 0)) * Math.sign((heights[1] ?? 0) - (heights[0] ?? 0))).toBeGreaterThan(14);
  });

  it("contains the minor's values, formatted", async () => {
    const pdf = await read(ZOE);
    const text = textOf(pdf);
    expect(text).toContain("Nom Héritier-Dubuis Prénom Zoé ");
    expect(text).toContain("Date de naissance 05.08.2008 Téléphone 079 123 45 67 ");
    expect(text).toContain("Adresse, NPA, lieu Chemin des Treize-Étoiles 4, 1965 Savièse ");
    expect(text).toContain("À compléter en capitales");
    expect(pdf.pieces.every(({ missing }) => missing === 0)).toBe(true);
  });

  it("cuts a value of 500 characters with an ellipsis, in a readable size", async () => {
    for (const char of ["W", "i", "Été ", "🎉", "李"]) {
      const long = char.repeat(500).slice(0, 500);
      const { pages, pieces } = await read({
        lastName: long,
        firstName: long,
        address: long,
        phone: long,
        birthDate: long,
      });
      expect(pages).toBe(1);
      for (const piece of pieces) expect(piece.end, piece.text).toBeLessThan(EDGE + 4);
      const byLine = Map.groupBy(pieces, ({ y }) => y);
      for (const line of byLine.values())
        for (const [i, { end }] of line.entries()) {
          const next = line[i + 1];
          if (next && next.x > (line[i]?.x ?? 0)) expect(end).toBeLessThan(next.x + 4);
        }
    }
    expect(await value("lastName", "W".repeat(500))).toMatch(/^W{10,}…$/);
  });

  it("prints a long name completely", async () => {
    const nom = "de Preux-Torrenté Dumoulin von Riedmatten-Courten";
    expect(await value("lastName", nom)).toBe(nom);
  });

  it.each([
    ["formulas", '=HYPERLINK("http://x")', '=HYPERLINK("http://x")'],
    ["markup", "<img onerror>", "<img onerror>"],
    ["brackets and backslashes of the file format", "(a\\(b) <</X>>", "(a\\(b) <</X>>"],
    ["names of neighbours", "Żółć Đorđević Șerban Şahin Müller ẞ", "Żółć Đorđević Șerban Şahin Müller ẞ"],
    ["accents typed apart from their letter", "Ze\u0301nobie", "Zénobie"],
    ["fancy letters", "𝓛𝓮𝓪 Ｆｕ", "Lea Fu"],
    ["letters with accents that the font lacks", "Nguyễn", "Nguyen"],
    ["emoji", "Léa 🎉🇨🇭👩‍👩‍👧", "Léa"],
    ["letters of other scripts beside Latin ones", "Ivan Иван Petrov", "Ivan […] Petrov"],
    ["several words of another script", "李 雷 Lei", "[…] Lei"],
    ["right-to-left text and its invisible marks", "\u202eZoé\u202c \u200fمحمد", "Zoé […]"],
    ["halves of characters", "Zo\ud83d\u00e9", "Zoé"],
    ["nothing that Latin fonts draw: a free line", "محمد بن سلمان", ""],
    ["only pictures: a free line", "🎉", ""],
  ])("prints %s", async (_, typed, printed) => expect(await value("lastName", typed)).toBe(printed));

  // Short texts for Latin letters, so that the ellipsis hides none of them.
  it.each([
    ["Latin letters", 1, 0x250, 10],
    ["Latin letters and signs", 0x1e00, 0x2200, 5],
    ["letters of other scripts", 0x250, 0x1e00, 500],
  ])("prints %s on one page, without missing characters", async (_, start, end, step) => {
    const text = (from: number, length: number) => String.fromCodePoint(...Array.from({ length }, (_, i) => from + i));
    for (let at = start; at < end; at += step * 10) {
      const names = { lastName: text(at, step * 2), firstName: text(at + step * 2, step * 3) };
      const { pages, pieces } = await read({ ...ZOE, ...names, address: text(at + step * 5, step * 5) });
      expect([pages, pieces.filter(({ missing }) => missing > 0)]).toEqual([1, []]);
      if (step === 10) expect(pieces.filter(({ text }) => text.includes("…") && !text.includes("[…]"))).toEqual([]);
    }
  });

  it("contains no personal data outside its compressed content", async () => {
    const file = Buffer.from(await consentFormPdf(ZOE, WORDS)).toString("latin1");
    expect(file).not.toContain("ritier");
    expect(file).not.toContain("0791234567");
  });
});

it("a paper that cannot be drawn rejects, and the next one is drawn", async () => {
  const broken = { ...ZOE, lastName: undefined as unknown as string };
  await expect(consentFormPdf(broken, WORDS)).rejects.toThrow();
  expect((await consentFormPdf(ZOE, WORDS)).length).toBeGreaterThan(1000);
});
