/** One A4 page that a screen reader can follow: everything drawn is either an element of its structure or ornament. */
import PDFDocument from "pdfkit";
import type { Police, Polices } from "./fonts.ts";
import { shrink } from "./printable.ts";

/** Measures in points. */
export const A4 = { largeur: 595.28, hauteur: 841.89 } as const;

export type Encre = { police: Police; taille: number; couleur?: string };

const LANGUE = "fr-CH";
/** Letters that are smaller are not read any more, in points. */
const LISIBLE = 7.5;

/** An element of the page's structure. What is added to it is drawn at once, in reading order. */
export type Element = {
  /** Adds an element that holds others. @param type as ISO 32000-1 names it: `Sect`, `L`, `LI` */
  groupe: (type: string) => Element;
  /** Adds an element that holds what `dessiner` draws. @param alt what to say in place of a picture */
  feuille: (type: string, dessiner: () => void, alt?: string) => void;
};

export class Page {
  readonly doc: PDFKit.PDFDocument;
  readonly racine: Element;
  readonly #fin: () => void;

  /** @param titre what the reader's window shows; no personal data */
  constructor(polices: Polices, titre: string, auteur: string) {
    this.doc = new PDFDocument({
      size: [A4.largeur, A4.hauteur],
      margin: 0,
      pdfVersion: "1.7",
      tagged: true,
      lang: LANGUE,
      displayTitle: true,
      info: { Title: titre, Author: auteur },
    });
    for (const [police, octets] of polices) this.doc.registerFont(police, octets);
    const document = this.doc.struct("Document");
    this.doc.addStructure(document);
    this.racine = this.#element(document);
    this.#fin = () => document.end();
  }

  #element(struct: PDFKit.PDFStructureElement): Element {
    return {
      groupe: (type) => {
        const enfant = this.doc.struct(type);
        struct.add(enfant);
        return this.#element(enfant);
      },
      feuille: (type, dessiner, alt) => {
        struct.add(this.doc.struct(type, alt === undefined ? {} : { alt }, [dessiner]));
      },
    };
  }

  /** Draws what a screen reader passes over: lines, boxes, drawings. */
  ornement(dessiner: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    dessiner();
    this.doc.endMarkedContent();
  }

  #encre({ police, taille, couleur = "#17182b" }: Encre) {
    return this.doc.font(police).fontSize(taille).fillColor(couleur);
  }

  mesurer(texte: string, encre: Encre): number {
    return this.#encre(encre).widthOfString(texte);
  }

  /** Writes one line, whatever its length. @param y of the baseline @returns where it ends */
  ligne(texte: string, x: number, y: number, encre: Encre): number {
    // The space keeps what is read aloud or copied apart from what follows.
    this.#encre(encre).text(`${texte} `, x, y, { lineBreak: false, baseline: "alphabetic" });
    return x + this.mesurer(texte, encre);
  }

  /** Writes one line no wider than `largeur`: smaller where it has to be, and cut where that would be too small to read. */
  ligneDans(texte: string, x: number, y: number, encre: Encre, largeur: number): void {
    const mesurer = (t: string, taille: number) => this.mesurer(t, { ...encre, taille });
    const tient = shrink(texte, { largeur, taille: encre.taille, tailleMinimum: LISIBLE, mesurer });
    this.ligne(tient.texte, x, y, { ...encre, taille: tient.taille });
  }

  /** Writes a paragraph that begins in another font. @param y of its upper edge @returns its lower edge */
  paragraphe(
    [debut, suite]: readonly [texte: string, encre: Encre][],
    x: number,
    y: number,
    { largeur, interligne }: { largeur: number; interligne: number },
  ): number {
    const options = { width: largeur, lineGap: 0 };
    for (const [i, morceau] of [debut, suite].entries()) {
      if (!morceau) continue;
      const [texte, encre] = morceau;
      this.#encre(encre);
      options.lineGap = interligne - this.doc.currentLineHeight(true);
      if (i === 0) this.doc.text(texte, x, y, { ...options, continued: suite !== undefined });
      else this.doc.text(texte, options);
    }
    return this.doc.y;
  }

  /** Ends the page. @returns the bytes of the file */
  async finir(): Promise<Uint8Array> {
    this.#fin();
    this.doc.end();
    const morceaux: Uint8Array[] = [];
    for await (const morceau of this.doc) morceaux.push(morceau as Uint8Array);
    return new Uint8Array(Buffer.concat(morceaux));
  }
}
