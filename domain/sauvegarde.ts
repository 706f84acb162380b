/** When the site backs itself up, and what the committee and the webmaster are told of it. */
import { dateEtHeure, heureAZurich } from "./dates.ts";

const HEURE_MS = 60 * 60 * 1000;
/** Between three and five in the morning nobody signs up for anything. */
const HEURES_CALMES = { de: "03:00", a: "05:00" } as const;
/** A night's backup may come so long after one that was made by day. */
const APRES_LE_JOUR_MS = 12 * HEURE_MS;
const UN_JOUR_MS = 24 * HEURE_MS;
/** Two nights without one: something is wrong. */
const ANCIENNE_MS = 50 * HEURE_MS;

/** How it stands with the backups. */
export type EtatDesSauvegardes = {
  /** When the newest one was made; null: there is none. */
  readonly derniere: Date | null;
  /** When the last attempt failed; null: it went well, or there was none since the start. */
  readonly echecLe: Date | null;
  /** How many are kept; 0: none is made by itself; null: whoever keeps the data makes them, out of the site's sight. */
  readonly gardees: number | null;
};

export type EtatSauvegarde = "ok" | "aucune" | "ancienne" | "echec" | "coupee" | "ailleurs";

/**
 * Whether it is time for the next backup: once a night, and a day after the last one at the latest.
 * @param derniere when the last one was made; null: never
 * @param depuisMs how long ago this process started or made its last one, by a clock that never goes back; counts
 * instead of a date that lies in the future, which is that of a wrong clock
 */
export function sauvegardeDue(derniere: Date | null, maintenant: Date, depuisMs: number): boolean {
  if (!derniere) return true;
  const age = derniere > maintenant ? depuisMs : maintenant.getTime() - derniere.getTime();
  const heure = heureAZurich(maintenant);
  const calme = heure >= HEURES_CALMES.de && heure < HEURES_CALMES.a;
  return age >= (calme ? APRES_LE_JOUR_MS : UN_JOUR_MS);
}

/** @returns how it stands, in one word */
export function etatDeSauvegarde({ derniere, echecLe, gardees }: EtatDesSauvegardes, maintenant: Date): EtatSauvegarde {
  if (gardees === null) return "ailleurs";
  if (gardees === 0) return "coupee";
  if (echecLe) return "echec";
  if (!derniere) return "aucune";
  return maintenant.getTime() - derniere.getTime() > ANCIENNE_MS ? "ancienne" : "ok";
}

/** @returns the same for the committee; `alerte`: somebody has to do something */
export function phraseDeSauvegarde(
  sauvegardes: EtatDesSauvegardes,
  maintenant: Date,
): { texte: string; alerte: boolean } {
  const quand = sauvegardes.derniere && dateEtHeure(sauvegardes.derniere);
  const derniere = quand ? `Dernière sauvegarde\u00a0: ${quand}` : "Il n’y a encore aucune sauvegarde.";
  const prevenir = "Prévenez la personne qui s’occupe du site.";
  switch (etatDeSauvegarde(sauvegardes, maintenant)) {
    case "ok":
      return { texte: derniere, alerte: false };
    case "aucune":
      return {
        texte: "Aucune sauvegarde pour l’instant. La première se fait toute seule, dans quelques minutes.",
        alerte: false,
      };
    case "coupee":
      return { texte: `Le site ne se sauvegarde pas tout seul (BACKUP_KEEP=0). ${derniere}`, alerte: true };
    case "ailleurs":
      return { texte: "Les données sont sauvegardées chez le prestataire qui les garde.", alerte: false };
    case "ancienne":
      return { texte: `${derniere}. Il devrait y en avoir une par jour. ${prevenir}`, alerte: true };
    case "echec":
      return { texte: `La sauvegarde automatique a échoué. ${prevenir} ${derniere}`, alerte: true };
  }
}
