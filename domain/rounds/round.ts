/** Rounds: one message to many people, which the committee sends person by person from its own phone. */
import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import type { Author, Person } from "#domain/person.ts";
import { hasLeft, joinedOn, lacksConsent } from "#domain/register/member.ts";
import type { Audience } from "./audience.ts";
import type { RoundPhone } from "./phones.ts";

/** `shared`: through the share sheet of the device. */
export const TOUCH_WAYS = ["sms", "whatsapp", "shared"] as const;
export type TouchWay = (typeof TOUCH_WAYS)[number];

export const TOUCH_LABELS: Record<TouchWay, string> = { sms: "SMS", whatsapp: "WhatsApp", shared: "Partagé" };

export type Placeholder = "prénom" | "montant" | "lien" | "année" | "envoi";

export type RoundKindRules = {
  /** Name of the messages in journal sentences. */
  readonly name: string;
  /** Whether a minor's guardian gets the message first. */
  readonly guardianFirst: boolean;
  /** Whether the site records the sending with the member (`stores/rounds`). Bills are recorded with their fees. */
  readonly isOfMember: boolean;
  readonly placeholders: readonly Placeholder[];
  readonly required: readonly Placeholder[];
  readonly initial: Readonly<Record<Audience, string>>;
};

/** Replaces no-break spaces, because typed texts have none: the site compares its own and the typed text. */
const asTyped = (texts: Readonly<Record<Audience, string>>): Readonly<Record<Audience, string>> => ({
  tu: texts.tu.replaceAll("\u00a0", " "),
  vous: texts.vous.replaceAll("\u00a0", " "),
  guardian: texts.guardian.replaceAll("\u00a0", " "),
});

/** The kinds of rounds. `usecases/rounds` reads who is due. Do not rename kinds: documents contain the names. */
export const ROUNDS = {
  bill: {
    name: "Message avec la facture",
    guardianFirst: true,
    isOfMember: false,
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
    isOfMember: false,
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
    isOfMember: true,
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
    isOfMember: true,
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
    isOfMember: true,
    placeholders: ["prénom", "lien"],
    required: ["lien"],
    initial: asTyped({
      tu: "Bonjour {prénom}, voici le lien de ta fiche à la Jeunesse de Savièse, à garder pour toi\u00a0: {lien}\nSi ce n’est pas toi qui l’as demandé, rien à faire.",
      vous: "Bonjour {prénom}, voici le lien de votre fiche à la Jeunesse de Savièse, à garder pour vous\u00a0: {lien}\nSi ce n’est pas vous qui l’avez demandé, rien à faire.",
      guardian:
        "Bonjour, voici le lien de la fiche de {prénom} à la Jeunesse de Savièse, à ne pas transmettre\u00a0: {lien}\nSi ce n’est pas vous qui l’avez demandé, rien à faire.",
    }),
  },
} as const satisfies Record<string, RoundKindRules>;

export type RoundKind = keyof typeof ROUNDS;
/** Kinds that are recorded with the member. The subjects of the journal have the same names. */
export type MemberRoundKind = "welcome" | "consent" | "lost-link";
export const ROUND_KINDS = Object.keys(ROUNDS) as RoundKind[];

export const roundRules = (kind: RoundKind): RoundKindRules => ROUNDS[kind];

/** A person in a round, as the page shows it. `amount`, `link`, `year`, `sent`: see `RoundValues`. */
export type RoundRow = {
  readonly member: string;
  /** Ids of the fees whose bill is in the message. */
  readonly fees: readonly string[];
  readonly name: string;
  /** What the message asks for, and what was sent earlier. */
  readonly about: string;
  readonly values: {
    readonly firstName: string;
    readonly amount: number;
    readonly link: string;
    readonly year: string;
    readonly sent: string;
  };
  readonly phones: readonly RoundPhone[];
  /** Whether a shared message is for the guardian. */
  readonly toGuardian: boolean;
  /** The recent touch. `at`: ISO 8601. Null if the person still waits for the message. */
  readonly touched: { readonly way: TouchWay; readonly at: string; readonly by: Person | null } | null;
};

/**
 * A touch: a message that the committee opened in a messaging app. `fees`: ids of the fees whose sending was recorded
 * with it.
 */
export type Touch = Author & { readonly way: TouchWay; readonly fees?: readonly string[] };

/**
 * For this time, a sent message stays in the list with its undo, so that it is visible when the committee returns to
 * the page.
 */
const TOUCH_SHOWN_MS = 12 * 3_600_000;

/** In days. A welcome that comes later is no longer expected. */
const WELCOME_DAYS = 90;
/** In days. The same parents are asked again only after this time. */
const CONSENT_DAYS = 14;

/** In days. Older touches of members do not affect who is due for a message. */
export const TOUCHES_READ_DAYS = Math.max(WELCOME_DAYS, CONSENT_DAYS);

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
export const shownTouch = (touch: Touch | undefined): RoundRow["touched"] =>
  touch ? { way: touch.way, at: touch.at.toISOString(), by: touch.by } : null;

/** Maximum age of a reported touch, in milliseconds. A phone may be offline for days. */
const LATE = 7 * 86_400_000;

/** The time of a touch as the browser reports it. `now` if it is in the future, too old or invalid. */
export function touchTime(sent: string, now: Date): Date {
  const at = new Date(sent);
  const late = now.getTime() - at.getTime();
  return late >= 0 && late < LATE ? at : now;
}
