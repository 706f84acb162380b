/** `npm run transfer`: everything that one family of stores keeps, into the other one. */
import { parseArgs } from "node:util";
import type { TransferRefusal } from "#ports/transfer-store.ts";
import { openMove } from "#server/backends/moves.ts";
import { type Config, readConfig } from "#server/config.ts";
import type { Comparison } from "#usecases/transfer/compare-stores.ts";
import { type TransferReport, transfer } from "#usecases/transfer/transfer-between-providers.ts";

const USAGE = `Usage: npm run transfer -- --from firebase --to embedded
       npm run transfer -- --from embedded --to firebase

Copies the committee, the planning, the settings, what visitors sent and all pictures, then reads both sides
and compares them. Nothing is overwritten or deleted: what is there already stays as it is. Interrupted, it is
run again and goes on. Settings of both sides come from the environment: DATA_DIR and FIREBASE_….
No site may run on the data folder. A hosted one may, but the committee should write nothing meanwhile:
what changes during the copy shows in the comparison.

Exit code: 0 both sides are equal; 3 so they are, but for what stays behind, which is named with its reason;
1 they are not, or something failed: run it again, or look at what differs; 2 not understood.
`;

const FAMILIES = ["embedded", "firebase"] as const;
type Family = (typeof FAMILIES)[number];

const NAMES: Record<Comparison["kind"], string> = {
  membres: "members",
  evenements: "events",
  "deleted-evenements": "deleted events",
  settings: "settings",
  inbox: "inbox",
  journal: "journal lines",
  images: "pictures",
  files: "picture files",
};

const REASONS: Record<TransferRefusal, string> = {
  "too-heavy": "as they are over 25 MB",
  "too-large": "as they have over 60 megapixels",
  unreadable: "as they are damaged, or not complete",
  "no-picture": "as their files are no pictures",
  incomplete: "as their files are damaged or gone where they come from",
  name: "as no folder can have such a name",
  taken: "as their identifiers differ from others in their case only",
};

/** @returns null when they are not understood */
function readArguments(args: string[]): { from: Family; to: Family } | null {
  try {
    const { from, to } = parseArgs({ args, options: { from: { type: "string" }, to: { type: "string" } } }).values;
    const [source, target] = [from, to].map((name) => FAMILIES.find((one) => one === name));
    return source && target && source !== target ? { from: source, to: target } : null;
  } catch {
    return null;
  }
}

const configFor = (family: Family): Config => readConfig({ ...process.env, BACKEND: family });

async function main(args: string[]): Promise<number> {
  const request = readArguments(args);
  if (!request) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { from, to } = request;
  const configs = { from: configFor(from), to: configFor(to) };
  const opened = new AsyncDisposableStack();
  const openStore = async (config: Config, create: boolean) =>
    opened.adopt(await openMove(config, create), (store) => store.close());
  try {
    const report = await transfer(await openStore(configs.from, false), await openStore(configs.to, true), (step) =>
      process.stderr.write(step === "verification" ? "Comparing both sides…\n" : `Copying: ${NAMES[step]}…\n`),
    );
    process.stdout.write(tell(report, from, to));
    if (!report.comparisons.every((one) => succeeded(one, report))) return 1;
    return report.leftBehind.length + report.withoutDocument > 0 ? REMARKS : 0;
  } finally {
    await opened.disposeAsync();
  }
}

const isEqual = ({ missing, different, extra }: Comparison): boolean =>
  missing.length + different.length + extra.length === 0;

/** Everything is there but what stays behind for a reason. */
function succeeded({ kind, missing, different, extra }: Comparison, { leftBehind }: TransferReport): boolean {
  const behind = new Set(leftBehind.filter((one) => one.kind === kind).map(({ id }) => id));
  const images = leftBehind.filter((one) => one.kind === "images").map(({ id }) => `${id} `);
  const explained = (id: string) => (kind === "files" ? images.some((image) => id.startsWith(image)) : behind.has(id));
  return different.length + extra.length === 0 && missing.every(explained);
}

function tell(report: TransferReport, from: Family, to: Family): string {
  const { comparisons, withoutDocument, waiting, leftBehind } = report;
  const stored = ([name = "", from = "", to = "", outcome = "", fingerprint = ""]: readonly string[]) =>
    `${name.padEnd(15)}${from.padStart(9)}${to.padStart(9)}  ${outcome.padEnd(10)}${fingerprint}`.trimEnd();
  const failures = comparisons.filter((one) => !succeeded(one, report));
  const lines = [
    stored(["", from, to, "", "SHA-256"]),
    ...comparisons.map((one) => {
      const outcome = isEqual(one) ? "equal" : failures.includes(one) ? "NOT EQUAL" : "but some";
      const { count, fingerprint } = one.to;
      return stored([NAMES[one.kind], `${one.from.count}`, `${count}`, outcome, isEqual(one) ? fingerprint : ""]);
    }),
    "",
    ...failures.map((one) => differences(one, to)),
    ...behind(leftBehind),
    failures.length > 0 && `What is only in ${to}, or differs there, was left alone.`,
    withoutDocument > 0 && `Pictures of no member and no event, which stay behind: ${withoutDocument}.`,
    waiting > 0 && `Mails that wait to go out: ${waiting}. The site that runs next sends them; do not let both run.`,
    `Accounts are not moved. The first one for BACKEND=${to}: npm run admin -- create EMAIL`,
    "",
  ];
  return lines.filter((line) => line !== false).join("\n");
}

/** @returns a line for each kind and reason */
function behind(leftBehind: TransferReport["leftBehind"]): string[] {
  const groups = Map.groupBy(leftBehind, ({ kind, reason }) => `${NAMES[kind]} that stay behind, ${REASONS[reason]}`);
  return [...groups].map(([what, those]) => {
    const said = those.filter(({ kind, id }) => dataOfEvent(kind, id) !== null).map(({ id }) => id);
    return `${those.length} ${what}${said.length > 0 ? `: ${said.join(", ")}` : ""}.`;
  });
}

function differences({ kind, missing, different, extra }: Comparison, to: Family): string {
  const countOf = (ids: readonly string[], what: string) => {
    const evenements = [...new Set(ids.map((id) => dataOfEvent(kind, id)).filter((id) => id !== null))];
    const said = [...evenements.slice(0, NAMED_MAX), ...(evenements.length > NAMED_MAX ? ["…"] : [])];
    return ids.length === 0 ? [] : [`${ids.length} ${what}${said.length > 0 ? ` (${said.join(", ")})` : ""}`];
  };
  const parts = [
    ...countOf(missing, `not in ${to}`),
    ...countOf(different, "differ"),
    ...countOf(extra, `only in ${to}`),
  ];
  return `${NAMES[kind]}: ${parts.join("; ")}.`;
}

/** @returns what is said of something: the identifier of its event; null for what may name a person */
function dataOfEvent(kind: Comparison["kind"], id: string): string | null {
  if (kind === "evenements" || kind === "deleted-evenements") return id;
  const [collection, evenement = null] = id.split("/");
  return collection === "evenements" ? evenement : null;
}

const NAMED_MAX = 10;

/** Exit code of a move that left something behind. */
const REMARKS = 3;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exitCode = 1;
}
