/** Everything that is counted per visitor, and how much of it is allowed. */
import type { Compteur, Garde } from "#app/context.ts";
import type { Attempt } from "#domain/attempt.ts";
import { LoginLimit } from "./login-limit.ts";
import { Places } from "./places.ts";
import { RateLimit } from "./rate-limit.ts";

const MINUTE_MS = 60_000;
const HEURE_MS = 60 * MINUTE_MS;

/** A whole tent signs up on one address, and the committee uploads an evening's pictures from one. */
const LIMITES: Record<Compteur, { max: number; windowMs: number }> = {
  contact: { max: 60, windowMs: HEURE_MS },
  inscription: { max: 60, windowMs: HEURE_MS },
  image: { max: 120, windowMs: HEURE_MS },
};
/** What is made anew for each request: papers, tables, searches, one-time links. */
const COUTEUX = { max: 120, windowMs: MINUTE_MS };
/** Networks around an IPv6 address hold several visitors: the /56 a household, the /48 a firm or a part of a mobile network. */
const PER_NETWORK = [1, 2, 4];
/**
 * Forms that are being received at the same moment, each up to 256 KB. One arrives in less than a second, so that
 * sixteen are a whole tent's; who sends slowly on purpose holds no more than an eighth of the places.
 */
const FORMS = { max: 128, perNetwork: [16, 24, 32] };
/** Tries at the password within one session: who has stolen it may come from many addresses, each known to the account. */
const IN_A_SESSION = { max: [10], windowMs: 15 * MINUTE_MS };
/** Refusals that the security log tells of: a flood of them must not become one of lines. */
const LINES = { max: 5, windowMs: 15 * MINUTE_MS };

/** The guard as one request sees it. */
export type GardeDeVisiteur = Garde & {
  /** Seconds that this visitor was told to wait; 0 when nothing was refused. */
  attente: () => number;
  /** Counts something that is made anew. @returns seconds to wait, 0 when it may go on */
  couteux: () => number;
  /** Takes a place for a form that is being received. @returns what gives it back; null when there is none */
  receive: () => (() => void) | null;
};

/**
 * @param now milliseconds of a clock that never goes back; for tests
 * @returns the guard for an address
 */
export function createGuard(now?: () => number): (adresse: string) => GardeDeVisiteur {
  const horloge = now ? { now } : {};
  const limite = ({ max, windowMs }: { max: number; windowMs: number }) =>
    new RateLimit({ max: PER_NETWORK.map((times) => times * max), windowMs, ...horloge });
  const compteurs: Record<Compteur, RateLimit> = {
    contact: limite(LIMITES.contact),
    inscription: limite(LIMITES.inscription),
    image: limite(LIMITES.image),
  };
  const couteux = limite(COUTEUX);
  const lines = limite(LINES);
  const connexions = new LoginLimit(now);
  const sessions = new RateLimit({ ...IN_A_SESSION, ...horloge });
  const forms = new Places(FORMS);

  return (adresse) => {
    let attente = 0;
    const noter = (ms: number): number => {
      const secondes = Math.ceil(ms / 1000);
      attente = Math.max(attente, secondes);
      return secondes;
    };
    const connexion = (email: string): Attempt => ({
      attente: noter(connexions.essayer(adresse, email)),
      annuler: () => connexions.reussir(adresse, email),
      abandonner: () => connexions.abandonner(adresse, email),
    });
    return {
      attente: () => attente,
      couteux: () => noter(couteux.take(adresse)),
      receive: () => forms.take(adresse),
      worthALine: () => lines.take(adresse) === 0,
      essayer(quoi): Attempt {
        const compteur = compteurs[quoi];
        const annuler = () => compteur.giveBack(adresse);
        return { attente: noter(compteur.take(adresse)), annuler, abandonner: annuler };
      },
      connexion,
      passwordIn(session, email): Attempt {
        const secondes = noter(sessions.take(session));
        if (secondes > 0) return { attente: secondes, annuler: () => {}, abandonner: () => {} };
        const login = connexion(email);
        // Nothing was tried: neither counts.
        if (login.attente > 0) sessions.giveBack(session);
        const both = (also: () => void) => () => {
          sessions.giveBack(session);
          also();
        };
        return { attente: login.attente, annuler: both(login.annuler), abandonner: both(login.abandonner) };
      },
      recognise: (email) => connexions.recognise(adresse, email),
    };
  };
}
