/** The lines of the journal as sentences: « Élodie a modifié l’événement Fête d’août ». */
import type { JournalAction, JournalSubject } from "./journal.ts";
import { ofName } from "./text/elision.ts";

/** What a line is about, as it is now. */
export type SubjectReference =
  /** No single thing: a whole list, or the settings. */
  | { readonly is: "none" }
  /** It is there, on the site or in the recycle bin. @param name empty: it has none */
  | { readonly is: "known"; readonly name: string }
  /** Nobody can name it any more. */
  | { readonly is: "gone" };

type Deed = {
  /** What the person was called then; null: the site by itself, or somebody at its terminal. */
  readonly who: string | null;
  readonly action: JournalAction;
  readonly subject: JournalSubject;
  readonly reference: SubjectReference;
  /** The account is that of the person who did it. */
  readonly own: boolean;
};

/** A sentence in three parts: who, what the person did, and what the last part names and leads to. */
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
  printed: "a imprimé",
  resent: "a fait renvoyer",
  invited: "a invité",
  reset: "a réinitialisé",
  removed: "a retiré",
  "bank-details": "a changé",
};

/** How a subject is spoken of: by its name, without one, when it is gone, just erased, and all of them. */
type Words = {
  readonly named: (name: string) => string;
  readonly unnamed: string;
  readonly gone: string;
  readonly any: string;
  readonly all: string;
};

const WORDS: Record<JournalSubject, Words> = {
  membre: {
    named: (name) => `le membre ${name}`,
    unnamed: "un membre sans nom",
    gone: "un membre effacé depuis",
    any: "un membre",
    all: "les membres",
  },
  evenement: {
    named: (name) => `l’événement ${name}`,
    unnamed: "un événement sans nom",
    gone: "un événement effacé depuis",
    any: "un événement",
    all: "les événements",
  },
  inscription: {
    named: (name) => `l’inscription ${ofName(name)}`,
    unnamed: "une inscription sans nom",
    gone: "une inscription effacée depuis",
    any: "une inscription",
    all: "les inscriptions",
  },
  message: {
    named: (name) => `le message ${ofName(name)}`,
    unnamed: "un message sans nom",
    gone: "un message effacé depuis",
    any: "un message",
    all: "les messages",
  },
  settings: {
    named: () => "les réglages",
    unnamed: "les réglages",
    gone: "les réglages",
    any: "les réglages",
    all: "les réglages",
  },
  account: {
    named: (name) => `le compte ${ofName(name)}`,
    unnamed: "un compte",
    gone: "un compte retiré depuis",
    any: "un compte",
    all: "les comptes",
  },
  session: {
    named: () => "un nouveau navigateur",
    unnamed: "un nouveau navigateur",
    gone: "un nouveau navigateur",
    any: "un nouveau navigateur",
    all: "un nouveau navigateur",
  },
};

/** « de » before one of these, or several. */
const after = (what: string): string =>
  what.startsWith("les ") ? `des ${what.slice(4)}` : what.startsWith("le ") ? `du ${what.slice(3)}` : ofName(what);

/** What is not the thing itself, but belongs to it. */
const PARTS: Partial<Record<JournalAction, { one: string; all: string }>> = {
  printed: { one: "l’autorisation parentale", all: "les autorisations parentales" },
  resent: { one: "l’e-mail", all: "les e-mails" },
  "bank-details": { one: "les coordonnées bancaires", all: "les coordonnées bancaires" },
};

/** @returns the line in words; what the visitor or the card is called is in it as long as it is there */
export function journalSentence(line: Deed): JournalSentence {
  const { action, subject, reference, own } = line;
  const who = line.who ?? (action === "erased" || action === "published" ? "Le site" : "Le webmaster");
  const account = subject === "account" ? ofAccount(line) : null;
  if (account) return { who, deed: account.verb, what: account.what };
  const deed = VERBS[action];
  if (action === "bank-details") return { who, deed, what: "les coordonnées bancaires" };
  const what = subject === "account" && own ? "son compte" : nounOf(line);
  const part = PARTS[action];
  if (part) return { who, deed, what: `${reference.is === "none" ? part.all : part.one} ${after(what)}` };
  return { who, deed, what };
}

function nounOf({ action, subject, reference }: Deed): string {
  const words = WORDS[subject];
  if (reference.is === "none") return words.all;
  // What was erased or removed for good is gone without saying.
  if (reference.is === "gone") return action === "erased" || action === "removed" ? words.any : words.gone;
  return reference.name === "" ? words.unnamed : words.named(reference.name);
}

/** Where an account is spoken of as the person it belongs to. @returns null elsewhere */
function ofAccount({ action, reference, own }: Deed): { verb: string; what: string } | null {
  if (action === "added" && own) return { verb: "a accepté", what: "son invitation" };
  if (action !== "invited") return null;
  const who =
    reference.is === "known" && reference.name !== "" ? reference.name : "une personne qui n’a plus de compte";
  return { verb: VERBS.invited, what: who };
}
