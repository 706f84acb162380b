import { beforeAll, describe, expect, it } from "vitest";
import { AUTORISATION, type Mineur } from "#domain/autorisation.ts";
import type { Imprimeur } from "#ports/imprimeur.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";

const ZOE: Mineur = {
  nom: "Héritier-Dubuis",
  prenom: "Zoé",
  dateAnniv: "05.08.2008",
  tel: "0791234567",
  adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
};

/** Where the paper goes, as the site's settings say it. */
const BACK_TO = { committee: "jeunesse-saviese.ch/comite", email: "comite@jeunesse-saviese.ch" };

/** Right edge of the text, in points: the width of the page less its margin. */
const BORD = 595.28 - 48;

/** What every printer of papers promises. @param ouvrir makes one */
export function imprimeurContract(ouvrir: () => Imprimeur): void {
  describe("a printer of papers", () => {
    let imprimeur: Imprimeur;
    beforeAll(() => {
      imprimeur = ouvrir();
    });

    const lire = async (mineur: Mineur | null) => readPdf(await imprimeur.autorisation(mineur, BACK_TO));
    const texteDe = ({ morceaux }: ReturnType<typeof readPdf>) =>
      morceaux
        .filter(({ ornement }) => !ornement)
        .map(({ texte }) => texte)
        .join("");
    /** What stands in a line of the form after its label. */
    const valeur = async (champ: "nom" | "adresse", saisie: string) => {
      const { morceaux } = await lire({ ...ZOE, [champ]: saisie });
      const i = morceaux.findIndex(({ texte }) => texte === (champ === "nom" ? "Nom " : "Adresse, NPA, lieu "));
      const suivant = morceaux[i + 1];
      return suivant && suivant.y === morceaux[i]?.y && suivant.texte !== "Prénom " ? suivant.texte.trimEnd() : "";
    };

    it("gives one A4 page that says what it is, in which language, and brings its fonts", async () => {
      for (const mineur of [null, ZOE]) {
        const pdf = await lire(mineur);
        expect(pdf).toMatchObject({
          pages: 1,
          format: [0, 0, 595.28, 841.89],
          langue: "fr-CH",
          titre: "Autorisation parentale",
          titreAffiche: true,
          balise: true,
          alternatives: ["La Jeunesse de Savièse"],
        });
        expect(pdf.policesIncorporees).toBe(pdf.polices);
        expect(pdf.polices).toBeGreaterThan(0);
      }
    });

    it("gives screen readers headings, paragraphs and the list of conditions", async () => {
      const { structure } = await lire(null);
      const combien = (type: string) => structure.filter((un) => un === type).length;
      expect([combien("Document"), combien("H1"), combien("H2"), combien("L")]).toEqual([1, 1, 4, 1]);
      expect([combien("LI"), combien("LBody"), combien("Figure")]).toEqual([4, 4, 1]);
    });

    it("prints every word of the form, in reading order, once", async () => {
      const texte = texteDe(await lire(null));
      const { titre, rubriques, conditions, signatures, bringBack, comite, chapeau } = AUTORISATION;
      const attendus = [
        titre,
        ...chapeau.vierge,
        ...rubriques.flatMap((r) => [r.titre, ...r.lignes.flatMap(({ libelle, cases = [] }) => [libelle, ...cases])]),
        conditions.titre,
        ...conditions.liste.flatMap((condition) => [condition.titre, condition.texte]),
        signatures.titre,
        ...signatures.qui,
        bringBack.what,
        "Ses visages\u00a0: jeunesse-saviese.ch/comite",
        "Une question\u00a0? comite@jeunesse-saviese.ch",
        comite.titre,
        ...comite.lignes,
      ];
      let position = 0;
      for (const attendu of attendus) {
        const trouve = texte.indexOf(attendu, position);
        expect(trouve, attendu).toBeGreaterThanOrEqual(0);
        position = trouve + attendu.length;
      }
      expect(texte.split(titre)).toHaveLength(2);
    });

    it("says where it is brought back, on one page, however long the addresses are, and asks nobody who is not there", async () => {
      const long = { committee: `${"saviese.".repeat(40)}ch/comite`, email: `${"w".repeat(240)}@exemple.org` };
      for (const mineur of [null, ZOE]) {
        const { pages, morceaux } = readPdf(await imprimeur.autorisation(mineur, long));
        expect(pages).toBe(1);
        for (const morceau of morceaux) expect(morceau.fin, morceau.texte).toBeLessThan(BORD + 4);
      }
      const without = texteDe(readPdf(await imprimeur.autorisation(null, { ...BACK_TO, email: null })));
      expect(without).toContain("À rapporter à un membre du comité.");
      expect(without).not.toContain("Une question");
      expect(texteDe(await lire(null))).toContain("Une question");
    });

    it("keeps signatures, the way back and the committee's line apart", async () => {
      const { morceaux } = await lire(null);
      const at = (start: string) => morceaux.find(({ texte }) => texte.startsWith(start))?.y ?? Number.NaN;
      const heights = [at("Lieu, date"), at("À rapporter"), at("Une question"), at("Réservé au comité")];
      for (const [i, height] of heights.entries())
        if (i > 0) expect(Math.abs(height - (heights[i - 1] ?? 0))).toBeGreaterThan(14);
    });

    it("fills in what a minor has already said, as people write it here", async () => {
      const pdf = await lire(ZOE);
      const texte = texteDe(pdf);
      expect(texte).toContain("Nom Héritier-Dubuis Prénom Zoé ");
      expect(texte).toContain("Date de naissance 05.08.2008 Téléphone 079 123 45 67 ");
      expect(texte).toContain("Adresse, NPA, lieu Chemin des Treize-Étoiles 4, 1965 Savièse ");
      expect(texte).toContain("À compléter en capitales");
      expect(pdf.morceaux.every(({ manquants }) => manquants === 0)).toBe(true);
    });

    it("keeps 500 characters in their line, readable, and cuts them with an ellipsis", async () => {
      for (const signe of ["W", "i", "Été ", "🎉", "李"]) {
        const long = signe.repeat(500).slice(0, 500);
        const { pages, morceaux } = await lire({ nom: long, prenom: long, adresse: long, tel: long, dateAnniv: long });
        expect(pages).toBe(1);
        for (const morceau of morceaux) expect(morceau.fin, morceau.texte).toBeLessThan(BORD + 4);
        const parLigne = Map.groupBy(morceaux, ({ y }) => y);
        for (const ligne of parLigne.values())
          for (const [i, { fin }] of ligne.entries()) {
            const suivant = ligne[i + 1];
            if (suivant && suivant.x > (ligne[i]?.x ?? 0)) expect(fin).toBeLessThan(suivant.x + 4);
          }
      }
      expect(await valeur("nom", "W".repeat(500))).toMatch(/^W{10,}…$/);
    });

    it("prints a long but sensible name whole", async () => {
      const nom = "de Preux-Torrenté Dumoulin von Riedmatten-Courten";
      expect(await valeur("nom", nom)).toBe(nom);
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
    ])("prints %s", async (_, saisie, imprime) => {
      expect(await valeur("nom", saisie)).toBe(imprime);
    });

    it("prints any text at all on one page, without a hole in it", async () => {
      const suite = (debut: number, fin: number, pas: number) =>
        Array.from({ length: Math.ceil((fin - debut) / pas) }, (_, i) =>
          String.fromCodePoint(...Array.from({ length: pas }, (_, j) => debut + i * pas + j)),
        );
      // Few at a time where Latin letters are, so that the ellipsis hides none of them.
      for (const adresse of [...suite(1, 0x250, 50), ...suite(0x1e00, 0x2200, 50), ...suite(0x250, 0x1e00, 500)]) {
        const { pages, morceaux } = await lire({ ...ZOE, adresse });
        expect(pages).toBe(1);
        expect(morceaux.filter(({ manquants }) => manquants > 0)).toEqual([]);
      }
    });

    it("tells no name in what a list of files shows", async () => {
      const fichier = Buffer.from(await imprimeur.autorisation(ZOE, BACK_TO)).toString("latin1");
      expect(fichier).not.toContain("ritier");
      expect(fichier).not.toContain("0791234567");
    });
  });
}
