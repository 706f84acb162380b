import { dateAndTime } from "#domain/dates.ts";
import { toSingleLine } from "#domain/fields.ts";
import type { Letter, Part } from "#domain/mail/letter.ts";
import { letterBodies } from "#domain/mail/letter-html.ts";
import type { SettingChange } from "#domain/settings/sensitive-settings.ts";

/** `joined`: the person accepted the invitation. `recovered`: the person set a new password or passkey after `reset`. */
type AccountChange =
  | ("invited" | "joined" | "withdrawn" | "reset" | "recovered" | "removed" | "password")
  | ("key-added" | "key-removed");

export type Notice = {
  readonly by: string | null;
  readonly at: Date;
  readonly change:
    | { readonly settings: readonly SettingChange[] }
    | { readonly account: AccountChange; readonly email: string };
};

const ACCOUNTS: Record<AccountChange, { subject: string; sentence: (email: string) => string }> = {
  invited: {
    subject: "Invitation",
    sentence: (email) => `${email} a reçu une invitation à entrer dans l’espace du comité.`,
  },
  joined: {
    subject: "Nouveau compte",
    sentence: (email) => `${email} a accepté son invitation et entre dans l’espace du comité.`,
  },
  withdrawn: { subject: "Invitation annulée", sentence: (email) => `L’invitation de ${email} est annulée.` },
  reset: {
    subject: "Compte réinitialisé",
    sentence: (email) => `Le compte ${email} est réinitialisé : un lien permet d’y choisir un nouveau mot de passe.`,
  },
  recovered: {
    subject: "Compte rouvert",
    sentence: (email) => `Un lien a rouvert le compte ${email}, avec un nouveau mot de passe ou une nouvelle clé.`,
  },
  removed: {
    subject: "Compte retiré",
    sentence: (email) => `Le compte ${email} n’entre plus dans l’espace du comité.`,
  },
  password: {
    subject: "Mot de passe modifié",
    sentence: (email) => `Le mot de passe du compte ${email} a changé. Ses autres appareils sont déconnectés.`,
  },
  "key-added": {
    subject: "Clé d’accès ajoutée",
    sentence: (email) => `Une nouvelle clé d’accès ouvre le compte ${email}.`,
  },
  "key-removed": {
    subject: "Clé d’accès retirée",
    sentence: (email) => `Une clé d’accès n’ouvre plus le compte ${email}.`,
  },
};

/** The mail that notifies all accounts of a change to an account or to the settings; `subject` is one line. */
export function composeNotice({ by, at, change }: Notice): { subject: string; text: string; html: string } {
  const { subject, title, parts } = "settings" in change ? ofSettings(change.settings) : ofAccount(change);
  const who = by === null ? "le terminal du serveur" : toSingleLine(by);
  const facts = [
    { label: "Quand", value: dateAndTime(at) },
    { label: "Par", value: who },
  ];
  const letter: Letter = {
    kicker: "Espace du comité",
    title,
    preview: `${dateAndTime(at)}, par ${who}`,
    parts: [...parts, { kind: "facts", facts }],
    foot: IF_IT_WAS_NOT_YOU,
  };
  return { subject: `Site de la Jeunesse de Savièse : ${subject}`, ...letterBodies(letter) };
}

const IF_IT_WAS_NOT_YOU =
  "Vous n’y êtes pour rien et personne ne vous en a parlé ? Demandez tout de suite au comité. Sur le site, « Réglages » et « Comptes » disent ce qui vaut maintenant ; sous « Comptes », vous changez votre mot de passe et déconnectez vos autres appareils.";

type NoticeParts = { readonly subject: string; readonly title: string; readonly parts: readonly Part[] };

function ofSettings(changes: readonly SettingChange[]): NoticeParts {
  const words = [...new Set(changes.map((change) => change.words))].join(", ");
  const facts = changes.flatMap(({ label, from, to }) => [
    { label: `${label}, avant`, value: from },
    { label: `${label}, maintenant`, value: to },
  ]);
  return { subject: `réglages modifiés (${words})`, title: "Réglages modifiés", parts: [{ kind: "facts", facts }] };
}

function ofAccount({ account, email }: { account: AccountChange; email: string }): NoticeParts {
  const { subject, sentence } = ACCOUNTS[account];
  const address = toSingleLine(email);
  return {
    subject: `${subject.toLowerCase()} (${address})`,
    title: subject,
    parts: [{ kind: "text", text: sentence(address) }],
  };
}
