/** Finds functions, properties, attributes and syntax in scripts that the oldest supported browsers lack. */
import { parseAst } from "vite";
import { DATA, featuresOf, isEverywhere, isLacking, membersOf, OWNERS } from "./compatibility.ts";

type Node = { readonly type: string; readonly [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Objects of the page, by their global names. */
const INSTANCES: Readonly<Record<string, string>> = {
  document: "Document",
  navigator: "Navigator",
  window: "Window",
  self: "Window",
  globalThis: "Window",
  history: "History",
  location: "Location",
  performance: "Performance",
};

const LACKING_OWNERS = new Set(OWNERS.filter(({ feature }) => isLacking(feature)).map(({ name }) => name));

/** `Map.groupBy`: a function of a known object. */
const LACKING_FUNCTIONS = new Set<string>();
/** `toWellFormed`: a function of any object. `map` is none: arrays have had it for long, and iterators newly. */
const LACKING_NAMES = new Set<string>();
const OLD_NAMES = new Set<string>();
for (const owner of OWNERS)
  for (const { name, feature } of membersOf(owner)) {
    const isNew = isLacking(feature) || LACKING_OWNERS.has(owner.name);
    if (isNew) LACKING_FUNCTIONS.add(`${owner.name}.${name}`);
    if (isNew) LACKING_NAMES.add(name);
    else if (isEverywhere(feature) && isEverywhere(owner.feature)) OLD_NAMES.add(name);
  }

const ITERATOR_FUNCTIONS = new Set(featuresOf(DATA.javascript.builtins?.Iterator).map(([name]) => name));
const MAKES_AN_ITERATOR = new Set(["entries", "keys", "values", "matchAll"]);

export const LACKING_ATTRIBUTES = new Set<string>();
{
  const all = [DATA.html.global_attributes, ...featuresOf(DATA.html.elements).map(([, element]) => element)];
  const attributes = all.flatMap((each) => featuresOf(each)).filter(([, { __compat }]) => __compat);
  const old = new Set(attributes.filter(([, feature]) => isEverywhere(feature)).map(([name]) => name));
  for (const [name, feature] of attributes) if (isLacking(feature) && !old.has(name)) LACKING_ATTRIBUTES.add(name);
}

const nameOf = (node: unknown): string | null => {
  if (!isNode(node)) return null;
  if (node.type === "Identifier") return node.name as string;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
};

function* inRegExp({ regex }: Node): Generator<string> {
  if (!regex) return;
  const { pattern, flags } = regex as { pattern: string; flags: string };
  if (flags.includes("v")) yield "regular expression with the flag v";
  if (/\(\?[ims]*(?:-[ims]+)?:/.test(pattern.replaceAll("(?:", ""))) yield "regular expression with modifiers";
  const groups = [...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
  if (new Set(groups).size < groups.length) yield "regular expression with two groups of one name";
}

const isPlainName = ({ computed, property }: Node): boolean => !computed || (property as Node).type === "Literal";

const isLackingIn = (owner: string | null, name: string | null): boolean =>
  LACKING_FUNCTIONS.has(`${INSTANCES[owner ?? ""] ?? owner}.${name}`);

/** `URL.parse`, also if it is not called: the page would pass `undefined` on. `navigation.navigate`: of the window. */
function* inMember(member: Node): Generator<string> {
  const [owner, name] = [nameOf(member.object), nameOf(member.property)];
  if (isPlainName(member) && isLackingIn(owner, name)) yield `${owner}.${name}`;
  if (isLackingIn("window", owner)) yield String(owner);
}

/** `const { groupBy } = Map` */
function* inDeclarator({ id, init }: Node): Generator<string> {
  if (!isNode(id) || id.type !== "ObjectPattern") return;
  for (const { key, computed } of id.properties as Node[])
    if (!computed && isLackingIn(nameOf(init), nameOf(key))) yield `${nameOf(init)}.${nameOf(key)}`;
}

/** A property that is absent is `undefined`; a function that is absent stops the script. `f?.()` asks first. */
function* inCall({ callee, optional }: Node): Generator<string> {
  if (optional || !isNode(callee)) return;
  if (callee.type === "Identifier" && isLackingIn("window", nameOf(callee))) yield `${nameOf(callee)}()`;
  if (callee.type !== "MemberExpression" || !isPlainName(callee)) return;
  const { object, property } = callee;
  const name = nameOf(property);
  if (name === null) return;
  if (LACKING_NAMES.has(name) && !OLD_NAMES.has(name)) yield `.${name}()`;
  if (!ITERATOR_FUNCTIONS.has(name) || !isNode(object) || object.type !== "CallExpression") return;
  const made = nameOf((object.callee as Node).property);
  // `Object.keys(it)` is an array, `map.keys()` is an iterator.
  const isIterator = made === "matchAll" || (object.arguments as unknown[]).length === 0;
  if (made && isIterator && MAKES_AN_ITERATOR.has(made)) yield `${made}().${name}()`;
}

function* inObject({ properties }: Node): Generator<string> {
  for (const { key, computed } of properties as Node[]) {
    const name = computed ? null : nameOf(key);
    if (name !== null && LACKING_ATTRIBUTES.has(name.toLowerCase())) yield `attribute ${name}`;
  }
}

function* inNode(node: Node): Generator<string> {
  if (node.type === "Literal") yield* inRegExp(node);
  if (node.type === "MemberExpression") yield* inMember(node);
  if (node.type === "VariableDeclarator") yield* inDeclarator(node);
  if (node.type === "CallExpression") yield* inCall(node);
  if (node.type === "ObjectExpression") yield* inObject(node);
  if (node.type === "Identifier" && LACKING_OWNERS.has(node.name as string)) yield String(node.name);
}

/** @returns each use once, for example `Map.groupBy`, `.toWellFormed`, `attribute popover` */
export function newerScript(source: string): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [parseAst(source, { lang: "js" })];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    if (!isNode(value)) continue;
    for (const use of inNode(value)) found.add(use);
    open.push(...Object.values(value));
  }
  return found;
}

/** `[owner, name, isStatic]`; without a name, the whole owner. */
type Deleted = readonly [owner: string, name: string | null, isStatic: boolean];

/** What a browser test deletes from a newer browser. */
export const DELETED: readonly Deleted[] = OWNERS.flatMap((owner): Deleted[] =>
  LACKING_OWNERS.has(owner.name)
    ? [[owner.name, null, false]]
    : membersOf(owner)
        .filter(({ feature }) => isLacking(feature))
        .map(({ name, isStatic }) => [owner.name, name, isStatic]),
);
