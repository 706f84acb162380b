/** The points of « Passer la main » that the site can check by itself (docs/specification.md section 23). */
import { type BackupsSummary, backupSentence, backupState } from "#domain/backup-schedule.ts";
import { listInFrench } from "#domain/text/list-in-french.ts";

/** An account of a person who stays. `name`: `accountDisplayName`. `lastSignIn`: null if the person never signed in. */
type RemainingAccount = {
  readonly name: string;
  readonly lastSignIn: Date | null;
  readonly hasPasskey?: true;
};

export type HandoverFacts = {
  /** Without those of the people who leave. */
  readonly accounts: readonly RemainingAccount[];
  /** Whether browsers allow passkeys on the site (`passkeyHost`). */
  readonly canHavePasskey: boolean;
  /** Whether the last test mail went to the present recipients (`MailStore.hasTestMailLeft`), and not into a file. */
  readonly hasTestMailLeft: boolean;
  readonly backups: BackupsSummary;
  readonly now: Date;
};

export type HandoverCheck = { readonly id: string; readonly text: string; readonly isDone: boolean };

/** In the order of the page. There is no check of passkeys where browsers allow none. */
export const handoverChecks = (facts: HandoverFacts): readonly HandoverCheck[] => [
  checkSignIns(facts),
  checkSecondPerson(facts),
  ...(facts.canHavePasskey ? [checkPasskeys(facts)] : []),
  checkTestMail(facts),
  checkBackup(facts),
];

function checkSignIns({ accounts }: HandoverFacts): HandoverCheck {
  const id = "sign-ins";
  if (accounts.length === 0)
    return { id, text: "Aucun compte ne reste\u00a0: invitez d’abord la relève.", isDone: false };
  const missing = accounts.filter((account) => !hasSignedIn(account));
  if (missing.length > 0)
    return { id, text: `Pas encore entrés sur le site\u00a0: ${namesOf(missing)}.`, isDone: false };
  return { id, text: `Déjà entrés sur le site\u00a0: ${namesOf(accounts)}.`, isDone: true };
}

function checkSecondPerson({ accounts }: HandoverFacts): HandoverCheck {
  const isDone = accounts.filter(hasSignedIn).length > 1;
  const text = isDone
    ? "Deux personnes qui restent peuvent entrer\u00a0: l’une aide l’autre."
    : "Il faut deux personnes qui restent et qui sont déjà entrées\u00a0: l’une aide l’autre.";
  return { id: "second-person", text, isDone };
}

function checkPasskeys({ accounts }: HandoverFacts): HandoverCheck {
  const missing = accounts.filter(({ hasPasskey }) => !hasPasskey);
  const isDone = accounts.length > 0 && missing.length === 0;
  const who = missing.length > 0 ? `\u00a0: ${namesOf(missing)}` : "";
  const text = isDone ? "Tous ceux qui restent ont Face ID ou une clé." : `Sans Face ID ni clé${who}.`;
  return { id: "passkeys", text, isDone };
}

function checkTestMail({ hasTestMailLeft: isDone }: HandoverFacts): HandoverCheck {
  const text = isDone
    ? "Un courrier d’essai est parti aux destinataires."
    : "Envoyez un courrier d’essai aux nouveaux destinataires.";
  return { id: "test-mail", text, isDone };
}

function checkBackup({ backups, now }: HandoverFacts): HandoverCheck {
  const { text } = backupSentence(backups, now);
  const isDone = ["ok", "elsewhere"].includes(backupState(backups, now));
  return { id: "backup", text: text.endsWith(".") ? text : `${text}.`, isDone };
}

const hasSignedIn = ({ lastSignIn }: RemainingAccount): boolean => lastSignIn !== null;

const namesOf = (accounts: readonly RemainingAccount[]): string => listInFrench(accounts.map(({ name }) => name));
