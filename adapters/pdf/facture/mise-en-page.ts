/**
 * Where everything of a QR-bill stands, in millimetres: measures, sizes and order of SIX, Style Guide QR-bill.
 * What draws it, on paper or on a screen, decides nothing any more.
 */
import { ibanLisible } from "#domain/iban.ts";
import { addressLines, type Facture } from "#domain/qr-facture.ts";

/** One line of text. Size in points; `y` is the baseline; `x` is the right end when `aDroite`. */
export type Ligne = { texte: string; x: number; y: number; taille: number; gras?: true; aDroite?: true; alerte?: true };
/** Lines that belong together; `titre` is a heading. */
type Paragraphe = { titre?: true; lignes: Ligne[] };
export type Cadre = { x: number; y: number; largeur: number; hauteur: number };

export type Bulletin = {
  largeur: number;
  hauteur: number;
  /** In reading order. */
  paragraphes: Paragraphe[];
  /** Free boxes to write in: only their corners are drawn. */
  cadres: Cadre[];
  /** Where receipt and payment part are cut apart. */
  coupe: { x1: number; y1: number; x2: number; y2: number };
  code: { x: number; y: number; cote: number };
};

/** @returns the width of a text in points */
export type Mesurer = (texte: string, gras: boolean, taille: number) => number;

const PT = 25.4 / 72;
export const LARGE = { largeur: 210, hauteur: 105, recepisse: 62 } as const;
const MARGE = 5;
/** As wide as its widest box, with a margin on each side. */
const COLONNE = 65 + 2 * MARGE;

const RECEPISSE = { libelle: 6, valeur: 8, interligne: 9 * PT, largeur: 52, cadre: { largeur: 52, hauteur: 20 } };
const PAIEMENT = { libelle: 8, valeur: 10, interligne: 11 * PT, largeur: 87, cadre: { largeur: 65, hauteur: 25 } };
type Style = typeof RECEPISSE;

const EXEMPLE = "EXEMPLE";

/** @param titre in 11 points, @param y upper edge of its section */
const titre = (texte: string, x: number, y: number): Paragraphe => ({
  titre: true,
  lignes: [{ texte, x, y: y + 9 * PT, taille: 11, gras: true }],
});

/** Breaks a text between words, or inside one that is wider than a line. */
function couper(texte: string, largeur: number, mesurer: (texte: string) => number): string[] {
  const lignes: string[] = [];
  let ligne = "";
  for (const mot of texte.split(" ")) {
    const suite = ligne === "" ? mot : `${ligne} ${mot}`;
    if (mesurer(suite) <= largeur) {
      ligne = suite;
      continue;
    }
    if (ligne !== "") lignes.push(ligne);
    ligne = "";
    for (const signe of mot) {
      if (mesurer(ligne + signe) > largeur) {
        lignes.push(ligne);
        ligne = "";
      }
      ligne += signe;
    }
  }
  return [...lignes, ligne];
}

/** Headings and what stands below them, from the top down. */
class Rubriques {
  readonly paragraphes: Paragraphe[] = [];
  readonly cadres: Cadre[] = [];
  y: number;
  readonly #x: number;
  readonly #style: Style;
  readonly #mesurer: Mesurer;

  constructor(x: number, y: number, style: Style, mesurer: Mesurer) {
    this.#x = x;
    this.y = y;
    this.#style = style;
    this.#mesurer = mesurer;
  }

  ajouter(libelle: string, valeurs: readonly string[]): this {
    const { libelle: petit, valeur, interligne, largeur } = this.#style;
    const lignes = valeurs.flatMap((texte) =>
      couper(texte, largeur, (t) => this.#mesurer(t, false, valeur) * PT).map((t) => ({ texte: t, taille: valeur })),
    );
    const toutes = [{ texte: libelle, taille: petit, gras: true as const }, ...lignes];
    this.paragraphes.push({
      lignes: toutes.map((ligne, i) => ({ ...ligne, x: this.#x, y: this.y + (i + 0.75) * interligne })),
    });
    this.y += (toutes.length + 1) * interligne;
    return this;
  }

  /** A box to write in, on an example a word that says so. */
  libre(exemple: boolean): this {
    const { cadre, interligne } = this.#style;
    // Below its heading, in the place of the blank line.
    const y = this.y - interligne + 1;
    this.cadres.push({ x: this.#x, y, ...cadre });
    if (exemple) this.paragraphes.push(alerte(this.#x + 3, y + cadre.hauteur / 2 + 3, cadre.hauteur));
    this.y = y + cadre.hauteur;
    return this;
  }
}

const alerte = (x: number, y: number, taille: number): Paragraphe => ({
  lignes: [{ texte: EXEMPLE, x, y, taille, gras: true, alerte: true }],
});

/** Currency and amount side by side; without an amount a box to write it in. @param y upper edge */
function montant(
  { montant: centimes }: Facture,
  style: Style,
  [x, xMontant, y]: readonly [number, number, number],
  cadre: Cadre,
): { paragraphes: Paragraphe[]; cadres: Cadre[] } {
  const colonne = (libelle: string, valeur: string | null, ou: number): Paragraphe => ({
    lignes: [
      { texte: libelle, x: ou, y: y + 0.75 * style.interligne, taille: style.libelle, gras: true },
      ...(valeur === null ? [] : [{ texte: valeur, x: ou, y: y + 1.95 * style.interligne, taille: style.valeur }]),
    ],
  });
  const valeur = centimes === null ? null : (centimes / 100).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, " ");
  return {
    paragraphes: [colonne("Monnaie", "CHF", x), colonne("Montant", valeur, xMontant)],
    cadres: centimes === null ? [cadre] : [],
  };
}

/** @param x its left edge @param y its upper edge */
function recepisse(facture: Facture, mesurer: Mesurer, x: number, y: number) {
  const gauche = x + MARGE;
  const rubriques = new Rubriques(gauche, y + 12, RECEPISSE, mesurer)
    .ajouter("Compte / Payable à", compteDe(facture))
    .ajouter("Payable par (nom/adresse)", [])
    .libre(facture.exemple);
  const cadre = { x: gauche + 22, y: y + 68, largeur: 30, hauteur: 10 };
  const somme = montant(facture, RECEPISSE, [gauche, gauche + 12, y + 68], cadre);
  const depot: Paragraphe = {
    lignes: [{ texte: "Point de dépôt", x: gauche + 52, y: y + 84, taille: 6, gras: true, aDroite: true }],
  };
  return {
    paragraphes: [titre("Récépissé", gauche, y + MARGE), ...rubriques.paragraphes, ...somme.paragraphes, depot],
    cadres: [...rubriques.cadres, ...somme.cadres],
  };
}

/** The payment part as far as its code. @param cote of the code */
function aScanner(facture: Facture, x: number, y: number, cote: number) {
  const code = { x, y: y + 17, cote };
  const bas = code.y + cote + MARGE;
  const cadre = { x: x + 11, y: bas + PAIEMENT.interligne, largeur: 40, hauteur: 15 };
  const somme = montant(facture, PAIEMENT, [x, x + 14, bas], cadre);
  return { ...somme, paragraphes: [titre("Section paiement", x, y + MARGE), ...somme.paragraphes], code };
}

/** The payment part's words. @param largeur of a line */
const aLire = (facture: Facture, mesurer: Mesurer, x: number, y: number, largeur: number) =>
  new Rubriques(x, y, { ...PAIEMENT, largeur }, mesurer)
    .ajouter("Compte / Payable à", compteDe(facture))
    .ajouter("Informations supplémentaires", [facture.message])
    .ajouter("Payable par (nom/adresse)", [])
    .libre(facture.exemple);

const compteDe = (facture: Facture) => [ibanLisible(facture.iban), facture.titulaire, ...addressLines(facture)];

/** Receipt at the left, payment part at the right: as it stands at the foot of an A4 page. @param haut upper edge */
export function enLargeur(facture: Facture, mesurer: Mesurer, haut = 0): Bulletin {
  const gauche = recepisse(facture, mesurer, 0, haut);
  const scan = aScanner(facture, LARGE.recepisse + MARGE, haut, 46);
  const texte = aLire(facture, mesurer, 118, haut + MARGE, PAIEMENT.largeur);
  return {
    largeur: LARGE.largeur,
    hauteur: LARGE.hauteur,
    paragraphes: [...gauche.paragraphes, ...scan.paragraphes, ...texte.paragraphes],
    cadres: [...gauche.cadres, ...scan.cadres, ...texte.cadres],
    coupe: { x1: LARGE.recepisse, y1: haut, x2: LARGE.recepisse, y2: haut + LARGE.hauteur },
    code: scan.code,
  };
}

/** Payment part above receipt, with a larger code: as a phone shows it. */
export function enColonne(facture: Facture, mesurer: Mesurer): Bulletin {
  const cote = COLONNE - 2 * MARGE;
  const scan = aScanner(facture, MARGE, 0, cote);
  const texte = aLire(facture, mesurer, MARGE, 17 + cote + 27, cote);
  const coupe = texte.y + MARGE;
  const bas = recepisse(facture, mesurer, 0, coupe);
  return {
    largeur: COLONNE,
    hauteur: coupe + 90,
    paragraphes: [...scan.paragraphes, ...texte.paragraphes, ...bas.paragraphes],
    cadres: [...scan.cadres, ...texte.cadres, ...bas.cadres],
    coupe: { x1: 0, y1: coupe, x2: COLONNE, y2: coupe },
    code: scan.code,
  };
}

/** @returns path data of the corners of a box, in millimetres */
export function coins({ x, y, largeur, hauteur }: Cadre): string {
  const [d, b] = [x + largeur, y + hauteur];
  return (
    `M${x + 3} ${y}L${x} ${y}L${x} ${y + 3}M${d - 3} ${y}L${d} ${y}L${d} ${y + 3}` +
    `M${x + 3} ${b}L${x} ${b}L${x} ${b - 3}M${d - 3} ${b}L${d} ${b}L${d} ${b - 3}`
  );
}

export const ENCRES = { texte: "#000", alerte: "#c9341f" } as const;
