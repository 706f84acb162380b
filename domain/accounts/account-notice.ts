import { swissDateAndTime } from "#domain/dates.ts";
import { toSingleLine } from "#domain/fields.ts";
import type { Letter, LetterPart } from "#domain/mail/letter.ts";
import { renderLetterBodies } from "#domain/mail/letter-html.ts";
import type { SensitiveSettingChange } from "#domain/settings/sensitive-settings.ts";
import { withPreposition } from "#domain/text/elision.ts";

/** `joined`: the person accepted the invitation. `recovered`: the person has reset the password. */
const ACCOUNTS = {
  invited: ["Invitation", (email: string) => `${email} a reçu une invitation à entrer dans l’espace du comité.`],
  joined: ["Nouveau compte", (email: string) => `${email} a accepté son invitation et entre dans l’espace du comité.`],
  withdrawn: ["Invitation annulée", (email: string) => `L’invitation ${withPreposition(email)} est annulée.`],
  reset: [
    "Compte réinitialisé",
    (email: string) => `Le compte ${email} est réinitialisé : un lien permet d’y choisir un nouveau mot de passe.`,
  ],
  recovered: [
    "Compte rouvert",
    (email: string) => `Un lien a rouvert le compte ${email}, avec un nouveau mot de passe ou une nouvelle clé.`,
  ],
  removed: ["Compte retiré", (email: string) => `Le compte ${email} n’entre plus dans l’espace du comité.`],
  password: [
    "Mot de passe modifié",
    (email: string) => `Le mot de passe du compte ${email} a changé. Ses autres appareils sont déconnectés.`,
  ],
  "key-added": ["Clé d’accès ajoutée", (email: string) => `Une nouvelle clé d’accès ouvre le compte ${email}.`],
  "key-removed": ["Clé d’accès retirée", (email: string) => `Une clé d’accès n’ouvre plus le compte ${email}.`],
} as const;

type Change =
  | { readonly settings: readonly SensitiveSettingChange[] }
  | { readonly account: keyof typeof ACCOUNTS; readonly email: string }
  /** Letters to so many members. `when`: « samedi 12 juin ». */
  | { readonly reminders: number; readonly event: string; readonly when: string }
  /** A mailing (domain/mailings) to so many people. `mailing`: its subject. */
  | { readonly mailing: string; readonly recipients: number };

/** `by`: e-mail address of the author. Null for a change on the server's command line. */
export type AccountChangeNotice = { readonly by: string | null; readonly at: Date; readonly change: Change };

/** The mail to all accounts about a changed account or setting, or about letters to many members. `subject` is one line. */
export function composeAccountNotice({ by, at, change }: AccountChangeNotice): {
  subject: string;
  text: string;
  html: string;
} {
  const { subject, title, part } = partsOf(change);
  const who = by === null ? "la personne qui s’occupe du serveur" : toSingleLine(by);
  const facts = [
    { label: "Quand", value: swissDateAndTime(at) },
    { label: "Par", value: who },
  ];
  const letter: Letter = {
    kicker: "Espace du comité",
    title,
    preview: `${swissDateAndTime(at)}, par ${who}`,
    foot: IF_IT_WAS_NOT_YOU,
    parts: [part, { kind: "facts", facts }],
  };
  return { subject: `Site de la Jeunesse de Savièse : ${subject}`, ...renderLetterBodies(letter) };
}

const IF_IT_WAS_NOT_YOU =
  "Vous n’y êtes pour rien et personne ne vous en a parlé ? Demandez tout de suite au comité. Sur le site, « Réglages » et « Comptes » disent ce qui vaut maintenant ; sous « Comptes », vous changez votre mot de passe et déconnectez vos autres appareils.";

type NoticeParts = { readonly subject: string; readonly title: string; readonly part: LetterPart };

function ofSettings(changes: readonly SensitiveSettingChange[]): NoticeParts {
  const words = [...new Set(changes.map((change) => change.words))].join(", ");
  const facts = changes.flatMap(({ label, from, to }) => [
    { label: `${label}, avant`, value: from },
    { label: `${label}, maintenant`, value: to },
  ]);
  return { subject: `réglages modifiés (${words})`, title: "Réglages modifiés", part: { kind: "facts", facts } };
}

function partsOf(change: Change): NoticeParts {
  if ("settings" in change) return ofSettings(change.settings);
  if ("mailing" in change) return ofMailing(change);
  return "reminders" in change ? ofReminders(change) : ofAccount(change);
}

function ofMailing({ mailing, recipients }: Extract<Change, { mailing: string }>): NoticeParts {
  const subject = toSingleLine(mailing);
  const text = `${recipients} ${recipients === 1 ? "personne reçoit" : "personnes reçoivent"} le message «\u00a0${subject}\u00a0».`;
  return { subject: `message aux membres (${subject})`, title: "Message aux membres", part: { kind: "text", text } };
}

function ofReminders({ reminders, event, when }: Extract<Change, { reminders: number }>): NoticeParts {
  const name = toSingleLine(event);
  const text = `${reminders} personnes reçoivent par e-mail le rappel de leur coup de main\u00a0: ${name}, ${when}.`;
  return { subject: `rappel par e-mail (${name})`, title: "Rappel par e-mail", part: { kind: "text", text } };
}

function ofAccount({ account, email }: Extract<Change, { account: string }>): NoticeParts {
  const [title, sentence] = ACCOUNTS[account];
  const address = toSingleLine(email);
  return { subject: `${title.toLowerCase()} (${address})`, title, part: { kind: "text", text: sentence(address) } };
}
