import fc from "fast-check";
import { formatReference } from "swissqrbill/utils";
import { describe, expect, it } from "vitest";
import { qrBillOfFee } from "#domain/fees/fee-bill.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { AMOUNT_MAX } from "#domain/money/amount.ts";
import { type QrBill, qrBillForAccount } from "#domain/money/qr-bill.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { INITIAL_SETTINGS, settingsSchema } from "#domain/settings/settings.ts";
import { ENVELOPE_WINDOW } from "#print/envelope.ts";
import { qrCodeSvg } from "#print/qr-bill/svg.ts";
import { billsPdf, qrBillPdf, qrBillPng, qrBillSvg } from "#print/qr-bill.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { expectedLines, readCode } from "#tests/qr/read-code.ts";

const ACCOUNT = { ...INITIAL_SETTINGS, iban: "CH5604835012345678009" };
const FREE = qrBillForAccount(ACCOUNT, "don", null);
const ANNUAL_FEE = qrBillForAccount(ACCOUNT, "cotisation", 5000);
const MARIE = { ...EMPTY_MEMBER, firstName: "Marie", lastName: "Luyet", postcode: "1965", place: "Savièse" };
const FEE = { year: "2027", amount: 5000, subject: "marie" };
const ofMember = (fields: object) => qrBillOfFee(ACCOUNT, FEE, { ...MARIE, ...fields }) as QrBill;

const LONG = "Société de jeunesse des hauts de Savièse, Ormône, Granois et Drône éà";

const lines = ({ amount, ...bill }: QrBill) =>
  expectedLines({ ...bill, amount: amount === null ? "" : (amount / 100).toFixed(2) });

/** An account with a street and a number. */
const AT_HOME = { ...ACCOUNT, street: "Rue de l’Église", buildingNumber: "12 bis" };

const svgOf = async (bill: QrBill) => new TextDecoder().decode(await qrBillSvg(bill));

const textsOf = (svg: string) =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) =>
    text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  );

describe("a QR-bill", () => {
  it.each([
    ["without an amount", FREE],
    ["of 20 francs", { ...FREE, amount: 2000 }],
    ["of 50.50", { ...FREE, amount: 5050 }],
    ["of the greatest amount", { ...FREE, amount: AMOUNT_MAX }],
    ["for the fee", ANNUAL_FEE],
    ["to a street", qrBillForAccount(AT_HOME, "cotisation", 5000)],
    ["to a holder of 70 characters with accents", qrBillForAccount({ ...ACCOUNT, holder: `${LONG}!` }, "don", 1)],
    [
      "to a hostile holder",
      qrBillForAccount({ ...ACCOUNT, holder: `=HYPERLINK("x") <img onerror> </script> &amp;` }, "don", 5000),
    ],
    ["of a member", ofMember({ street: "Rue de l’Église", buildingNumber: "12 bis" })],
    ["of a member abroad", ofMember({ country: "FR", postcode: "74000", place: "Annecy" })],
    ["of a member without an address", ofMember({ place: "" })],
    ["of a member with long names", ofMember({ firstName: "Marie-Antoinette", lastName: "“Éàß” de Courten" })],
    ["to the example", qrBillForAccount(INITIAL_SETTINGS, "don", null)],
  ])("%s has a code that an independent QR decoder reads line by line", async (_, bill) => {
    const expected = lines(bill);
    expect(expected).toHaveLength(31);
    expect((await readCode(await svgOf(bill)))?.split("\n")).toEqual(expected);
  });

  it("has the same code in every form", async () => {
    for (const bill of [FREE, ofMember({ street: "Rue de l’Église", buildingNumber: "12 bis" })])
      for (const image of [await svgOf(bill), await qrBillPng(bill)])
        expect((await readCode(image))?.split("\n")).toEqual(lines(bill));
  });

  it("has the code that the standard prescribes, to the letter", async () => {
    const bill = ofMember({ street: "Rue du Bisse", buildingNumber: "4" });
    expect(await readCode(await qrBillPng(bill))).toBe(
      "SPC\n0200\n1\nCH5604835012345678009\nS\nLa Jeunesse de Savièse\n\n\n1965\nSavièse\nCH\n\n\n\n\n\n\n\n50.00\nCHF\n" +
        "S\nMarie Luyet\nRue du Bisse\n4\n1965\nSavièse\nCH\n" +
        `SCOR\n${feeReference("2027", "marie")}\nCotisation 2027, Marie Luyet\nEPD`,
    );
  });

  it("shows all of its words in French, with the street above the place", async () => {
    const texts = textsOf(await svgOf(qrBillForAccount(AT_HOME, "cotisation", 5000)));
    const once = ["Récépissé", "Section paiement", "Point de dépôt", "Informations supplémentaires", "Cotisation"];
    const address = ["La Jeunesse de Savièse", "Rue de l'Église 12 bis", "1965 Savièse"];
    const twice = ["Compte / Payable à", "CH56 0483 5012 3456 7800 9", ...address];
    twice.push("Payable par (nom/adresse)", "Monnaie", "CHF", "Montant", "50.00");
    expect(texts.toSorted()).toEqual([...once, ...twice, ...twice].toSorted());
    const start = texts.indexOf("La Jeunesse de Savièse");
    expect(texts.slice(start, start + 3)).toEqual(address);
  });

  it("has the size of the standard, and its image loads and runs nothing", async () => {
    const svg = await svgOf(FREE);
    expect(svg).toMatch(/^<svg [^>]*width="210mm" height="105mm" viewBox="0 0 210 105">/);
    for (const bill of [FREE, qrBillForAccount({ ...ACCOUNT, holder: "<script>x</script>" }, "don", null)])
      expect(await svgOf(bill)).not.toMatch(/<(?:style|script|image|foreignObject|use)\b| style=| on\w+=|href|url\(/);
  });

  it("is marked as an example if its account is the example, and only then", async () => {
    const example = qrBillForAccount(INITIAL_SETTINGS, "don", null);
    expect(textsOf(await svgOf(example)).filter((text) => text === "EXEMPLE")).toHaveLength(2);
    expect(await svgOf(FREE)).not.toContain("EXEMPLE");
    const texts = readPdf(await qrBillPdf(example)).pieces.map(({ text }) => text.trim());
    expect(texts).toEqual(expect.arrayContaining(["EXEMPLE", "Compte d’exemple\u00a0: n’y versez rien."]));
  });

  it("is one A4 page as a PDF, tagged, in French, with its fonts and a code that an independent QR decoder reads", async () => {
    for (const [bill, title] of [
      [FREE, "Un don pour la Jeunesse"],
      [ANNUAL_FEE, "Cotisation annuelle"],
    ] as const) {
      const bytes = await qrBillPdf(bill);
      const pdf = readPdf(bytes);
      expect(pdf).toMatchObject({
        pages: 1,
        format: [0, 0, 595.28, 841.89],
        language: "fr-CH",
        title,
        titleShown: true,
        tag: true,
      });
      expect(pdf.embeddedFonts).toBe(pdf.fonts);
      expect(pdf.alternatives).toEqual(["La Jeunesse de Savièse", "Code QR de la facture"]);
      expect(pdf.structure.filter((type) => type === "H1" || type === "H2")).toEqual(["H1", "H2", "H2"]);
      expect(pdf.pieces.filter(({ missing }) => missing > 0)).toEqual([]);
      expect((await readCode(codeOfPdf(bytes)))?.split("\n")).toEqual(lines(bill));
    }
  });

  it("shows reference and payer of a fee in both parts, and the member's link outside of them", async () => {
    const bill = ofMember({ firstName: "Marie-Antoinette Joséphine Élisabeth", street: "Chemin des Treize-Étoiles" });
    const link = "https://exemple.ch/ma-fiche/0123456789abcdef0123456789abcdefABCDEFGHIJKLMNOPQRSTUV";
    const { pages, pieces, alternatives } = readPdf(
      await billsPdf("Cotisation 2027", [
        { bill, link, letter: null },
        { bill, link: null, letter: null },
      ]),
    );
    // `pieces` are those of the first page.
    const texts = pieces.map(({ text }) => text.trim());
    const count = (wanted: string) => texts.filter((text) => text === wanted).length;
    const { reference = "" } = bill;
    expect([pages, count(formatReference(reference)), count("Payable par"), count("Référence")]).toEqual([2, 2, 2, 2]);
    expect([count(link), count("Votre fiche\u00a0:")]).toEqual([1, 1]);
    expect(pieces.find(({ text }) => text.trim() === link)?.y).toBeGreaterThan((105 * 72) / 25.4);
    expect(alternatives.filter((text) => text === "Code QR de votre fiche")).toHaveLength(1);
    expect(textsOf(await svgOf(bill))).toEqual(expect.arrayContaining([formatReference(reference), "Payable par"]));
  });

  it.each([
    ["a short address", ["Léa Dubuis", "Rue du Stade 5", "1965 Savièse"]],
    ["a name alone", ["Léa Dubuis"]],
    ["no name", []],
    [
      "long names abroad",
      ["Marie-Antoinette Dubuis-Héritier et Jean-Baptiste de Courten", "pour Léa", "c/o Éà", "74000 Annecy", "FRANCE"],
    ],
    ["six endless paragraphs", Array.from({ length: 6 }, (_, i) => `${"W".repeat(90)} ${i}`)],
  ])("as a letter has %s where every right-hand window shows it, and nothing else there", async (_, address) => {
    const mm = 72 / 25.4;
    const bill = ofMember({});
    const letter = { address, date: "Savièse, le 2 mars 2027", words: "Ŵ ".repeat(100).trim() };
    const link = `https://exemple.ch/ma-fiche/${"a".repeat(54)}`;
    const bytes = await billsPdf("Cotisation 2027", [{ bill, link, letter }]);
    const { pages, pieces, fonts, embeddedFonts } = readPdf(bytes);
    expect([pages, fonts]).toEqual([1, embeddedFonts]);
    const fromTop = pieces.map((piece) => ({
      ...piece,
      top: 297 - piece.y / mm,
      left: piece.x / mm,
      end: piece.end / mm,
    }));
    // What a window shows at one position or another of the sheet.
    const seen = fromTop.filter(({ top, end }) => top > 33 && top < 95 && end > 98);
    for (const { top, left, end } of seen) {
      expect(left).toBeGreaterThanOrEqual(ENVELOPE_WINDOW.left);
      expect(end).toBeLessThanOrEqual(ENVELOPE_WINDOW.right);
      expect(top).toBeLessThanOrEqual(ENVELOPE_WINDOW.bottom);
      expect(top).toBeGreaterThan(ENVELOPE_WINDOW.top + 2);
    }
    const read = seen.map(({ text }) => text.trim()).join(" ");
    if (address.length < 6) expect(read).toBe(address.join(" "));
    else expect(read).toMatch(/^(?:W+… ?){6}$/);
    const others = fromTop.filter(({ top }) => top >= 95 && top < 192).map(({ text }) => text.trim());
    expect(others).toEqual(expect.arrayContaining([link, "Montant\u00a0: CHF\u00a050.–"]));
    expect((await readCode(codeOfPdf(bytes)))?.split("\n")).toEqual(lines(bill));
  });

  it("keeps long texts within their part of the paper", async () => {
    const mm = 72 / 25.4;
    for (const holder of [LONG, "W".repeat(70), "Ŵ ".repeat(35).trim()]) {
      const bill = qrBillForAccount({ ...ACCOUNT, holder, place: "W".repeat(35) }, "don", AMOUNT_MAX);
      const { pages, pieces } = readPdf(await qrBillPdf(bill));
      expect(pages).toBe(1);
      const slip = pieces.filter(({ y, ornament }) => y < 105 * mm && !ornament);
      for (const { x, end, y } of slip) {
        expect(end).toBeLessThan((x < 62 * mm ? 58 : 206) * mm);
        expect(y).toBeGreaterThan(0);
      }
      const printed = slip.map(({ text }) => text.trim()).join("");
      expect(printed.replaceAll(" ", "")).toContain(bill.holder.replaceAll(" ", ""));
    }
  });

  it("is valid for every account that the settings accept", async () => {
    const char = fc.constantFrom(...Array.from("aZ9éßŒȘ€ ’“–…½ế\u00a0\u200b\t🎺🇨🇭<&\"'\\ﬁ−"), "e\u0301");
    const text = fc.oneof(
      fc.string({ unit: char, minLength: 1, maxLength: 40 }),
      fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 40 }),
    );
    const schema = settingsSchema();
    const typed = { ...INITIAL_SETTINGS, iban: ACCOUNT.iban, recipients: "" };
    const numRuns = 20;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 1, max: AMOUNT_MAX }), async (holder, place, amount) => {
        const texts = {
          ...Object.fromEntries(Object.entries(typed).map(([name, v]) => [name, String(v)])),
          holder,
          place,
        };
        const parsed = schema.safeParse(texts);
        if (!parsed.success) return;
        accepted++;
        const bill = qrBillForAccount(parsed.data, "don", amount);
        expect((await readCode(await qrBillPng(bill)))?.split("\n")).toEqual(lines(bill));
      }),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 4);
  });

  it("a link of any length that the settings accept has a code", async () => {
    for (const link of ["https://exemple.ch/twint", `https://exemple.ch/?q=${"x".repeat(500)}&é=<svg>`]) {
      const svg = qrCodeSvg(link);
      expect(await readCode(svg.replace(/width="\d+" height="\d+"/, 'width="900" height="900"'))).toBe(link);
    }
    expect(qrCodeSvg(`https://exemple.ch/${"x".repeat(1981)}`)).toMatch(/^<svg /);
  });
});

/** The bill's QR code of a PDF as an SVG image, made of the black squares in the content of the page. */
function codeOfPdf(bytes: Uint8Array): string {
  const squares = [...readPdf(bytes).content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)];
  const paths = squares.map(([, x, y, side]) => `<path d="M${x} ${y}h${side}v${side}h-${side}z"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="-12 -12 154.4 154.4" shape-rendering="crispEdges">${paths.join("")}</svg>`;
}
