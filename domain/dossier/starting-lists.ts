/** The tasks that a first dossier proposes. */
import type { TaskFields } from "./task.ts";

const list = (name: string, tasks: readonly (readonly [days: number, text: string])[]) => ({
  name,
  tasks: tasks.map(([days, text]): TaskFields => ({ text, due: { days }, who: "" })),
});

export const STARTING_LISTS = {
  party: list("Soirée", [
    [-90, "Réserver la salle"],
    [-90, "Demander l’autorisation à la commune"],
    [-60, "DJ ou groupe"],
    [-60, "Affiche"],
    [-45, "Sécurité"],
    [-45, "Assurance"],
    [-30, "Boissons\u00a0: commande et reprise"],
    [-30, "Ouvrir les coups de main"],
    [-30, "Annoncer la musique à SUISA"],
    [-21, "Bus de nuit"],
    [-14, "Contrôle des âges"],
    [-10, "Caisses, monnaie, TWINT"],
    [-7, "Samaritains, numéros de la nuit"],
    [-2, "Rappel aux coups de main"],
    [-1, "Montage"],
    [1, "Démontage, clés rendues"],
    [3, "Compter les caisses"],
    [14, "Factures payées, résultat"],
  ]),
  outing: list("Sortie", [
    [-60, "Car, réservation"],
    [-45, "Ouvrir les inscriptions"],
    [-14, "Qui n’a pas payé"],
    [-7, "Autorisations des moins de 18\u00a0ans"],
    [-2, "Liste imprimée"],
    [7, "Résultat"],
  ]),
  assembly: list("Assemblée", [
    [-60, "Salle"],
    [-45, "Vérificateurs"],
    [-30, "Ordre du jour"],
    [-25, "Convoquer"],
    [-1, "Liste à signer, bulletins"],
    [14, "PV"],
    [30, "Signatures à la banque"],
  ]),
} as const;

export type StartingList = keyof typeof STARTING_LISTS;

export const isStartingList = (text: string): text is StartingList => Object.hasOwn(STARTING_LISTS, text);
