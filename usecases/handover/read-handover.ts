/** « Passer la main »: what hangs on the people who leave, and what is left to do (docs/specification.md section 23). */
import { ASSOCIATION } from "#domain/dossier/task.ts";
import type { StoredHandoverItem } from "#domain/handover/handover-item.ts";
import { joinPeople, type NameMatch, namedIn } from "#domain/handover/people.ts";
import { type HandoverPointState, handoverPointStates } from "#domain/handover/points.ts";
import { type HandoverCheck, handoverChecks } from "#domain/handover/ready-checks.ts";
import { accountDisplayName } from "#domain/person.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { listInFrench } from "#domain/text/list-in-french.ts";
import type { ToDoTask } from "#domain/to-do/to-do.ts";
import type { CommitteeAccount } from "#stores/account-types.ts";
import type { StoredCommitteeMember } from "#stores/committee.ts";
import type { Services } from "#usecases/services.ts";
import { readOpenTasks } from "#usecases/to-do/read-to-do.ts";

type Needs = Pick<
  Services,
  "auth" | "committee" | "settings" | "tasks" | "events" | "handoverItems" | "mails" | "mailer" | "backups" | "clock"
>;

export type HandoverPerson = ReturnType<typeof joinPeople<CommitteeAccount, StoredCommitteeMember>>[number];

/** What hangs on a person. `match`: how surely the text names this person. */
export type PersonBonds = {
  readonly person: HandoverPerson;
  readonly tasks: readonly (ToDoTask & { readonly match: NameMatch })[];
  readonly items: readonly { readonly item: StoredHandoverItem; readonly match: NameMatch }[];
  /** Whether the mails of the forms go to the person's address. */
  readonly isRecipient: boolean;
  /** Whether the site shows the person's address. */
  readonly isPublicEmail: boolean;
  /** Null if the person does not look after the server. */
  readonly webmaster: NameMatch | null;
  readonly passkeys: number;
  /** Whether no other account can sign in: this one cannot be removed. */
  readonly isLastAccount: boolean;
};

export type Handover = {
  readonly people: readonly HandoverPerson[];
  readonly leaving: readonly PersonBonds[];
  readonly checks: readonly HandoverCheck[];
  readonly points: readonly HandoverPointState[];
};

/**
 * @param ids of those who leave: ids of accounts, or `subject` of cards. Unknown ids are ignored
 * @param canHavePasskey whether browsers allow passkeys on the site
 */
export async function readHandover(
  services: Needs,
  ids: readonly string[],
  canHavePasskey: boolean,
): Promise<Handover> {
  const now = services.clock.now();
  const [accounts, cards, settings, open, items, ofAssociation, backups] = await Promise.all([
    services.auth.listAccounts(),
    services.committee.list(),
    services.settings.get(),
    readOpenTasks(services, now),
    services.handoverItems.list(),
    services.tasks.list(ASSOCIATION),
    // A backup folder that cannot be read counts as a failed backup.
    services.backups.readState().catch(() => ({ last: null, failedAt: now, kept: 1 })),
  ]);
  const hasTestMailLeft = await services.mails.hasTestMailLeft(settings.recipients);
  const people = joinPeople(accounts, cards);
  const leaving = people.filter(
    ({ account, card }) => ids.includes(account?.id ?? "") || ids.includes(card?.subject ?? ""),
  );
  const staying = accounts.filter((account) => !leaving.some((person) => person.account === account));
  const bonds = await Promise.all(
    leaving.map((person) => findBonds(services, person, { people, accounts, settings, open, items })),
  );
  const checks = handoverChecks({
    accounts: staying.map((account) => ({
      name: accountDisplayName(account),
      lastSignIn: account.lastSignIn,
      ...(account.hasPasskey && { hasPasskey: true }),
    })),
    canHavePasskey,
    hasTestMailLeft: hasTestMailLeft && services.mailer.delivery !== "file",
    backups,
    now,
  });
  return {
    people,
    leaving: bonds,
    checks: leaving.length > 0 ? [...checks, ...checksOfLeaving(bonds)] : checks,
    points: handoverPointStates(ofAssociation, now),
  };
}

type Read = {
  readonly people: readonly HandoverPerson[];
  readonly accounts: readonly CommitteeAccount[];
  readonly settings: Settings;
  readonly open: readonly ToDoTask[];
  readonly items: readonly StoredHandoverItem[];
};

async function findBonds(
  { auth }: Pick<Services, "auth">,
  person: HandoverPerson,
  { people, accounts, settings, open, items }: Read,
): Promise<PersonBonds> {
  const matchIn = (text: string, isName: boolean) => namedIn(text, isName, people).get(person) ?? null;
  const { account } = person;
  const email = account?.email.toLowerCase();
  return {
    person,
    tasks: open.flatMap((task) => withMatch({ ...task }, matchIn(task.task.who, true))),
    items: items.flatMap((item) => withMatch({ item }, matchInItem(item, matchIn))),
    isRecipient: settings.recipients.some((recipient) => recipient.toLowerCase() === email),
    isPublicEmail: settings.email.toLowerCase() === email,
    webmaster: matchIn(settings.webmaster, true),
    passkeys: account?.hasPasskey ? (await auth.listPasskeys(account.id)).length : 0,
    isLastAccount: account?.canSignIn === true && accounts.filter(({ canSignIn }) => canSignIn).length === 1,
  };
}

const withMatch = <Bond extends object>(bond: Bond, match: NameMatch | null) => (match ? [{ ...bond, match }] : []);

/** « Qui sait » contains names; the other fields contain any text. */
function matchInItem(
  { what, where, who }: StoredHandoverItem,
  matchIn: (text: string, isName: boolean) => NameMatch | null,
): NameMatch | null {
  const matches = [matchIn(who, true), matchIn(where, false), matchIn(what, false)];
  return matches.includes("sure") ? "sure" : (matches.find((match) => match !== null) ?? null);
}

function checksOfLeaving(bonds: readonly PersonBonds[]): HandoverCheck[] {
  const namesOf = (left: readonly PersonBonds[]) => listInFrench(left.map(({ person }) => person.name));
  const check = (id: string, left: readonly PersonBonds[], done: string, open: string): HandoverCheck => ({
    id,
    text: left.length === 0 ? done : `${open}\u00a0: ${namesOf(left)}.`,
    isDone: left.length === 0,
  });
  return [
    check(
      "recipients",
      bonds.filter(({ isRecipient }) => isRecipient),
      "Les e-mails des formulaires ne vont plus à qui s’en va.",
      "Reçoivent encore les e-mails des formulaires",
    ),
    check(
      "cards",
      bonds.filter(({ person }) => person.card),
      "La page du comité ne montre plus qui s’en va.",
      "Encore sur la page du comité",
    ),
    check(
      "accounts",
      bonds.filter(({ person }) => person.account),
      "Les anciens comptes sont retirés.",
      "Ont encore un compte, à retirer en dernier",
    ),
  ];
}
