/** Reads back a PDF of one page without the library that made it: its objects, and where which text stands. */
import { inflateSync } from "node:zlib";

/** Text as it was written in one go. Measures in points, from the lower left corner. */
export type Morceau = {
  texte: string;
  x: number;
  y: number;
  /** Where it ends, counted with the widths of the embedded font. */
  fin: number;
  /** Glyphs that the font has no drawing for. */
  manquants: number;
  /** A screen reader passes over it. */
  ornement: boolean;
};

type Police = { unicode: string[]; largeurs: number[] };

export function readPdf(octets: Uint8Array) {
  const brut = Buffer.from(octets).toString("latin1");
  const objets = new Map<number, string>();
  const flux = new Map<number, string>();
  for (const [, numero, corps = ""] of brut.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)) {
    const [dictionnaire = "", ...reste] = corps.split("\nstream\n");
    objets.set(Number(numero), dictionnaire);
    if (reste.length === 0) continue;
    const contenu = Buffer.from(reste.join("\nstream\n").replace(/\nendstream$/, ""), "latin1");
    flux.set(Number(numero), (/FlateDecode/.test(dictionnaire) ? inflateSync(contenu) : contenu).toString("latin1"));
  }
  const tout = [...objets.values()];
  const trouver = (motif: RegExp) => tout.find((objet) => motif.test(objet)) ?? "";
  const reference = (objet: string, cle: string) =>
    Number(new RegExp(`/${cle} \\[?(\\d+) 0 R`).exec(objet)?.[1] ?? Number.NaN);
  const suivre = (objet: string, cle: string) => objets.get(reference(objet, cle)) ?? "";

  function police(numero: number): Police {
    const objet = objets.get(numero) ?? "";
    const cmap = flux.get(reference(objet, "ToUnicode")) ?? "";
    const unicode = [...cmap.matchAll(/\[((?:<[0-9a-f ]+> ?)+)\]/g)].flatMap(([, liste = ""]) =>
      [...liste.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = ""]) =>
        Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
      ),
    );
    const largeurs = /\/W \[0 \[([^\]]*)\]/.exec(suivre(objet, "DescendantFonts"))?.[1] ?? "";
    return { unicode, largeurs: largeurs.trim().split(/\s+/).map(Number) };
  }

  const pages = tout.filter((objet) => /\/Type \/Page\b(?!s)/.test(objet));
  const page = pages[0] ?? "";
  const polices = new Map(
    [...(/\/Font <<(.*?)>>/s.exec(suivre(page, "Resources"))?.[1] ?? "").matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
      ([, nom = "", numero]) => [nom, police(Number(numero))],
    ),
  );
  const catalogue = trouver(/\/Type \/Catalog/);
  return {
    pages: pages.length,
    format: /\/MediaBox \[([^\]]*)\]/.exec(page)?.[1]?.split(" ").map(Number) ?? [],
    langue: /\/Lang \((.*?)\)/.exec(catalogue)?.[1],
    titre: /^\((.*)\)$/.exec(suivre(trouver(/\/Producer /), "Title"))?.[1],
    titreAffiche: /\/DisplayDocTitle true/.test(suivre(catalogue, "ViewerPreferences")),
    balise: /\/Marked true/.test(suivre(catalogue, "MarkInfo")),
    structure: tout.flatMap((objet) => /\/S \/(Document|Sect|H1|H2|P|L|LI|LBody|Figure)\b/.exec(objet)?.[1] ?? []),
    alternatives: tout.flatMap((objet) => /\/Alt \((.*?)\)/s.exec(objet)?.[1] ?? []).map(texteDe),
    polices: tout.filter((objet) => /\/Type \/Font\b(?!D)/.test(objet) && /\/Type0/.test(objet)).length,
    policesIncorporees: tout.filter((objet) => /\/FontFile2 \d+ 0 R/.test(objet)).length,
    contenu: flux.get(reference(page, "Contents")) ?? "",
    morceaux: morceauxDe(flux.get(reference(page, "Contents")) ?? "", polices),
  };
}

/** A text string of the file: UTF-16 behind its mark, else Latin. */
const texteDe = (brut: string) =>
  brut.startsWith("þÿ") ? Buffer.from(brut.slice(2), "latin1").swap16().toString("utf16le") : brut;

function morceauxDe(contenu: string, polices: Map<string, Police>): Morceau[] {
  const morceaux: Morceau[] = [];
  const marques: boolean[] = [];
  let [x, y, taille, nom, marque] = [0, 0, 0, "", ""];
  for (const ligne of contenu.split("\n")) {
    marque = /^\/(\w+) <<$/.exec(ligne)?.[1] ?? marque;
    if (ligne.endsWith(" BDC")) marques.push(marque === "Artifact");
    else if (ligne === "EMC") marques.pop();
    else if (ligne.endsWith(" Tm")) [x = 0, y = 0] = ligne.split(" ").slice(4, 6).map(Number);
    else if (ligne.endsWith(" Tf")) [nom, taille] = [ligne.split(" ")[0]?.slice(1) ?? "", Number(ligne.split(" ")[1])];
    else if (ligne.endsWith(" TJ")) {
      const { unicode, largeurs } = polices.get(nom) ?? { unicode: [], largeurs: [] };
      let [texte, avance, manquants] = ["", 0, 0];
      for (const [, hex, ecart] of ligne.matchAll(/<([0-9a-f]*)>|(-?[\d.]+)/g)) {
        if (ecart) avance -= Number(ecart);
        for (const code of (hex ?? "").match(/.{4}/g) ?? []) {
          const glyphe = Number.parseInt(code, 16);
          if (glyphe === 0) manquants++;
          texte += unicode[glyphe] ?? "";
          avance += largeurs[glyphe] ?? 0;
        }
      }
      morceaux.push({ texte, x, y, fin: x + (avance * taille) / 1000, manquants, ornement: marques.includes(true) });
    }
  }
  return morceaux;
}
