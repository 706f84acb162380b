/** `npm run doctor`: what /reglages says of the site's health, a line each; also while the site does not run. */
import { type Finding, needsPerson, STATE_LABELS } from "#domain/site-health/findings.ts";
import { openHealthReadOnly, openInboxReadOnly } from "#server/backends/health.ts";
import { type Config, readConfig } from "#server/config.ts";
import { type Health, readHealth } from "#usecases/site-health/read-health.ts";

const USAGE = `Usage: npm run doctor

Says what /reglages says: how the site, its disk, backups (the newest one is put back as a trial, beside the others, and
deleted again), address, certificate, mail (none is sent) and version are, and what to do.

Exit code: 0 nothing to do, 1 something needs a person, 2 not understood.
`;

const COLOURS = { ok: 32, attention: 33, error: 31, unknown: 0 } as const;

const notes: string[] = [];
const note = (error: unknown, where: string) =>
  void notes.push(error instanceof Error ? `${where}: ${error.message}` : where);

async function examine(config: Config): Promise<Health["findings"]> {
  const health = openHealthReadOnly(config, note);
  await health.check();
  const opened = openInboxReadOnly(config);
  const clock = { now: () => new Date() };
  const { findings } = await readHealth({ health, inbox: opened?.inbox ?? null, clock }, note);
  opened?.close();
  return findings;
}

function lineOf({ title, state, text, remedy }: Finding): string {
  const line = `${STATE_LABELS[state].padEnd(12)}  ${title.padEnd(12)}  ${text}${remedy && ` → ${remedy}`}`;
  return process.stdout.isTTY ? `\u001b[${COLOURS[state]}m${line}\u001b[0m` : line;
}

async function main(args: string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const findings = await examine(readConfig(process.env));
  process.stdout.write(`${findings.map(lineOf).join("\n")}\n`);
  for (const line of notes) process.stderr.write(`${line}\n`);
  return findings.some(needsPerson) ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
