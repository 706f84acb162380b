/** What became of a mailing, in French. */
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { type Delivery, MAILING_WAYS, type MailingWay, type Sending, type SentWay, type WayCounts } from "./ways.ts";

/** What an opt-out does not end. */
export const STILL_SENT_SENTENCE =
  "Les convocations, et les messages au sujet d’un événement où l’on vient aider, arrivent toujours.";

/** Which people the list of a mailing shows. The first choice is the default. */
export const SHOWN_PEOPLE = ["all", "refused", "unreachable", "gone"] as const;
export type ShownPeople = (typeof SHOWN_PEOPLE)[number];

export const SHOWN_PEOPLE_LABELS: Record<ShownPeople, string> = {
  all: "Tout le monde",
  refused: "Adresses refusées",
  unreachable: "Sans aucun moyen",
  gone: "N’attendent plus rien",
};

const COUNTED: Record<MailingWay, (count: number) => string> = {
  email: (count) => `${count} par e-mail`,
  group: (count) => `${count} dans le groupe`,
  mobile: (count) => `${count} par SMS ou WhatsApp`,
  paper: (count) => (count > 1 ? `${count} lettres` : `${count} lettre`),
};

/** « 20 par e-mail, 60 dans le groupe, 14 par SMS ou WhatsApp, 40 lettres ». Empty if no way reaches anybody. */
export const wayCountsInFrench = (counts: WayCounts): string =>
  MAILING_WAYS.filter((way) => counts[way].all > 0)
    .map((way) => COUNTED[way](counts[way].all))
    .join(", ");

/** How a person got a mailing: « envoyé par e-mail le 03.03.2027 » without the date. */
export const SENT_WORDS: Record<SentWay, string> = {
  email: "envoyé par e-mail",
  group: "dans le groupe",
  sms: "envoyé par SMS",
  whatsapp: "envoyé par WhatsApp",
  shared: "envoyé par message",
  paper: "par lettre",
};

/** « Envoyé par e-mail le 03.03.2027, dans le groupe le 04.03.2027 ». Empty if nothing was sent. */
export function sendingsInFrench(sendings: readonly Sending[]): string {
  const words = sendings.map(({ by, at }) => `${SENT_WORDS[by]} le ${dayOf(at)}`);
  const sentence = [...new Set(words)].join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** « 3 sur 20 envoyés » */
export const sentOfInFrench = (sent: number, all: number): string =>
  `${sent} sur ${all} ${all > 1 ? "envoyés" : "envoyé"}`;

/** Said with the number of people. Empty if none is missing. @param missing recipients whose record no longer exists */
export function missingInFrench(missing: number): string {
  if (missing === 0) return "";
  return `Sans ${missing === 1 ? "une personne" : `${missing} personnes`} de l’envoi, dont la fiche n’existe plus.`;
}

const DUE_WORDS: Record<MailingWay, string> = {
  email: "à envoyer par e-mail",
  group: "à partager dans le groupe",
  mobile: "à envoyer par SMS ou WhatsApp",
  paper: "lettre à imprimer",
};

const dayOf = (at: Date): string => swissDay(dayInZurich(at));

/**
 * What became of a mailing for a person: « envoyé par e-mail le 03.03.2027 », « lettre à imprimer ».
 * @param hasLeft whether the person has left the association @param timeOf writes when it was sent; by default the day
 */
export function deliveryInFrench(delivery: Delivery, hasLeft: boolean, timeOf = dayOf): string {
  if (delivery.is === "sent") return `${SENT_WORDS[delivery.by]} le ${timeOf(delivery.at)}`;
  if (delivery.is === "queued") return "e-mail en attente";
  if (delivery.is === "due") return DUE_WORDS[delivery.way];
  if (delivery.is === "unreachable") return "aucun moyen";
  return hasLeft ? "rien envoyé\u00a0: a quitté la Jeunesse" : "rien envoyé\u00a0: ne veut plus des informations";
}

/** « encore 12 minutes environ » @param seconds until the last letter has left */
export function sendingTimeInFrench(seconds: number): string {
  if (seconds < 60) return "encore moins d’une minute";
  const minutes = Math.ceil(seconds / 60);
  return `encore ${minutes} ${minutes === 1 ? "minute" : "minutes"} environ`;
}
