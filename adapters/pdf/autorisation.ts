/** The page of the parental authorisation: where everything of domain/autorisation.ts stands on the paper. */
import { AUTORISATION, type Ligne, type Mineur, type ReturnAddress } from "#domain/autorisation.ts";
import { type Dessin, draw } from "./drawing.ts";
import type { Polices } from "./fonts.ts";
import { A4, type Element, type Encre, Page } from "./page.ts";
import { printable } from "./printable.ts";

type Material = { polices: Polices; logo: Dessin; crete: Dessin; etoile: Dessin };

const INK = "#17182b";
const ROSE = "#f2a98f";

/** Measures in points; the left margin is the right one too. */
const GAUCHE = 48.2;
const HAUT = 36.9;
const BAS = A4.hauteur - 34;
const LARGEUR = A4.largeur - 2 * GAUCHE;
const GOUTTIERE = 17;
const COLONNE = (LARGEUR - GOUTTIERE) / 2;
const DROITE = GAUCHE + COLONNE + GOUTTIERE;
const RUBRIQUE = 14.6;
const SOUS_TITRE = 22.3;
const LIGNE = 29.3;
const INTERLIGNE = 15.75;

const TITRE: Encre = { police: "titre", taille: 34.9 };
const OMBRE: Encre = { ...TITRE, couleur: ROSE };
const RUBRIQUE_EN: Encre = { police: "titre", taille: 15.2 };
const TEXTE: Encre = { police: "texte", taille: 11.25 };
const MOYEN: Encre = { police: "moyen", taille: 11.25 };
const GRAS: Encre = { police: "gras", taille: 11.25 };
const LIBELLE: Encre = { police: "texte", taille: 9.85 };
const ADRESSE: Encre = { police: "texte", taille: 10.5 };
const PIED: Encre = { police: "gras", taille: 10.5 };
const VALEUR: Encre = { police: "moyen", taille: 12 };
const SIGNATURE = 78;

/** @param mineur null for a blank form */
export function printAutorisation(
  mineur: Mineur | null,
  address: ReturnAddress,
  material: Material,
): Promise<Uint8Array> {
  const page = new Page(material.polices, AUTORISATION.titre, AUTORISATION.association);
  let y = enTete(page, mineur !== null, material);
  for (const { titre, lignes } of AUTORISATION.rubriques) {
    const section = page.racine.groupe("Sect");
    y = sousTitre(page, section, titre, y);
    y = rubrique(page, section, lignes, mineur, y);
  }
  y = conditions(page, y);
  bringBack(page, address, signatures(page, y));
  pourLeComite(page, material.etoile);
  return page.finir();
}

/** @returns where the first section begins */
function enTete(page: Page, remplie: boolean, { logo, crete }: Material): number {
  const { doc, racine } = page;
  const { titre, association, expediteur, chapeau } = AUTORISATION;
  racine.feuille("Figure", () => draw(doc, logo, GAUCHE, HAUT, 168.75), association);
  racine.feuille("P", () => {
    const x = A4.largeur - GAUCHE - Math.max(...expediteur.map((texte) => page.mesurer(texte, ADRESSE)));
    for (const [i, texte] of expediteur.entries()) page.ligne(texte, x, 60.8 + i * 13.7, ADRESSE);
  });
  page.ornement(() => {
    draw(doc, crete, GAUCHE, 84, LARGEUR);
    page.ligne(titre, GAUCHE + 1.6, 159.4, OMBRE);
  });
  racine.feuille("H1", () => page.ligne(titre, GAUCHE, 158, TITRE));
  racine.feuille("P", () => {
    for (const [i, texte] of (remplie ? chapeau.remplie : chapeau.vierge).entries())
      page.ligne(texte, GAUCHE, 181 + i * INTERLIGNE, MOYEN);
  });
  return 201;
}

/** @returns where the section's content begins */
function sousTitre(page: Page, section: Element, titre: string, y: number): number {
  section.feuille("H2", () => page.ligne(titre, GAUCHE, y + RUBRIQUE + 13.4, RUBRIQUE_EN));
  return y + RUBRIQUE + SOUS_TITRE;
}

/** @returns where it ends */
function rubrique(page: Page, section: Element, lignes: readonly Ligne[], mineur: Mineur | null, y: number): number {
  let rang = 0;
  let aDroite = false;
  for (const ligne of lignes) {
    const x = aDroite ? DROITE : GAUCHE;
    const largeur = ligne.pleine ? LARGEUR : COLONNE;
    aLaMain(page, section, ligne, { x, y: y + rang * LIGNE + 27.6, largeur }, mineur);
    if (aDroite || ligne.pleine) rang++;
    aDroite = !aDroite && !ligne.pleine;
  }
  return y + rang * LIGNE - 1.7;
}

/** A line to write on, with what is already known. @param place the line itself */
function aLaMain(
  page: Page,
  parent: Element,
  { libelle, cases, valeur }: Ligne,
  { x, y, largeur }: { x: number; y: number; largeur: number },
  mineur: Mineur | null,
): void {
  page.ornement(() => trait(page, x, y, largeur));
  const base = y - 6;
  const carres: number[] = [];
  parent.feuille("P", () => {
    let ici = page.ligne(libelle, x, base, LIBELLE);
    for (const mot of cases ?? []) {
      carres.push(ici + 11.25);
      ici = page.ligne(mot, ici + 11.25 + 15, base, MOYEN);
    }
    const texte = mineur && valeur ? printable(valeur(mineur)) : "";
    if (texte === "") return;
    page.ligneDans(texte, ici + 10, base, VALEUR, x + largeur - (ici + 10));
  });
  page.ornement(() => {
    for (const carre of carres) cadre(page, carre, base - 9.4, 10.7, 10.7, 1.5);
  });
}

/** @returns where they end */
function conditions(page: Page, debut: number): number {
  const { titre, liste } = AUTORISATION.conditions;
  const section = page.racine.groupe("Sect");
  let y = sousTitre(page, section, titre, debut);
  const ol = section.groupe("L");
  for (const condition of liste) {
    const [haut, x] = [y, GAUCHE + 24.2];
    page.ornement(() => cadre(page, GAUCHE, haut + 0.6, 15.2, 15.2, 1.9));
    ol.groupe("LI").feuille("LBody", () => {
      const morceaux: [string, Encre][] = [
        [`${condition.titre} `, GRAS],
        [condition.texte, TEXTE],
      ];
      y = page.paragraphe(morceaux, x, haut, { largeur: A4.largeur - GAUCHE - x, interligne: INTERLIGNE }) + 6.2;
    });
  }
  return y - 6.2;
}

/** @returns where they end */
function signatures(page: Page, debut: number): number {
  const { titre, qui, ligne } = AUTORISATION.signatures;
  const section = page.racine.groupe("Sect");
  const y = sousTitre(page, section, titre, debut);
  for (const [i, personne] of qui.entries()) {
    const x = i === 0 ? GAUCHE : DROITE;
    page.ornement(() => cadre(page, x, y, COLONNE, SIGNATURE, 1.9));
    section.feuille("P", () => page.ligne(personne, x + 10.8, y + 18, GRAS));
    aLaMain(page, section, { libelle: ligne }, { x: x + 10.8, y: y + SIGNATURE - 11, largeur: 158 }, null);
  }
  return y + SIGNATURE;
}

/** What comes after the signatures: the way back to the committee. */
function bringBack(page: Page, address: ReturnAddress, debut: number): void {
  const { what, where, questions } = AUTORISATION.bringBack;
  const section = page.racine.groupe("Sect");
  const oneLine = (texte: string, x: number, y: number) => page.ligneDans(texte, x, y, TEXTE, GAUCHE + LARGEUR - x);
  section.feuille("P", () => {
    const end = page.ligne(what, GAUCHE, debut + 17, GRAS);
    oneLine(where({ ...address, committee: printable(address.committee) }), end + 5, debut + 17);
  });
  const { email } = address;
  if (email !== null) section.feuille("P", () => oneLine(questions(printable(email)), GAUCHE, debut + 17 + INTERLIGNE));
}

function pourLeComite(page: Page, etoile: Dessin): void {
  const { doc, racine } = page;
  const { titre, lignes } = AUTORISATION.comite;
  const section = racine.groupe("Sect");
  const debut = GAUCHE + 34;
  const fin = debut + page.mesurer(titre, PIED);
  page.ornement(() => {
    doc.lineWidth(1.5).dash(5, { space: 3.5 }).strokeColor(INK);
    doc
      .moveTo(GAUCHE, BAS - 31)
      .lineTo(GAUCHE + LARGEUR, BAS - 31)
      .stroke()
      .undash();
    draw(doc, etoile, GAUCHE, BAS - 22.5, 22.5);
  });
  section.feuille("P", () => page.ligne(titre, debut, BAS - 6, PIED));
  const largeur = (GAUCHE + LARGEUR - fin - lignes.length * 11.25) / lignes.length;
  for (const [i, libelle] of lignes.entries())
    aLaMain(page, section, { libelle }, { x: fin + 11.25 + i * (largeur + 11.25), y: BAS, largeur }, null);
}

const trait = ({ doc }: Page, x: number, y: number, largeur: number) =>
  doc
    .lineWidth(1.1)
    .strokeColor(INK)
    .moveTo(x, y - 0.55)
    .lineTo(x + largeur, y - 0.55)
    .stroke();

const cadre = ({ doc }: Page, x: number, y: number, largeur: number, hauteur: number, epaisseur: number) =>
  doc
    .lineWidth(epaisseur)
    .strokeColor(INK)
    .rect(x + epaisseur / 2, y + epaisseur / 2, largeur - epaisseur, hauteur - epaisseur)
    .stroke();
