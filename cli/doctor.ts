/** `npm run doctor`: how the site and what it stands on are, a line each; also while the site runs, also when it does not. */
import { findingsOf } from "#domain/site-health/findings.ts";
import { openHealthBeside } from "#server/backends/health.ts";
import { readConfig } from "#server/config.ts";
import { inWords } from "./doctor/words.ts";

const USAGE = `Usage: npm run doctor

Looks at disk, memory, clock, backups (the newest one is put back as a trial, beside the others, and deleted again),
public address, certificate, mail (no mail is sent) and version.

Exit code: 0 nothing is at fault, 1 something is, 2 not understood.
`;

async function main(args: string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const notes: string[] = [];
  const health = openHealthBeside(readConfig(process.env), (fault, where) =>
    notes.push(fault instanceof Error ? `${where}: ${fault.message}` : where),
  );
  await Promise.all([health.check(), health.askNews()]);
  const findings = findingsOf(await health.measure(), health.readChecked().last, new Date());
  const coloured = process.stdout.isTTY;
  process.stdout.write(`${findings.map((finding) => inWords(finding, coloured)).join("\n")}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  return findings.some(({ state }) => state === "fault") ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exitCode = 1;
}
