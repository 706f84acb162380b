import { parseArgs } from "node:util";
import { openTransferSite } from "#server/backends/moves.ts";
import { readConfig } from "#server/config.ts";
import { type TransferComparison, type TransferredPart, transferData } from "#usecases/transfer.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run transfer -- --from firebase --to embedded
       npm run transfer -- --from embedded --to firebase

Copies all content: committee, planning, settings, texts, register with fees, inbox, journal and pictures. Then reads
both sides and compares them. Nothing is overwritten or deleted: what is there already stays as it is. Interrupted,
it is run again and goes on. Settings of both sides come from the environment: DATA_DIR and FIREBASE_….
No site may run on the data folder. A hosted one may, but the committee should write nothing meanwhile:
what changes during the copy shows in the comparison.

Exit code: 0 both sides are equal; 1 they are not, or something failed: run it again, or look at what differs;
2 not understood.
`;

const FAMILIES = ["embedded", "firebase"] as const;
type Family = (typeof FAMILIES)[number];

const NAMES: Record<TransferredPart, string> = {
  files: "picture files",
  pictures: "pictures",
  membres: "members",
  evenements: "events",
  "deleted-evenements": "deleted events",
  keys: "identifiers",
  settings: "settings",
  texts: "texts",
  inbox: "inbox",
  mails: "mails that wait",
  fingerprints: "recent entries",
  journal: "journal entries",
  register: "register of members",
  "register-imports": "imports of members",
  "fee-years": "years of fees",
  fees: "fees",
  touches: "messages to members",
  "link-requests": "members who asked for their link",
  "bank-payments": "payments of the bank",
  presences: "presences",
  "member-links": "renewed links of members",
  proposals: "proposals of members",
  slots: "slots of events",
  replies: "replies to slots",
  tasks: "tasks of dossiers",
  dossiers: "notes of dossiers",
  results: "results of events",
  "kept-dossiers": "dossiers of deleted events",
  "handover-items": "what the next committee must know",
  mailings: "mailings to members",
  "opt-outs": "members who want no mailings",
};

const NAME_WIDTH = Math.max(...Object.values(NAMES).map((name) => name.length));

async function main(args: string[]): Promise<number | null> {
  const request = readArguments(args);
  if (!request) return null;
  const { from, to } = request;
  const opened = new AsyncDisposableStack();
  const open = async (family: Family) => {
    const memory = await openTransferSite(readConfig({ ...process.env, BACKEND: family }), family === to);
    opened.defer(memory.close);
    return memory;
  };
  try {
    const report = await transferData(await open(from), await open(to), (step) =>
      process.stderr.write(step === "comparison" ? "Comparing both sides…\n" : `Copying: ${NAMES[step]}…\n`),
    );
    process.stdout.write(describe(report, from, to));
    return report.comparisons.every(isEqual) ? 0 : 1;
  } finally {
    await opened.disposeAsync();
  }
}

function readArguments(args: string[]): { from: Family; to: Family } | null {
  try {
    const { from, to } = parseArgs({ args, options: { from: { type: "string" }, to: { type: "string" } } }).values;
    const [source, target] = [from, to].map((name) => FAMILIES.find((family) => family === name));
    return source && target && source !== target ? { from: source, to: target } : null;
  } catch {
    return null;
  }
}

const isEqual = ({ missing, different, extra }: TransferComparison): boolean =>
  missing.length + different.length + extra.length === 0;

function describe(
  { comparisons, waiting }: Awaited<ReturnType<typeof transferData>>,
  from: Family,
  to: Family,
): string {
  const row = ([name = "", from = "", to = "", outcome = "", hash = ""]: readonly string[]) =>
    `${name.padEnd(NAME_WIDTH)}${from.padStart(9)}${to.padStart(9)}  ${outcome.padEnd(10)}${hash}`.trimEnd();
  const unequal = comparisons.filter((comparison) => !isEqual(comparison));
  const lines = [
    row(["", from, to, "", "SHA-256"]),
    ...comparisons.map((comparison) => {
      const counts = [NAMES[comparison.kind], `${comparison.from.count}`, `${comparison.to.count}`];
      return row([...counts, ...(isEqual(comparison) ? ["equal", comparison.to.hash] : ["NOT EQUAL"])]);
    }),
    "",
    ...unequal.map((comparison) => differences(comparison, to)),
    unequal.length > 0 && `What is only in ${to}, or differs there, was left alone.`,
    waiting > 0 && `Mails that wait to go out: ${waiting}. The site that runs next sends them; do not let both run.`,
    `Accounts are not moved. The first one for BACKEND=${to}: npm run admin -- create EMAIL`,
    "",
  ];
  return lines.filter((line) => line !== false).join("\n");
}

function differences({ kind, missing, different, extra }: TransferComparison, to: Family): string {
  const countOf = (ids: readonly string[], what: string) => {
    const events = [...new Set(ids.map((id) => eventOf(kind, id)).filter((id) => id !== null))];
    const named = events.length > NAMED_MAX ? [...events.slice(0, NAMED_MAX), "…"] : events;
    return ids.length === 0 ? [] : `${ids.length} ${what}${named.length > 0 ? ` (${named.join(", ")})` : ""}`;
  };
  const parts = [countOf(missing, `not in ${to}`), countOf(different, "differ"), countOf(extra, `only in ${to}`)];
  return `${NAMES[kind]}: ${parts.flat().join("; ")}.`;
}

const NAMED_MAX = 10;

/** Print only ids of events: other ids may contain a person's name. */
function eventOf(kind: TransferredPart, id: string): string | null {
  if (kind === "evenements" || kind === "deleted-evenements") return id;
  const [folder, event = null] = id.split("/");
  return kind === "files" && folder === "evenements" ? event : null;
}

await runCommand(USAGE, main);
