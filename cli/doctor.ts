import { doesFindingRequireAction, FINDING_STATE_LABELS, type HealthFinding } from "#domain/site-health/findings.ts";
import { openMailReadOnly, openSiteHealthReadOnly } from "#server/backends/health.ts";
import { type Config, readConfig } from "#server/config.ts";
import { countPasskeysOfOtherHosts } from "#stores/passkeys/passkeys.ts";
import { readHealthReport } from "#usecases/site-health/read-health.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run doctor

Says what /reglages says: how the site, its disk, backups (the newest one is read as a restore would read it), address,
domain, certificate, mail (none is sent), DNS records of the sender and version are, and what to do.

Exit code: 0 nothing to do, 1 something needs a person, 2 not understood.
`;

const COLOURS = { ok: 32, attention: 33, error: 31, unknown: 0 } as const;

async function examine(config: Config): Promise<readonly HealthFinding[]> {
  const report = (error: unknown, where: string) =>
    void process.stderr.write(`${error instanceof Error ? `${where}: ${error.message}` : where}\n`);
  const health = openSiteHealthReadOnly(config, report);
  await health.check();
  const opened = openMailReadOnly(config);
  const clock = { now: () => new Date() };
  const { findings } = await readHealthReport(
    { health, inbox: opened?.inbox ?? null, mails: opened?.mails ?? null, clock },
    report,
  );
  const stranded = opened ? await countPasskeysOfOtherHosts(opened.documents, config.publicUrl) : 0;
  opened?.close();
  return stranded > 0 ? [...findings, strandedKeys(stranded)] : findings;
}

/** A passkey works only at the site address for which it was made. */
const strandedKeys = (accounts: number): HealthFinding => ({
  subject: "address",
  title: "Clés",
  state: "attention",
  text: `Comptes dont les clés d’accès sont d’une autre adresse et ne marchent pas à celle-ci\u00a0: ${accounts}.`,
  remedy: "Gardez l’ancienne adresse jusqu’à ce que ces personnes aient un mot de passe (Comptes).",
  advice: "",
  dnsLine: "",
});

/** Environment variables that solve a problem. Only the webmaster can change these variables. */
const VARIABLES: { readonly [Which in HealthFinding["subject"]]?: string } = {
  disk: "DATA_DIR",
  backup: "BACKUP_KEEP, BACKUP_DIR",
  address: "PUBLIC_URL",
  certificate: "PUBLIC_URL",
  mail: "MAIL, SMTP_URL, MAIL_FROM, EMAILJS_…",
  spf: "MAIL_FROM",
  dmarc: "MAIL_FROM",
  mx: "MAIL_FROM",
};

function lineOf({ subject, title, state, text, remedy, dnsLine }: HealthFinding): string {
  const variables = VARIABLES[subject] ? ` (${VARIABLES[subject]})` : "";
  const todo = remedy && ` → ${remedy}${variables}${dnsLine && ` ${dnsLine}`}`;
  const line = `${FINDING_STATE_LABELS[state].padEnd(12)}  ${title.padEnd(12)}  ${text}${todo}`;
  return process.stdout.isTTY ? `\u001b[${COLOURS[state]}m${line}\u001b[0m` : line;
}

await runCommand(USAGE, async (args) => {
  if (args.length > 0) return null;
  const findings = await examine(readConfig(process.env));
  process.stdout.write(`${findings.map(lineOf).join("\n")}\n`);
  return findings.some(doesFindingRequireAction) ? 1 : 0;
});
