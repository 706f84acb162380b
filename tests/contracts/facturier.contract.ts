import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { MONTANT_MAX } from "#domain/montant.ts";
import { type Facture, factureDe } from "#domain/qr-facture.ts";
import { REGLAGES_DE_DEPART, schemaReglages } from "#domain/reglages.ts";
import type { Facturier } from "#ports/facturier.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { lignesAttendues, readCode } from "#tests/qr/read-code.ts";

const COMPTE = { ...REGLAGES_DE_DEPART, iban: "CH5604835012345678009" };
const LIBRE = factureDe(COMPTE, "don", null);
const COTISATION = factureDe(COMPTE, "cotisation", 5000);
const LONG = "Société de jeunesse des hauts de Savièse, Ormône, Granois et Drône éà";

const lignes = ({ montant, ...facture }: Facture) =>
  lignesAttendues({ ...facture, montant: montant === null ? "" : (montant / 100).toFixed(2) });

/** With the street and the number that a structured address may have. */
const AT_HOME = { ...COMPTE, street: "Rue de l’Église", buildingNumber: "12 bis" };

/** The whole text of a code, by IG QR-bill 2.4: what a bank's application reads, to the letter. */
const golden = (address: string, amount: string, message: string) =>
  `SPC\n0200\n1\nCH5604835012345678009\nS\nLa Jeunesse de Savièse\n${address}\n1965\nSavièse\nCH\n\n\n\n\n\n\n\n${amount}\nCHF\n\n\n\n\n\n\n\nNON\n\n${message}\nEPD`;

const textesDe = (svg: string) =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, texte = ""]) =>
    texte.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  );

/** What every maker of QR-bills promises. @param ouvrir makes one */
export function facturierContract(ouvrir: () => Facturier): void {
  describe("a maker of QR-bills", () => {
    let facturier: Facturier;
    beforeAll(() => {
      facturier = ouvrir();
    });

    it.each([
      ["without an amount", LIBRE],
      ["of 20 francs", { ...LIBRE, montant: 2000 }],
      ["of 50.50", { ...LIBRE, montant: 5050 }],
      ["of the greatest amount", { ...LIBRE, montant: MONTANT_MAX }],
      ["for the fee", COTISATION],
      ["to a holder of 70 characters with accents", factureDe({ ...COMPTE, titulaire: `${LONG}!` }, "don", 1)],
      [
        "to a hostile holder",
        factureDe({ ...COMPTE, titulaire: `=HYPERLINK("x") <img onerror> </script> &amp;` }, "don", 5000),
      ],
      ["to the example", factureDe(REGLAGES_DE_DEPART, "don", null)],
    ])("gives bills %s that another reader decodes, line by line, in every form", async (_, facture) => {
      const attendu = lignes(facture);
      expect(attendu).toHaveLength(31);
      for (const image of [
        await facturier.svg(facture, "large"),
        await facturier.svg(facture, "colonne"),
        await facturier.png(facture),
      ])
        expect((await readCode(image))?.split("\n")).toEqual(attendu);
    });

    it.each([
      ["a donation", LIBRE, golden("\n", "", "Don")],
      ["a donation of 33.50", factureDe(COMPTE, "don", 3350), golden("\n", "33.50", "Don")],
      ["the fee", COTISATION, golden("\n", "50.00", "Cotisation")],
      ["a donation to a street", factureDe(AT_HOME, "don", null), golden("Rue de l'Église\n12 bis", "", "Don")],
      [
        "the fee to a street",
        factureDe(AT_HOME, "cotisation", 5000),
        golden("Rue de l'Église\n12 bis", "50.00", "Cotisation"),
      ],
    ])("writes into the code of %s what the standard says, to the letter", async (_, facture, text) => {
      expect(await readCode(await facturier.svg(facture, "large"))).toBe(text);
      expect(await readCode(await facturier.png(facture))).toBe(text);
    });

    it("prints the street above the place where there is one, on receipt and payment part", async () => {
      for (const forme of ["large", "colonne"] as const) {
        const textes = textesDe(await facturier.svg(factureDe(AT_HOME, "cotisation", 5000), forme));
        const at = textes.flatMap((texte, i) => (texte === "Rue de l'Église 12 bis" ? [textes[i + 1]] : []));
        expect(at).toEqual(["1965 Savièse", "1965 Savièse"]);
      }
    });

    it("draws all of a bill's words in French, in both forms", async () => {
      for (const forme of ["large", "colonne"] as const) {
        const textes = textesDe(await facturier.svg(COTISATION, forme));
        const attendus = [
          "Récépissé",
          "Section paiement",
          "Point de dépôt",
          "Informations supplémentaires",
          "Cotisation",
        ];
        const deuxFois = ["Compte / Payable à", "Payable par (nom/adresse)", "Monnaie", "CHF", "Montant", "50.00"];
        const compte = ["CH56 0483 5012 3456 7800 9", "La Jeunesse de Savièse", "1965 Savièse"];
        expect(textes.toSorted()).toEqual([...attendus, ...deuxFois, ...deuxFois, ...compte, ...compte].toSorted());
      }
    });

    it("draws the bill in the size of the standard, and needs nothing but itself for it", async () => {
      const svg = await facturier.svg(LIBRE, "large");
      expect(svg).toMatch(/^<svg [^>]*width="210mm" height="105mm" viewBox="0 0 210 105">/);
      for (const facture of [LIBRE, factureDe({ ...COMPTE, titulaire: "<script>x</script>" }, "don", null)])
        for (const image of [await facturier.svg(facture, "large"), await facturier.svg(facture, "colonne")])
          expect(image).not.toMatch(/<(?:style|script|image|foreignObject|use)\b| style=| on\w+=|href|url\(/);
    });

    it("marks the bill of the invented account, and no other", async () => {
      const exemple = factureDe(REGLAGES_DE_DEPART, "don", null);
      for (const forme of ["large", "colonne"] as const) {
        expect(textesDe(await facturier.svg(exemple, forme)).filter((texte) => texte === "EXEMPLE")).toHaveLength(2);
        expect(await facturier.svg(LIBRE, forme)).not.toContain("EXEMPLE");
      }
      const textes = readPdf(await facturier.pdf(exemple)).morceaux.map(({ texte }) => texte.trim());
      expect(textes).toEqual(expect.arrayContaining(["EXEMPLE", "Compte d’exemple\u00a0: n’y versez rien."]));
    });

    it("prints one A4 page, tagged, in French, with its fonts, whose code another reader decodes", async () => {
      for (const [facture, titre] of [
        [LIBRE, "Un don pour la Jeunesse"],
        [COTISATION, "Cotisation annuelle"],
      ] as const) {
        const octets = await facturier.pdf(facture);
        const pdf = readPdf(octets);
        expect(pdf).toMatchObject({
          pages: 1,
          format: [0, 0, 595.28, 841.89],
          langue: "fr-CH",
          titre,
          titreAffiche: true,
          balise: true,
        });
        expect(pdf.policesIncorporees).toBe(pdf.polices);
        expect(pdf.alternatives).toEqual(["La Jeunesse de Savièse", "Code QR de la facture"]);
        expect(pdf.structure.filter((type) => type === "H1" || type === "H2")).toEqual(["H1", "H2", "H2"]);
        expect(pdf.morceaux.filter(({ manquants }) => manquants > 0)).toEqual([]);
        expect((await readCode(codeDuPdf(octets)))?.split("\n")).toEqual(lignes(facture));
      }
    });

    it("keeps a bill's text in its half of the paper, however long", async () => {
      const mm = 72 / 25.4;
      for (const titulaire of [LONG, "W".repeat(70), "Ŵ ".repeat(35).trim()]) {
        const facture = factureDe({ ...COMPTE, titulaire, lieu: "W".repeat(35) }, "don", MONTANT_MAX);
        const { pages, morceaux } = readPdf(await facturier.pdf(facture));
        expect(pages).toBe(1);
        const bulletin = morceaux.filter(({ y, ornement }) => y < 105 * mm && !ornement);
        for (const { x, fin, y } of bulletin) {
          expect(fin).toBeLessThan((x < 62 * mm ? 58 : 206) * mm);
          expect(y).toBeGreaterThan(0);
        }
        const imprime = bulletin.map(({ texte }) => texte.trim()).join("");
        expect(imprime.replaceAll(" ", "")).toContain(facture.titulaire.replaceAll(" ", ""));
      }
    });

    it("makes a valid bill of everything that the settings accept", async () => {
      const signe = fc.constantFrom(...Array.from("aZ9éßŒȘ€ ’“–…½ế\u00a0\u200b\t🎺🇨🇭<&\"'\\ﬁ−"), "e\u0301");
      const texte = fc.oneof(
        fc.string({ unit: signe, minLength: 1, maxLength: 40 }),
        fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 40 }),
      );
      const schema = schemaReglages();
      const saisie = { ...REGLAGES_DE_DEPART, iban: COMPTE.iban, destinataires: "" };
      let acceptes = 0;
      await fc.assert(
        fc.asyncProperty(texte, texte, fc.integer({ min: 1, max: MONTANT_MAX }), async (titulaire, lieu, montant) => {
          const textes = {
            ...Object.fromEntries(Object.entries(saisie).map(([nom, v]) => [nom, String(v)])),
            titulaire,
            lieu,
          };
          const lecture = schema.safeParse(textes);
          if (!lecture.success) return;
          acceptes++;
          const facture = factureDe(lecture.data, "don", montant);
          expect((await readCode(await facturier.png(facture)))?.split("\n")).toEqual(lignes(facture));
        }),
        { numRuns: 40 },
      );
      expect(acceptes).toBeGreaterThan(10);
    }, 60_000);

    it("gives a plain code of any link that the settings accept", async () => {
      for (const lien of ["https://exemple.ch/twint", `https://exemple.ch/?q=${"x".repeat(500)}&é=<svg>`]) {
        const svg = facturier.codeQr(lien);
        expect(await readCode(svg.replace(/width="\d+" height="\d+"/, 'width="900" height="900"'))).toBe(lien);
      }
      expect(facturier.codeQr(`https://exemple.ch/${"x".repeat(1981)}`)).toMatch(/^<svg /);
    });
  });
}

/** The QR code of the printed page as an image: the path of black squares in the page's stream. */
function codeDuPdf(octets: Uint8Array): string {
  const squares = [...readPdf(octets).contenu.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)];
  const paths = squares.map(([, x, y, side]) => `<path d="M${x} ${y}h${side}v${side}h-${side}z"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="-12 -12 154.4 154.4" shape-rendering="crispEdges">${paths.join("")}</svg>`;
}
