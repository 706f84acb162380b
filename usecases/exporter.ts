/** What a list shows, as a table for a spreadsheet. */

import { AGE_MAJORITE } from "#domain/age.ts";
import { telephoneLisible } from "#domain/champs.ts";
import { csv } from "#domain/csv.ts";
import { anneesRevolues, dateEtHeure, jourAZurich, jourDepuis, jourSuisse } from "#domain/dates.ts";
import { keptHere } from "#domain/kept-here.ts";
import type { Entree, EtatCourrier, Recherche } from "#ports/inbox.ts";
import type { Services } from "#ports/services.ts";

type Needs = Pick<Services, "inbox" | "mailer">;

const COURRIER: Record<Exclude<EtatCourrier["etat"], "garde">, string> = {
  "en-attente": "en attente",
  envoye: "envoyé",
  echec: "échec",
};

const mailOf = ({ courrier: { etat } }: Entree, mailLeaves: boolean): string =>
  etat === "garde" ? keptHere(mailLeaves) : COURRIER[etat];
const jourDe = (instant: Date | null): string => (instant ? jourSuisse(jourAZurich(instant)) : "");
/** Two cells: a spreadsheet takes the first one for a date. */
const jourEtHeure = (instant: Date): string[] => dateEtHeure(instant).split(", ");
/** What became of an entry; the word agrees with what it is. */
const ETATS = { inscription: ["nouvelle", "traitée"], message: ["nouveau", "traité"] } as const;
const etatDe = ({ type, traiteLe }: Entree): string => ETATS[type][traiteLe ? 1 : 0];

/**
 * The sign-ups that a list shows, newest first. The phone number is in the groups that people read, which a
 * spreadsheet keeps as text, its zero included.
 * @param recherche as the list has it
 * @returns the file
 * @throws when the inbox does not answer
 */
export async function exporterInscriptions(
  { inbox, mailer }: Needs,
  recherche: Recherche<"inscription">,
): Promise<string> {
  const mailLeaves = mailer.remise !== "fichier";
  const { fiches } = await inbox.search(recherche);
  return csv([
    [
      "Nom",
      "Prénom",
      "Date de naissance",
      "Mineur",
      "Téléphone",
      "Adresse",
      "Reçue le",
      "Heure",
      "État",
      "Traitée le",
      "E-mail",
      "Autorisation reçue le",
      "Charte",
      "Charte mineur",
      "En double",
      "Date de naissance à vérifier",
    ],
    ...fiches.map((fiche) => {
      const { nom, prenom, adresse, tel, dateAnniv, charte, charteMineur } = fiche.contenu;
      const mineur = anneesRevolues(jourDepuis(dateAnniv), recherche.jour) < AGE_MAJORITE;
      return [
        nom,
        prenom,
        dateAnniv,
        mineur ? "oui" : "non",
        telephoneLisible(tel),
        adresse,
        ...jourEtHeure(fiche.recuLe),
        etatDe(fiche),
        jourDe(fiche.traiteLe),
        mailOf(fiche, mailLeaves),
        jourDe(fiche.autorisationRecueLe),
        charte,
        charteMineur,
        fiche.enDouble ? "oui" : "non",
        fiche.birthDateToVerify ? "oui" : "non",
      ];
    }),
  ]);
}

/**
 * The messages that a list shows, newest first.
 * @param recherche as the list has it
 * @returns the file
 * @throws when the inbox does not answer
 */
export async function exporterMessages({ inbox, mailer }: Needs, recherche: Recherche<"message">): Promise<string> {
  const mailLeaves = mailer.remise !== "fichier";
  const { fiches } = await inbox.search(recherche);
  return csv([
    ["Nom", "E-mail", "Sujet", "Message", "Reçu le", "Heure", "État", "Traité le", "Transmis"],
    ...fiches.map((fiche) => {
      const { nom, email, sujet, message } = fiche.contenu;
      const { recuLe, traiteLe } = fiche;
      return [
        nom,
        email,
        sujet,
        message,
        ...jourEtHeure(recuLe),
        etatDe(fiche),
        jourDe(traiteLe),
        mailOf(fiche, mailLeaves),
      ];
    }),
  ]);
}
