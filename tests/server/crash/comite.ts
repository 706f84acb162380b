/**
 * Somebody of the committee who adds, edits and deletes cards. An answer that did not come leaves a card in doubt;
 * after a restart, a look at the page settles it: whole as before, or whole as asked for.
 */
import type { Hasard } from "./hasard.ts";
import { demander, type Instance, poster } from "./navigateur.ts";
import type { Affiche } from "./pages.ts";

type Genre = "evenement" | "membre";

type Carte = {
  readonly genre: Genre;
  readonly nom: string;
  readonly couleur: number;
  /** What the page may show of it: one value, or two while an edit is without an answer. Null: no card at all. */
  possibles: (string | null)[];
};

export type MembreDuComite = {
  /** One thing to one card. */
  agir: (instance: Instance) => Promise<void>;
  /** Settles what was in doubt by what the pages show. @throws when a page shows what cannot be */
  constater: (pages: Record<Genre, readonly Affiche[]>) => void;
  /** How often the site has confirmed a new card, an edit, a deletion. */
  confirmes: { creations: number; modifications: number; suppressions: number };
  /** How many cards were in doubt, and of these, how many turned out done. */
  doutes: { nombre: number; faits: number };
};

const CARTES_MAX = 3;
const PAGE = { evenement: "/planning", membre: "/comite" } as const;

/**
 * @param premier the number of the first card; the next ones are those `pas` further on
 * @param photo makes a picture whose colour tells the number it was made for
 */
export function membreDuComite(
  { nom, premier, pas, cookie }: { nom: string; premier: number; pas: number; cookie: string },
  { entier }: Hasard,
  photo: (couleur: number) => Promise<Uint8Array>,
): MembreDuComite {
  const cartes: Carte[] = [];
  const confirmes = { creations: 0, modifications: 0, suppressions: 0 };
  const doutes = { nombre: 0, faits: 0 };
  let suivant = premier;
  let retouches = 0;

  const champsDe = ({ genre, nom: mot }: Carte, detail: string): Record<string, string> =>
    genre === "evenement"
      ? { Nom: mot, mois: "08", annee: "2025", Lieu: detail, AfterMovie: "", hp: "" }
      : { Prenom: detail, Nom: mot, Poste: "Membre", hp: "" };
  const idDe = ({ genre, nom: mot }: Carte) => (genre === "evenement" ? `${mot}0825` : `${mot}Membre`);

  async function creer(instance: Instance, carte: Carte): Promise<void> {
    const corps = new FormData();
    for (const [champ, valeur] of Object.entries(champsDe(carte, "Neuf"))) corps.append(champ, valeur);
    const fichier = new File([new Uint8Array(await photo(carte.couleur))], "IMG_0001.JPG");
    corps.append(carte.genre === "evenement" ? "image" : "photo", fichier);
    carte.possibles = [null, "Neuf"];
    const { status, location } = await poster(instance, `/${cheminDe(carte.genre)}/create`, corps, cookie);
    if (status !== 302 || !location?.startsWith(`${PAGE[carte.genre]}#`))
      throw new Error(`${carte.nom}: not created, ${status}`);
    carte.possibles = ["Neuf"];
    confirmes.creations++;
  }

  async function modifier(instance: Instance, carte: Carte): Promise<void> {
    const chemin = `/${cheminDe(carte.genre)}/modify/${encodeURIComponent(idDe(carte))}`;
    const { html } = await demander(instance, chemin, { headers: { cookie } });
    const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const detail = `Retouche${++retouches}`;
    const avant = carte.possibles;
    carte.possibles = [...avant, detail];
    const corps = new URLSearchParams({ ...champsDe(carte, detail), version });
    const { status } = await poster(instance, chemin, corps, cookie);
    const attendu = carte.genre === "evenement" ? 200 : 302;
    if (status !== attendu) throw new Error(`${carte.nom}: not changed, ${status}`);
    carte.possibles = [detail];
    confirmes.modifications++;
  }

  async function supprimer(instance: Instance, carte: Carte): Promise<void> {
    carte.possibles = [...carte.possibles, null];
    const { status } = await poster(instance, PAGE[carte.genre], new URLSearchParams({ id: idDe(carte) }), cookie);
    if (status !== 302) throw new Error(`${carte.nom}: not deleted, ${status}`);
    carte.possibles = [null];
    confirmes.suppressions++;
  }

  return {
    confirmes,
    doutes,

    async agir(instance) {
      const presentes = cartes.filter(({ possibles }) => possibles.every((p) => p !== null));
      const perdue = cartes.find(({ possibles }) => possibles.length === 0);
      if (perdue) return creer(instance, perdue);
      const choix = entier(1, 3);
      const carte = presentes[entier(0, presentes.length - 1)];
      if (carte && choix === 1) return modifier(instance, carte);
      if (carte && (choix === 2 || presentes.length >= CARTES_MAX)) return supprimer(instance, carte);
      const couleur = suivant;
      suivant += pas;
      const genre = cartes.length % 2 === 0 ? "evenement" : "membre";
      const nouvelle: Carte = { genre, nom: `${nom}${couleur}`, couleur, possibles: [] };
      cartes.push(nouvelle);
      return creer(instance, nouvelle);
    },

    constater(pages) {
      for (const carte of cartes) {
        const vues = pages[carte.genre].filter(({ id }) => id === idDe(carte) || id.startsWith(`${idDe(carte)}-`));
        if (vues.length > 1) throw new Error(`${carte.nom} is there ${vues.length} times.`);
        const [vue] = vues;
        const detail = vue?.detail ?? null;
        const attendus = carte.possibles.length > 0 ? carte.possibles : [null];
        if (!attendus.includes(detail))
          throw new Error(`${carte.nom} shows ${detail} instead of ${attendus.join(" or ")}.`);
        if (vue && vue.titre !== carte.nom) throw new Error(`${carte.nom} is called ${vue.titre}.`);
        if (vue && vue.couleur !== carte.couleur) throw new Error(`${carte.nom} shows the picture of ${vue.couleur}.`);
        if (carte.possibles.length > 1) {
          doutes.nombre++;
          if (detail === carte.possibles.at(-1)) doutes.faits++;
        }
        // A creation that the crash has undone is done again, as somebody does who does not find the card.
        const aRefaire = attendus[0] === null && carte.possibles.length !== 1 && detail === null;
        carte.possibles = aRefaire ? [] : [detail];
      }
    },
  };
}

const cheminDe = (genre: Genre) => (genre === "evenement" ? "evenement" : "comite");
