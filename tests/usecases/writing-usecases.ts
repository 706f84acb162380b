/** Which use cases write what the committee keeps: read from their sources, through all that they call. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";

const ROOT = join(import.meta.dirname, "../..");

/** Where the methods are declared that change what the committee keeps. */
const CONTRACTS = [
  ...["stores/card-store.ts", "stores/inbox-types.ts", "stores/account-types.ts"],
  ...["stores/events.ts", "stores/settings.ts", "stores/recycle-bin.ts"],
];

/** Their methods that change nothing which the committee keeps. */
const READS = new Set([
  ...[
    "list",
    "get",
    "find",
    "listRevisions",
    "listPictures",
    "listDeleted",
    "listDue",
    "search",
    "listIds",
    "count",
    "countHandled",
    "nextDue",
    "heldReason",
    "countMail",
  ],
  ...["findSession", "readConfirmedAt", "listSessions", "findAccountId", "listAccounts", "readLink"],
  // Sessions are nobody's work.
  ...["signIn", "signOut", "confirm", "endOtherSessions"],
  // What visitors do themselves.
  "add",
  // The outbox, which works by itself.
  ...["claimDue", "markSent", "markSaved", "markRetry", "markFailed", "releaseHeld"],
]);

type Node = { readonly type?: string; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const parse = (file: string) =>
  parseSync(readFileSync(join(ROOT, file), "utf8"), { syntax: "typescript", target: "es2024" }).body as unknown[];

/** Calls `see` with a node and with each below it. */
function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  else if (isNode(node)) {
    see(node);
    for (const value of Object.values(node)) visit(value, see);
  }
}

const textOf = (node: unknown): string => (isNode(node) && typeof node.value === "string" ? node.value : "");

/** @returns the methods of an object literal that a function returns */
const methodsOf = (object: unknown): string[] =>
  isNode(object) && Array.isArray(object.properties)
    ? (object.properties as Node[])
        .filter(
          ({ type, value }) => type === "MethodProperty" || (isNode(value) && value.type === "ArrowFunctionExpression"),
        )
        .map(({ key }) => textOf(key))
    : [];

/** @returns the methods that change what the committee keeps */
function writingMethods(): Set<string> {
  const methods = new Set<string>();
  for (const contract of CONTRACTS)
    visit(parse(contract), (node) => {
      if (node.type === "TsMethodSignature") methods.add(textOf(node.key));
      if (node.type === "ReturnStatement") for (const name of methodsOf(node.argument)) methods.add(name);
    });
  return new Set([...methods].filter((name) => !READS.has(name)));
}

/** Something that a file declares at its top. */
type Declared = {
  readonly exported: boolean;
  /** It is told who does it. */
  readonly named: boolean;
  /** Methods that it calls. */
  readonly methods: ReadonlySet<string>;
  /** What of its file it speaks of. */
  readonly names: ReadonlySet<string>;
};

type File = { readonly declared: Map<string, Declared>; readonly imported: Map<string, string> };

function declarationOf(node: Node, exported: boolean): Declared {
  const [methods, names] = [new Set<string>(), new Set<string>()];
  let named = false;
  visit(node, ({ type, callee, value, pat, params }) => {
    if (type === "Identifier") names.add(String(value));
    if (type === "CallExpression" && isNode(callee) && callee.type === "MemberExpression")
      methods.add(textOf(callee.property));
    for (const one of [pat, ...(Array.isArray(params) ? params : [])]) if (textOf(one) === "by") named = true;
  });
  return { exported, named, methods, names };
}

function readUseCase(file: string): File {
  const declared = new Map<string, Declared>();
  const imported = new Map<string, string>();
  for (const statement of parse(file) as Node[]) {
    if (statement.type === "ImportDeclaration") {
      const source = textOf(statement.source);
      const target = source.startsWith(".") ? join(file, "..", source) : source.replace(/^#/, "");
      if (target.startsWith("usecases/") && !statement.typeOnly)
        for (const { local } of statement.specifiers as Node[]) imported.set(textOf(local), target);
      continue;
    }
    const exported = statement.type === "ExportDeclaration";
    const node = (exported ? statement.declaration : statement) as Node;
    if (node.type === "FunctionDeclaration") declared.set(textOf(node.identifier), declarationOf(node, exported));
    if (node.type === "VariableDeclaration")
      for (const one of node.declarations as Node[]) declared.set(textOf(one.id), declarationOf(one, exported));
  }
  return { declared, imported };
}

const NOTE = "usecases/journal/record-action.ts recordAction";

/** @returns the names of the use cases that write, or are told who does something: what has to leave a line */
export function writingUseCases(): string[] {
  const methods = writingMethods();
  const files = new Map(
    readdirSync(join(ROOT, "usecases"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join("usecases", name))
      .map((file) => [file, readUseCase(file)]),
  );
  const known = new Map<string, boolean>();
  const writes = (file: string, name: string): boolean => {
    const key = `${file} ${name}`;
    const found = files.get(file)?.declared.get(name);
    if (!found || known.has(key)) return known.get(key) ?? false;
    known.set(key, false);
    const outcome =
      [...found.methods].some((name) => methods.has(name)) ||
      key === NOTE ||
      [...found.names].some((one) => writes(files.get(file)?.imported.get(one) ?? file, one));
    known.set(key, outcome);
    return outcome;
  };
  return [...files].flatMap(([file, { declared }]) =>
    [...declared]
      .filter(([name, { exported, named }]) => exported && (named || writes(file, name)))
      .map(([name]) => name),
  );
}
