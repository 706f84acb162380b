/** The A4 page with a QR-bill at its foot, where banks and post offices expect it. */
import { AUTORISATION } from "#domain/autorisation.ts";
import { montantLisible } from "#domain/montant.ts";
import type { Facture, Objet } from "#domain/qr-facture.ts";
import { type Dessin, draw } from "../drawing.ts";
import type { Polices } from "../fonts.ts";
import { A4, type Encre, Page } from "../page.ts";
import { drawCode, MM } from "./code.ts";
import { coins, ENCRES, enLargeur, LARGE, type Ligne, type Mesurer } from "./mise-en-page.ts";

type Material = { polices: Polices; logo: Dessin; crete: Dessin };

/** Upper edge of the bill, in millimetres. */
const HAUT = 297 - LARGE.hauteur;
const GAUCHE = 48.2;

const TITRES: Record<Objet, string> = { don: "Un don pour la Jeunesse", cotisation: "Cotisation annuelle" };
const DETACHER = "A détacher avant le versement";

const TITRE: Encre = { police: "titre", taille: 34.9 };
const OMBRE: Encre = { ...TITRE, couleur: "#f2a98f" };
const TEXTE: Encre = { police: "moyen", taille: 12 };
const ALERTE: Encre = { police: "gras", taille: 12, couleur: ENCRES.alerte };

const chapeauDe = ({ montant, exemple }: Facture): readonly (readonly [string, Encre])[] => [
  [
    montant === null
      ? "Le montant est libre\u00a0: écrivez-le dans les deux cadres."
      : `Montant\u00a0: ${montantLisible(montant)}`,
    TEXTE,
  ],
  ["Scannez le code avec l’application de votre banque, ou détachez le bulletin pour la poste.", TEXTE],
  ...(exemple ? [["Compte d’exemple\u00a0: n’y versez rien.", ALERTE] as const] : []),
];

/** @returns the bytes of the file */
export function printFacture(
  facture: Facture,
  mesurer: Mesurer,
  { polices, logo, crete }: Material,
): Promise<Uint8Array> {
  const titre = TITRES[facture.objet];
  const page = new Page(polices, titre, AUTORISATION.association);
  const { doc, racine } = page;
  racine.feuille("Figure", () => draw(doc, logo, GAUCHE, 36.9, 168.75), AUTORISATION.association);
  page.ornement(() => {
    draw(doc, crete, GAUCHE, 84, A4.largeur - 2 * GAUCHE);
    page.ligne(titre, GAUCHE + 1.6, 159.4, OMBRE);
  });
  racine.feuille("H1", () => page.ligne(titre, GAUCHE, 158, TITRE));
  for (const [i, [texte, encre]] of chapeauDe(facture).entries())
    racine.feuille("P", () => page.ligne(texte, GAUCHE, 188 + i * 18, encre));

  const { paragraphes, cadres, coupe, code } = enLargeur(facture, mesurer, HAUT);
  page.ornement(() => {
    const y = HAUT * MM;
    const detacher: Encre = { police: "facture", taille: 8, couleur: ENCRES.texte };
    page.ligne(DETACHER, (A4.largeur - page.mesurer(DETACHER, detacher)) / 2, y - 4, detacher);
    doc.lineWidth(0.75).strokeColor("#000").dash(3.4, { space: 2.8 });
    doc
      .moveTo(0, y)
      .lineTo(A4.largeur, y)
      .moveTo(coupe.x1 * MM, y)
      .lineTo(coupe.x2 * MM, A4.hauteur)
      .stroke()
      .undash();
    doc.save().scale(MM).lineWidth(0.26).path(cadres.map(coins).join("")).stroke().restore();
  });
  const bulletin = racine.groupe("Sect");
  for (const { titre: estTitre, lignes } of paragraphes) {
    bulletin.feuille(estTitre ? "H2" : "P", () => {
      for (const ligne of lignes) ecrire(page, ligne);
    });
  }
  bulletin.feuille("Figure", () => drawCode(doc, facture, code.x * MM, code.y * MM), "Code QR de la facture");
  return page.finir();
}

function ecrire(page: Page, { texte, x, y, taille, gras, aDroite, alerte }: Ligne): void {
  const encre: Encre = {
    police: gras ? "factureGras" : "facture",
    taille,
    couleur: alerte ? ENCRES.alerte : ENCRES.texte,
  };
  page.ligne(texte, x * MM - (aDroite ? page.mesurer(texte, encre) : 0), y * MM, encre);
}
