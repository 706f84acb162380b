import { withPreposition } from "#domain/text/elision.ts";
import type { JournalAction, JournalSubject } from "./journal.ts";

export type SubjectReference =
  /** The entry is about a whole list or the settings. */
  | { readonly is: "none" }
  | { readonly is: "known"; readonly name: string }
  /** The subject was permanently erased, and its name is unknown. */
  | { readonly is: "gone" };

type SentenceSource = {
  /** Name of the person at the time of the action. Null for a job or the command line. */
  readonly who: string | null;
  readonly action: JournalAction;
  readonly subject: JournalSubject;
  readonly reference: SubjectReference;
  /** Whether the entry is about the person's own account. */
  readonly own: boolean;
};

/** A French sentence in three parts. The page shows `what` as a link. */
export type JournalSentence = { readonly who: string; readonly deed: string; readonly what: string };

const VERBS: Record<JournalAction, string> = {
  "signed-in": "a ouvert une session avec",
  added: "a ajouté",
  changed: "a modifié",
  published: "a publié",
  deleted: "a supprimé",
  restored: "a restauré",
  erased: "a effacé définitivement",
  exported: "a exporté",
  imported: "a importé des membres dans",
  printed: "a imprimé",
  resent: "a fait renvoyer",
  invited: "a invité",
  reset: "a réinitialisé",
  removed: "a retiré",
  "bank-details": "a changé",
  accepted: "a accepté",
  refused: "a refusé",
  opened: "a ouvert",
  closed: "a bouclé",
  renewed: "a renouvelé",
  sent: "a envoyé",
  unsent: "a annulé",
  "email-added": "a ajouté",
  "slots-added": "a ajouté",
  withdrawn: "a retiré",
  confirmed: "a confirmé",
  done: "a coché",
  reopened: "a décoché",
  "tasks-added": "a ajouté",
  stopped: "a arrêté",
  resumed: "a repris",
};

type Words = {
  readonly named: (name: string) => string;
  readonly unnamed: string;
  readonly gone: string;
  readonly any: string;
  readonly all: string;
};

const wordsOf = (named: Words["named"], one: string, all: string, agreement = ""): Words => ({
  named,
  unnamed: `${one} sans nom`,
  gone: `${one} effacé${agreement} depuis`,
  any: one,
  all,
});
const invariable = (words: string): Words => ({
  named: () => words,
  unnamed: words,
  gone: words,
  any: words,
  all: words,
});

/** Messages about an event. The event may be erased. */
const ofEventRound = (one: string, all: string): Words => ({
  named: (name) => `${one} pour l’événement ${name}`,
  unnamed: one,
  gone: one,
  any: one,
  all,
});

const WORDS: Record<JournalSubject, Words> = {
  membre: wordsOf((name) => `le membre ${name}`, "un membre", "les membres"),
  evenement: wordsOf((name) => `l’événement ${name}`, "un événement", "les événements"),
  inscription: wordsOf((name) => `l’inscription ${withPreposition(name)}`, "une inscription", "les inscriptions", "e"),
  message: wordsOf((name) => `le message ${withPreposition(name)}`, "un message", "les messages"),
  settings: invariable("les réglages"),
  announcement: invariable("l’annonce"),
  text: wordsOf((name) => `le texte «\u00a0${name}\u00a0»`, "un texte", "les textes"),
  account: {
    named: (name) => `le compte ${withPreposition(name)}`,
    unnamed: "un compte",
    gone: "un compte retiré depuis",
    any: "un compte",
    all: "les comptes",
  },
  session: invariable("un nouveau navigateur"),
  register: wordsOf((name) => `la fiche ${withPreposition(name)}`, "une fiche", "le registre", "e"),
  fee: wordsOf((name) => `la cotisation ${withPreposition(name)}`, "une cotisation", "les cotisations", "e"),
  presence: wordsOf((name) => `la présence ${withPreposition(name)}`, "une présence", "les présences", "e"),
  proposal: wordsOf((name) => `la proposition ${withPreposition(name)}`, "une proposition", "les propositions", "e"),
  passkey: invariable("une clé d’accès"),
  "calendar-link": invariable("un lien d’agenda"),
  welcome: wordsOf((name) => `le mot de bienvenue à ${name}`, "un mot de bienvenue", "les mots de bienvenue"),
  consent: wordsOf(
    (name) => `la demande d’autorisation parentale ${withPreposition(name)}`,
    "une demande d’autorisation parentale",
    "les demandes d’autorisation parentale",
    "e",
  ),
  "slot-request": ofEventRound("une demande de coup de main", "les demandes de coup de main"),
  "slot-change": ofEventRound("un message sur un coup de main changé", "les messages sur les coups de main changés"),
  "slot-reminder": ofEventRound("un rappel de coup de main", "les rappels des coups de main"),
  slot: wordsOf((name) => `le créneau «\u00a0${name}\u00a0» des coups de main`, "un créneau", "les coups de main"),
  reply: { ...invariable("une place des coups de main"), all: "les coups de main" },
  task: wordsOf((name) => `la tâche «\u00a0${name}\u00a0»`, "une tâche", "les tâches", "e"),
  dossier: wordsOf((name) => `le dossier ${withPreposition(name)}`, "un dossier", "les dossiers"),
  result: wordsOf((name) => `le résultat ${withPreposition(name)}`, "un résultat", "les résultats"),
  "handover-item": wordsOf(
    (name) => `la ligne «\u00a0${name}\u00a0» de «\u00a0C’est où, qui sait\u00a0?\u00a0»`,
    "une ligne de «\u00a0C’est où, qui sait\u00a0?\u00a0»",
    "«\u00a0C’est où, qui sait\u00a0?\u00a0»",
    "e",
  ),
  mailing: wordsOf(
    (name) => `le message aux membres «\u00a0${name}\u00a0»`,
    "un message aux membres",
    "les messages aux membres",
  ),
  "lost-link": wordsOf((name) => `le lien personnel à ${name}`, "un lien personnel", "les liens personnels"),
};

const after = (what: string): string =>
  what.startsWith("les ")
    ? `des ${what.slice(4)}`
    : what.startsWith("le ")
      ? `du ${what.slice(3)}`
      : withPreposition(what);

const PARTS: Partial<Record<JournalAction, { one: string; all: string }>> = {
  printed: { one: "l’autorisation parentale", all: "les autorisations parentales" },
  resent: { one: "l’e-mail", all: "les e-mails" },
  "bank-details": { one: "les coordonnées bancaires", all: "les coordonnées bancaires" },
  unsent: { one: "l’envoi", all: "les envois" },
  renewed: { one: "le lien personnel", all: "les liens personnels" },
  "email-added": { one: "l’e-mail", all: "les e-mails" },
  "slots-added": { one: "des coups de main", all: "des coups de main" },
  "tasks-added": { one: "des tâches", all: "des tâches" },
  stopped: { one: "l’envoi", all: "les envois" },
  resumed: { one: "l’envoi", all: "les envois" },
};

/** Parts of one subject only, in place of `PARTS`. */
const OWN_PARTS: Partial<Record<JournalSubject, typeof PARTS>> = {
  fee: {
    sent: { one: "la facture", all: "les factures" },
    unsent: { one: "l’envoi de la facture", all: "l’envoi des factures" },
  },
  mailing: {
    printed: { one: "les lettres", all: "les lettres" },
  },
};

/** Actions of the site's own jobs. Other actions without a person come from the command line. */
const BY_THE_SITE: ReadonlySet<JournalAction> = new Set(["deleted", "erased", "published"]);

const whoByItself = (action: JournalAction): string =>
  action === "email-added" ? "Le lien personnel" : BY_THE_SITE.has(action) ? "Le site" : "Le webmaster";

/** The French sentence of a journal entry. */
export function journalSentence(line: SentenceSource): JournalSentence {
  const { action, subject, reference, own } = line;
  const who = line.who ?? whoByItself(action);
  const account = subject === "account" ? ofAccount(line) : null;
  if (account) return { who, deed: account.verb, what: account.what };
  const deed = VERBS[action];
  if (action === "bank-details") return { who, deed, what: "les coordonnées bancaires" };
  // The entry is about a bank payment that pays no fee.
  if (subject === "fee" && reference.is === "none" && (action === "added" || action === "changed"))
    return { who, deed, what: "un paiement de la banque" };
  const what = subject === "account" && own ? "son compte" : nounOf(line);
  const part = OWN_PARTS[subject]?.[action] ?? PARTS[action];
  if (part) return { who, deed, what: `${reference.is === "none" ? part.all : part.one} ${after(what)}` };
  return { who, deed, what };
}

function nounOf({ action, subject, reference }: SentenceSource): string {
  const words = WORDS[subject];
  if (reference.is === "none") return words.all;
  if (reference.is === "gone") return action === "erased" || action === "removed" ? words.any : words.gone;
  return reference.name === "" ? words.unnamed : words.named(reference.name);
}

function ofAccount({ action, reference, own }: SentenceSource): { verb: string; what: string } | null {
  if (action === "added" && own) return { verb: "a accepté", what: "son invitation" };
  if (action !== "invited") return null;
  const who =
    reference.is === "known" && reference.name !== "" ? reference.name : "une personne qui n’a plus de compte";
  return { verb: VERBS.invited, what: who };
}
