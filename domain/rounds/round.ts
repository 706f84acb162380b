/** Rounds: one message to many people, which the committee sends person by person from its own phone. */
import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";
import type { Author, Person } from "#domain/person.ts";
import { hasLeft, joinedOn, lacksConsent } from "#domain/register/member.ts";
import type { Audience } from "./audience.ts";
import type { RoundPhone } from "./phones.ts";

/** `shared`: through the share sheet of the device. */
export const TOUCH_WAYS = ["sms", "whatsapp", "shared"] as const;
export type TouchWay = (typeof TOUCH_WAYS)[number];

/** `email`: a letter of the site. */
export const TOUCH_LABELS: Record<TouchWay | "email", string> = {
  sms: "SMS",
  whatsapp: "WhatsApp",
  shared: "Partagé",
  email: "E-mail",
};

export type RoundPlaceholder =
  | "prénom"
  | "montant"
  | "lien"
  | "année"
  | "envoi"
  | "événement"
  | "quand"
  | "poste"
  | "changement"
  | "sujet";

export type RoundKindRules = {
  /** Name of the messages in journal sentences. */
  readonly name: string;
  /** Whether a minor's guardian gets the message first. */
  readonly guardianFirst: boolean;
  /** Where the site records a sending: with the fees, with the member, or with the topic and the person. */
  readonly recordedWith: "fees" | "member" | "topic";
  readonly placeholders: readonly RoundPlaceholder[];
  readonly required: readonly RoundPlaceholder[];
  readonly initial: Readonly<Record<Audience, string>>;
};

/** Replaces no-break spaces, because typed texts have none: the site compares its own and the typed text. */
const asTyped = (texts: Readonly<Record<Audience, string>>): Readonly<Record<Audience, string>> => ({
  tu: texts.tu.replaceAll("\u00a0", " "),
  vous: texts.vous.replaceAll("\u00a0", " "),
  guardian: texts.guardian.replaceAll("\u00a0", " "),
});

/** The kinds of rounds. `usecases/rounds` reads who is due. Do not rename kinds: documents contain the names. */
export const ROUND_RULES = {
  bill: {
    name: "Message avec la facture",
    guardianFirst: true,
    recordedWith: "fees",
    placeholders: ["prénom", "montant", "lien", "année"],
    required: ["montant", "lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, voici la facture de ta cotisation {année} à la Jeunesse de Savièse\u00a0: {montant}.\n{lien}",
      vous: "Bonjour {prénom}, voici la facture de votre cotisation {année} à la Jeunesse de Savièse\u00a0: {montant}.\n{lien}",
      guardian:
        "Bonjour, voici la facture de la cotisation {année} de {prénom} à la Jeunesse de Savièse\u00a0: {montant}.\n{lien}",
    }),
  },
  reminder: {
    name: "Message de rappel",
    guardianFirst: true,
    recordedWith: "fees",
    placeholders: ["prénom", "montant", "lien", "année", "envoi"],
    required: ["montant", "lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, ta cotisation {année} à la Jeunesse de Savièse est encore ouverte\u00a0: {montant}. La facture est partie {envoi}. Si c’est déjà payé, merci, et rien à faire.\n{lien}",
      vous: "Bonjour {prénom}, votre cotisation {année} à la Jeunesse de Savièse est encore ouverte\u00a0: {montant}. La facture est partie {envoi}. Si c’est déjà payé, merci, et rien à faire.\n{lien}",
      guardian:
        "Bonjour, la cotisation {année} de {prénom} à la Jeunesse de Savièse est encore ouverte\u00a0: {montant}. La facture est partie {envoi}. Si c’est déjà payé, merci, et rien à faire.\n{lien}",
    }),
  },
  welcome: {
    name: "Message de bienvenue",
    guardianFirst: false,
    recordedWith: "member",
    placeholders: ["prénom", "montant", "lien", "année"],
    required: ["lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, bienvenue à la Jeunesse de Savièse\u00a0! Voici ta fiche, à garder pour toi\u00a0: {lien}\nTa cotisation {année}, {montant}, se paie sur cette même page.",
      vous: "Bonjour {prénom}, bienvenue à la Jeunesse de Savièse\u00a0! Voici votre fiche, à garder pour vous\u00a0: {lien}\nVotre cotisation {année}, {montant}, se paie sur cette même page.",
      guardian:
        "Bonjour, l’inscription de {prénom} à la Jeunesse de Savièse est acceptée\u00a0: bienvenue\u00a0! Voici sa fiche, à ne pas transmettre\u00a0: {lien}\nSa cotisation {année}, {montant}, se paie sur cette même page.",
    }),
  },
  consent: {
    name: "Message pour l’autorisation parentale",
    guardianFirst: true,
    recordedWith: "member",
    placeholders: ["prénom", "lien"],
    required: ["lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, il nous manque encore l’autorisation signée de tes parents. La feuille est ici, à imprimer, à signer et à rendre au comité\u00a0: {lien}",
      vous: "Bonjour {prénom}, il nous manque encore l’autorisation signée de vos parents. La feuille est ici, à imprimer, à signer et à rendre au comité\u00a0: {lien}",
      guardian:
        "Bonjour, il nous manque encore l’autorisation parentale de {prénom} pour la Jeunesse de Savièse. La feuille est ici, à imprimer, à signer et à rendre au comité\u00a0: {lien}",
    }),
  },
  "lost-link": {
    name: "Message avec le lien perdu",
    guardianFirst: false,
    recordedWith: "member",
    placeholders: ["prénom", "lien"],
    required: ["lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, voici le lien de ta fiche à la Jeunesse de Savièse, à garder pour toi\u00a0: {lien}\nSi ce n’est pas toi qui l’as demandé, rien à faire.",
      vous: "Bonjour {prénom}, voici le lien de votre fiche à la Jeunesse de Savièse, à garder pour vous\u00a0: {lien}\nSi ce n’est pas vous qui l’avez demandé, rien à faire.",
      guardian:
        "Bonjour, voici le lien de la fiche de {prénom} à la Jeunesse de Savièse, à ne pas transmettre\u00a0: {lien}\nSi ce n’est pas vous qui l’avez demandé, rien à faire.",
    }),
  },
  "slot-request": {
    name: "Demande de coup de main",
    guardianFirst: false,
    recordedWith: "topic",
    placeholders: ["prénom", "événement", "quand", "poste", "lien"],
    required: ["lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, on cherche encore du monde pour {événement}, {quand}\u00a0: {poste}. Tu viens nous aider\u00a0? Une touche suffit, sur ta fiche, à garder pour toi\u00a0: {lien}",
      vous: "Bonjour {prénom}, nous cherchons encore du monde pour {événement}, {quand}\u00a0: {poste}. Venez-vous nous aider\u00a0? Une touche suffit, sur votre fiche, à garder pour vous\u00a0: {lien}",
      guardian:
        "Bonjour, nous cherchons encore du monde pour {événement}, {quand}\u00a0: {poste}. Est-ce possible pour {prénom}\u00a0? Une touche suffit, sur sa fiche, à ne pas transmettre\u00a0: {lien}",
    }),
  },
  "slot-change": {
    name: "Message sur un coup de main changé",
    guardianFirst: false,
    recordedWith: "topic",
    placeholders: ["prénom", "événement", "changement", "lien"],
    required: ["changement", "lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, {changement}.\nViens-tu toujours\u00a0? Une touche suffit pour le dire\u00a0: {lien}",
      vous: "Bonjour {prénom}, {changement}.\nVenez-vous toujours\u00a0? Une touche suffit pour le dire\u00a0: {lien}",
      guardian:
        "Bonjour, un mot pour {prénom}\u00a0: {changement}.\nEst-ce toujours possible\u00a0? Une touche suffit pour le dire\u00a0: {lien}",
    }),
  },
  "slot-reminder": {
    name: "Rappel d’un coup de main",
    guardianFirst: false,
    recordedWith: "topic",
    placeholders: ["prénom", "événement", "quand", "poste", "lien"],
    // These placeholders are required. Without the day, people would expect the evening of the present week.
    required: ["quand", "poste", "lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, petit rappel pour {événement}\u00a0: tu viens aider {quand}, merci\u00a0! {poste}.\nUn empêchement\u00a0? Dis-le vite ici\u00a0: {lien}",
      vous: "Bonjour {prénom}, petit rappel pour {événement}\u00a0: vous venez aider {quand}, merci\u00a0! {poste}.\nUn empêchement\u00a0? Dites-le vite ici\u00a0: {lien}",
      guardian:
        "Bonjour, petit rappel pour {événement}\u00a0: {prénom} vient aider {quand}, merci\u00a0! {poste}.\nUn empêchement\u00a0? Dites-le vite ici\u00a0: {lien}",
    }),
  },
  mailing: {
    name: "Message aux membres",
    guardianFirst: false,
    recordedWith: "topic",
    placeholders: ["prénom", "sujet", "lien"],
    required: ["sujet", "lien"],
    initial: asTyped({
      tu: "Salut {prénom}, {sujet}\u00a0: {lien}",
      vous: "Bonjour {prénom}, {sujet}\u00a0: {lien}",
      guardian: "Bonjour, un message pour {prénom}, {sujet}\u00a0: {lien}",
    }),
  },
} as const satisfies Record<string, RoundKindRules>;

export type RoundKind = keyof typeof ROUND_RULES;
/** Kinds that are recorded with the member. The subjects of the journal have the same names. */
export type MemberRoundKind = "welcome" | "consent" | "lost-link";
/** Kinds about the slots of an event. The subjects of the journal have the same names. */
export type SlotRoundKind = "slot-request" | "slot-change" | "slot-reminder";
/** Kinds that are recorded with a topic and a person. The subjects of the journal have the same names. */
export type TopicRoundKind = SlotRoundKind | "mailing";
export const ROUND_KINDS = Object.keys(ROUND_RULES) as RoundKind[];

export const roundRules = (kind: RoundKind): RoundKindRules => ROUND_RULES[kind];

/** The values of the placeholders. `amount` 0: nothing to pay. `sent`: « le 03.03.2027, il y a 14 jours ». */
export type RoundMessageValues = {
  readonly firstName: string;
  readonly amount: Centimes;
  /** Empty if there is nothing to answer. */
  readonly link: string;
  readonly year: string;
  readonly sent: string;
  /** Only in rounds about an event. `when`: with the weekday and the date. `change`: without a full stop. */
  readonly slots?: { readonly event: string; readonly when: string; readonly posts: string; readonly change: string };
  /** Only in rounds of a mailing. */
  readonly subject?: string;
};

/** To whom a message goes, and about what. Ids, no names: the browser stores them until the touch is recorded. */
export type Addressee = {
  /** Id of the member; empty for a person who is not a member, and for the group chat. */
  readonly member: string;
  /** Ids of the fees whose bill is in the message. */
  readonly fees: readonly string[];
  /** Absent in rounds that are recorded with fees or with the member. */
  readonly topic?: RoundTopic;
};

export type RoundTopic = {
  /** `subject` of the event, or id of the mailing. */
  readonly id: string;
  /**
   * What the message says, so that a further message may say something else: the evening of a reminder, a code of a
   * change. Empty for a request and for a mailing.
   */
  readonly about: string;
  /** Id of any reply of a person who is not a member; empty for a member, and for the group chat. */
  readonly reply: string;
};

const TOPIC_MAX = 40;

/** Whether a code may be the `about` of a topic. */
export const isTopicCode = (typed: string): boolean => typed.length <= TOPIC_MAX && /^[\w-]*$/.test(typed);

/** An addressee as the fields of a form. */
export const addresseeFields = ({ member, fees, topic }: Addressee) => ({
  member,
  fees: fees.join(" "),
  topic: topic?.id ?? "",
  about: topic?.about ?? "",
  reply: topic?.reply ?? "",
});
export type AddresseeFields = ReturnType<typeof addresseeFields>;
export const ADDRESSEE_FIELDS = [
  "member",
  "fees",
  "topic",
  "about",
  "reply",
] as const satisfies readonly (keyof AddresseeFields)[];

/** Id of the row of the group chat, which is neither a member nor a person with a reply. */
export const GROUP_ROW = "groupe";

/** Id of a row: the id of the member, or of the reply of a person who is not a member, or `GROUP_ROW`. */
export const roundRowKey = ({ member, reply }: Pick<AddresseeFields, "member" | "reply">): string =>
  member || reply || GROUP_ROW;

/** A person in a round, as the page shows it. */
export type RoundRow = Addressee & {
  readonly name: string;
  /** What the message asks for, and what was sent earlier. */
  readonly about: string;
  readonly values: RoundMessageValues;
  readonly phones: readonly RoundPhone[];
  /** Whether a shared message is for the guardian. */
  readonly toGuardian: boolean;
  /** The recent touch. `at`: ISO 8601. Null if the person still waits for the message. */
  readonly touched: { readonly way: TouchWay; readonly at: string; readonly by: Person | null } | null;
};

/**
 * A touch: a message that the committee opened in a messaging app, or a letter of the site. `fees`: ids of the fees whose
 * sending was recorded with it. `refused`: why the mail server refused the letter for good; then it counts as not sent.
 * `refusesLetter`: it refused only the letter, so the address counts as working.
 * `sentAt` (ISO 8601): when the mail server took the letter of a mailing.
 */
export type Touch = Author & {
  readonly way: TouchWay | "email";
  readonly fees?: readonly string[];
  readonly refused?: string;
  readonly refusesLetter?: true;
  readonly sentAt?: string;
};

/**
 * For this time, a sent message stays in the list with its undo, so that it is visible when the committee returns to
 * the page.
 */
const TOUCH_SHOWN_MS = 12 * 3_600_000;

/** Days after joining in which a welcome is due. A later one would surprise the member. */
const WELCOME_DAYS = 90;
/** Days before the same parents are asked again for the authorisation. */
const CONSENT_DAYS = 14;

/** In days. The same person is asked again for the same event only after this time. */
const REQUEST_DAYS = 7;

/** In days. Older touches of members do not affect who is due for a message. */
export const RELEVANT_TOUCH_DAYS = Math.max(WELCOME_DAYS, CONSENT_DAYS);

type JoiningMember = Parameters<typeof joinedOn>[0] &
  Parameters<typeof hasLeft>[0] & { readonly signUps: readonly string[] };

/**
 * Whether a welcome is due: the member came from a sign-up, joined or returned in the last `WELCOME_DAYS`, and has had
 * no welcome since. Members from an imported list and members added by hand already know the association.
 */
export function awaitsWelcome(member: JoiningMember, touches: readonly { at: Date }[], today: Day): boolean {
  const joined = joinedOn(member);
  const isNew = joined !== "" && joined >= addDays(today, -WELCOME_DAYS) && joined <= today;
  return isNew && !hasLeft(member) && member.signUps.length > 0 && !touches.some(({ at }) => dayInZurich(at) >= joined);
}

/** Whether a minor's authorisation is missing, and no one was asked for it in the last `CONSENT_DAYS`. */
export const awaitsConsent = (
  member: Parameters<typeof lacksConsent>[0] & Parameters<typeof hasLeft>[0],
  touches: readonly { at: Date }[],
  today: Day,
): boolean =>
  !hasLeft(member) &&
  lacksConsent(member, today) &&
  !touches.some(({ at }) => dayInZurich(at) > addDays(today, -CONSENT_DAYS));

/** Whether nobody asked the person for this event in the last `REQUEST_DAYS`. */
export const awaitsSlotRequest = (touches: readonly { at: Date }[], today: Day): boolean =>
  !touches.some(({ at }) => dayInZurich(at) > addDays(today, -REQUEST_DAYS));

/** Whether no message of this topic went out, or all letters were refused. */
export const awaitsTopicMessage = (touches: readonly Pick<Touch, "refused">[]): boolean =>
  touches.every(({ refused }) => refused !== undefined);

/**
 * Whether two touches count as one sending: same way, same day. So two taps, or a repeated request, record one sending.
 */
export const isSameTouch = (one: { way: string; at: Date }, other: { way: string; at: Date }): boolean =>
  one.way === other.way && dayInZurich(one.at) === dayInZurich(other.at);

/** Whether a sending is a touch that is recent enough to be shown (`TOUCH_SHOWN_MS`). */
export const isRecentTouch =
  (now: Date) =>
  <One extends { readonly way: string; readonly at: Date }>(one: One): one is One & { readonly way: TouchWay } =>
    TOUCH_WAYS.some((way) => way === one.way) && now.getTime() - one.at.getTime() < TOUCH_SHOWN_MS;

/** The part of a touch that its row shows. */
export const touchForRow = (touch: (Touch & { readonly way: TouchWay }) | undefined): RoundRow["touched"] =>
  touch ? { way: touch.way, at: touch.at.toISOString(), by: touch.by } : null;

/** Maximum age of a reported touch, in milliseconds. A phone may be offline for days. */
const LATE = 7 * 86_400_000;

/** The time of a touch as the browser reports it. `now` if it is in the future, too old or invalid. */
export function parseTouchTime(sent: string, now: Date): Date {
  const at = new Date(sent);
  const late = now.getTime() - at.getTime();
  return late >= 0 && late < LATE ? at : now;
}
