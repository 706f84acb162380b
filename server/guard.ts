/** Everything that is counted per visitor, and how much of it is allowed. */
import type { Compteur, Essai, Garde } from "#app/context.ts";
import { LoginLimit } from "./login-limit.ts";
import { RateLimit } from "./rate-limit.ts";

const MINUTE_MS = 60_000;
const HEURE_MS = 60 * MINUTE_MS;

/** A whole tent signs up on one address, and the committee uploads an evening's pictures from one. */
const LIMITES: Record<Compteur, { max: number; fenetreMs: number }> = {
  contact: { max: 60, fenetreMs: HEURE_MS },
  inscription: { max: 60, fenetreMs: HEURE_MS },
  image: { max: 120, fenetreMs: HEURE_MS },
  "mot-de-passe": { max: 10, fenetreMs: 15 * MINUTE_MS },
};
/** What is made anew for each request: papers, tables, searches, one-time links. */
const COUTEUX = { max: 120, fenetreMs: MINUTE_MS };

/** The guard as one request sees it. */
export type GardeDeVisiteur = Garde & {
  /** Seconds that this visitor was told to wait; 0 when nothing was refused. */
  attente: () => number;
  /** Counts something that is made anew. @returns seconds to wait, 0 when it may go on */
  couteux: () => number;
};

/**
 * @param now milliseconds of a clock that never goes back; for tests
 * @returns the guard for an address
 */
export function createGuard(now?: () => number): (adresse: string) => GardeDeVisiteur {
  const horloge = now ? { now } : {};
  const limite = (quoi: { max: number; fenetreMs: number }) => new RateLimit({ ...quoi, ...horloge });
  const compteurs: Record<Compteur, RateLimit> = {
    contact: limite(LIMITES.contact),
    inscription: limite(LIMITES.inscription),
    image: limite(LIMITES.image),
    "mot-de-passe": limite(LIMITES["mot-de-passe"]),
  };
  const couteux = limite(COUTEUX);
  const connexions = new LoginLimit(now);

  return (adresse) => {
    let attente = 0;
    const noter = (ms: number): number => {
      const secondes = Math.ceil(ms / 1000);
      attente = Math.max(attente, secondes);
      return secondes;
    };
    return {
      attente: () => attente,
      couteux: () => noter(couteux.prendre(adresse)),
      essayer(quoi, cle = adresse): Essai {
        const compteur = compteurs[quoi];
        return { attente: noter(compteur.prendre(cle)), annuler: () => compteur.rendre(cle) };
      },
      connexion(email): Essai {
        const secondes = noter(connexions.essayer(adresse, email));
        return { attente: secondes, annuler: () => connexions.reussir(adresse, email) };
      },
    };
  };
}
