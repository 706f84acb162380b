/** The design's drawings as vectors: reads an SVG file made of nothing but paths, as those in drawings/ are. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

type Trace = {
  readonly d: string;
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly epaisseur: number;
};
export type Dessin = { readonly largeur: number; readonly hauteur: number; readonly traces: readonly Trace[] };

const attributsDe = (balise: string): Partial<Record<string, string>> =>
  Object.fromEntries(Array.from(balise.matchAll(/([\w-]+)="([^"]*)"/g), ([, nom, valeur]) => [nom, valeur]));

const couleur = (valeur: string | undefined) => (valeur === undefined || valeur === "none" ? null : valeur);

/**
 * @param nom file name in drawings/, without its ending
 * @throws when the file is missing or holds something else than paths
 */
export async function readDrawing(nom: string): Promise<Dessin> {
  const svg = await readFile(join(import.meta.dirname, "drawings", `${nom}.svg`), "utf8");
  const [racine = "", ...balises] = svg.match(/<\w[^>]*>/g) ?? [];
  const [, , largeur, hauteur] = (attributsDe(racine).viewBox ?? "").split(" ").map(Number);
  if (!largeur || !hauteur) throw new Error(`drawings/${nom}.svg has no viewBox`);
  const traces = balises.map((balise) => {
    const { d, fill, stroke, "stroke-width": epaisseur } = attributsDe(balise);
    if (!balise.startsWith("<path") || !d) throw new Error(`drawings/${nom}.svg holds more than paths`);
    return { d, fill: couleur(fill), stroke: couleur(stroke), epaisseur: Number(epaisseur ?? 0) };
  });
  return { largeur, hauteur, traces };
}

/** Draws it with its upper left corner at a point, as wide as asked. Measures in points. */
export function draw(doc: PDFKit.PDFDocument, dessin: Dessin, x: number, y: number, largeur: number): void {
  const echelle = largeur / dessin.largeur;
  doc.save().translate(x, y).scale(echelle).lineJoin("round").lineCap("round");
  for (const { d, fill, stroke, epaisseur } of dessin.traces) {
    doc.path(d).lineWidth(epaisseur);
    if (fill && stroke) doc.fillAndStroke(fill, stroke);
    else if (fill) doc.fill(fill);
    else if (stroke) doc.stroke(stroke);
  }
  doc.restore();
}
