import { FIRST_NAME_MAX } from "#domain/accounts/account-forms.ts";
import { accountLinkUrl } from "#domain/accounts/account-link.ts";
import { availableFirstName } from "#domain/accounts/first-names.ts";
import { swissDateAndTime } from "#domain/dates.ts";
import { optionalLineSchema, requiredEmailSchema } from "#domain/fields.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createErrorReport, createLogger } from "#server/logger.ts";
import { openServices } from "#server/services.ts";
import type { AccountLink, CommitteeAccount } from "#stores/account-types.ts";
import type { AccountStore } from "#stores/accounts.ts";
import { removeAccount } from "#usecases/accounts/change-account.ts";
import { type Invitation, inviteAccount, resetAccount } from "#usecases/accounts/issue-account-link.ts";
import type { Services } from "#usecases/services.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run admin -- COMMAND

  list                        who may sign in, and when they last did
  create EMAIL [FIRST NAME]   invite a person: prints a one-time link to choose a password, valid for 7 days
  reset EMAIL                 end an account's sessions: prints a one-time link to a new password, valid for 24 hours
  remove EMAIL                remove an account; the last account that can sign in stays

Exit code: 0 done, 1 refused or failed, 2 not understood.
`;

type Command = (services: Services, config: Config, invitation: Invitation) => Promise<string>;

/** The command prints the link. */
const PRINTED = { by: null, publicUrl: null };

const COMMANDS: Record<string, { takes: "nothing" | "address" | "address and name"; execute: Command }> = {
  list: {
    takes: "nothing",
    async execute({ auth }, { backend, dataDir }) {
      const accounts = await auth.listAccounts();
      const where = backend.by === "firebase" ? `the Firebase project ${backend.projectId}` : dataDir;
      if (accounts.length === 0) return `No account yet in ${where}.`;
      const width = Math.max(...accounts.map((account) => labelOf(account).length));
      return accounts.map((account) => `${labelOf(account).padEnd(width)}  ${describe(account)}`).join("\n");
    },
  },
  create: {
    takes: "address and name",
    async execute(services, config, { email, firstName }) {
      const accounts = await services.auth.listAccounts();
      const existing = accounts.find((account) => account.email === email);
      const others = accounts.filter((account) => account !== existing);
      if (existing && !existing.canSignIn)
        throw new Error(`${email} was invited already. A new link: npm run admin -- reset ${email}`);
      const free = firstName && availableFirstName(firstName, email, others);
      if (free !== firstName) throw new Error(`Another account is called so already. Choose ${free}, for example.`);
      const link = existing ? null : await inviteAccount(services, { email, firstName }, PRINTED);
      if (!link) throw new Error(`${email} has an account already. A lost password: npm run admin -- reset ${email}`);
      return describeLink(link, config);
    },
  },
  reset: {
    takes: "address",
    async execute(services, config, { email }) {
      const { id } = await find(services.auth, email);
      const link = await resetAccount(services, id, PRINTED);
      return link ? describeLink(link, config) : refuseUnknown(email);
    },
  },
  remove: {
    takes: "address",
    async execute(services, _, { email }) {
      const account = await find(services.auth, email);
      if ((await removeAccount(services, account.id, null)) === "last")
        throw new Error(`${email} is the last account that can sign in and stays. Create another one first.`);
      return `${email} can no longer sign in.`;
    },
  },
};

const labelOf = ({ email, firstName }: CommitteeAccount): string => (firstName ? `${email} (${firstName})` : email);

function describe({ lastSignIn, canSignIn, link }: CommitteeAccount): string {
  const login = lastSignIn ? `last signed in ${swissDateAndTime(lastSignIn)}` : "never signed in";
  const what = link?.kind === "invitation" ? "invited" : "reset";
  const validity = link && link.expiresAt > new Date() ? "valid until" : "expired";
  const wait = link && `${what}, link ${validity} ${swissDateAndTime(link.expiresAt)}`;
  return [login, wait, !canSignIn && !wait && "cannot sign in"].filter(Boolean).join("; ");
}

async function find(auth: AccountStore, email: string): Promise<CommitteeAccount> {
  const account = (await auth.listAccounts()).find((account) => account.email === email);
  return account ?? refuseUnknown(email);
}

function refuseUnknown(email: string): never {
  throw new Error(`There is no account ${email}.`);
}

function describeLink({ token, kind, expiresAt, account }: AccountLink, { publicUrl }: Config): string {
  const what = kind === "invitation" ? "choose a password" : "choose a new password";
  return [
    `Give this link to ${account.email}, to ${what}. It works once, until ${swissDateAndTime(expiresAt)}.`,
    "",
    `  ${accountLinkUrl(publicUrl, token)}`,
    "",
    "The site has to be running at that address (PUBLIC_URL).",
  ].join("\n");
}

function readArguments([name = "", ...others]: string[]): { execute: Command; invitation: Invitation } | string {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return USAGE;
  const { takes, execute } = command;
  const [typed, ...names] = others;
  if (takes === "nothing") return typed === undefined ? { execute, invitation: { email: "", firstName: "" } } : USAGE;
  if (typed === undefined || (takes === "address" && names.length > 0)) return USAGE;
  const address = requiredEmailSchema().safeParse(typed);
  if (!address.success) return `${JSON.stringify(typed)} is no e-mail address.\n\n${USAGE}`;
  const firstName = optionalLineSchema(FIRST_NAME_MAX).safeParse(names.join(" "));
  if (!firstName.success) return `A first name has at most ${FIRST_NAME_MAX} characters.\n\n${USAGE}`;
  return { execute, invitation: { email: address.data.toLowerCase(), firstName: firstName.data } };
}

await runCommand(USAGE, async (args) => {
  if (args.length === 1 && /^(?:-h|--help|help)$/.test(args[0] ?? "")) {
    process.stdout.write(USAGE);
    return 0;
  }
  const command = readArguments(args);
  if (typeof command === "string") {
    process.stderr.write(command);
    return 2;
  }
  const config = readConfig(process.env);
  const report = createErrorReport(createLogger(config.logLevel));
  const { services, check, close } = await openServices(config, { onChange: () => {}, onMail: () => {}, report });
  try {
    await check();
    process.stdout.write(`${await command.execute(services, config, command.invitation)}\n`);
    return 0;
  } finally {
    await close();
  }
});
