/** Which names the code declares, and which of their words are neither English nor the village's. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseSync } from "@swc/core";
import { decodeTrie } from "cspell-trie-lib";

const dictionary = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gunzipSync(readFileSync(new URL(`../node_modules/@cspell/${path}`, import.meta.url))));
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .flatMap((line) => line.replace(/#.*/, "").trim().split(/\s+/))
    .filter(Boolean);

const english = ["dict-en_us/en_US.trie.gz", "dict-en-gb/en_GB.trie.gz"].map((path) => decodeTrie(dictionary(path)));
/** Names of places and months stand in a dictionary with their capital. */
const isEnglish = (word: string): boolean =>
  english.some((trie) => trie.has(word) || trie.has(word.replace(/^./, (first) => first.toUpperCase())));
const technical = new Set(
  linesOf(new TextDecoder().decode(dictionary("dict-software-terms/dict/softwareTerms.txt.gz"))).map((word) =>
    word.toLowerCase(),
  ),
);

/**
 * Words of this project: those of docs/specification.md, of the village, of libraries; `!word` is English too, and
 * means French here.
 */
const lists = linesOf(readFileSync(new URL("words.txt", import.meta.url), "utf8"));
const ours = new Set(lists.filter((word) => !word.startsWith("!")).map((word) => word.toLowerCase()));
const french = new Set(lists.filter((word) => word.startsWith("!")).map((word) => word.slice(1)));

/** @returns the words of a name, split at case, digits and signs; single letters say nothing in any language */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.toLowerCase());

/** @returns the words of a name that an engineer without French could not look up */
export const foreignWords = (name: string): string[] =>
  ours.has(name.toLowerCase())
    ? []
    : wordsOf(name).filter((word) => french.has(word) || !(ours.has(word) || technical.has(word) || isEnglish(word)));

type Node = { readonly type?: string; readonly [key: string]: unknown };

/** What stands below a node of each type and gives something its name. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["identifier"],
  FunctionExpression: ["identifier"],
  ClassDeclaration: ["identifier"],
  TsTypeAliasDeclaration: ["id"],
  TsInterfaceDeclaration: ["id"],
  TsTypeParameter: ["name"],
  TsPropertySignature: ["key"],
  TsMethodSignature: ["key"],
  ClassProperty: ["key"],
  PrivateProperty: ["key"],
  ClassMethod: ["key"],
  PrivateMethod: ["key"],
  MethodProperty: ["key"],
  GetterProperty: ["key"],
  KeyValueProperty: ["key"],
  Parameter: ["pat"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
};

/** Whose parameters are patterns, without a node around each. */
const WITH_PARAMETERS = ["ArrowFunctionExpression", "TsFunctionType", "TsMethodSignature"];

/** @returns the names that a file of TypeScript declares, each once */
export function declaredNames(source: string, tsx: boolean): string[] {
  const names = new Set<string>();
  /** @param naming the node gives something its name */
  const visit = (node: unknown, naming: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, naming);
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    const { type = "", ...below } = node as Node;
    if (naming && (type === "Identifier" || type === "PrivateName")) names.add(identifierOf(below));
    for (const [key, value] of Object.entries(below)) visit(value, isNaming(type, key, naming));
  };
  visit(parseSync(source, { syntax: "typescript", tsx, target: "es2024" }).body, false);
  names.delete("");
  return [...names];
}

const identifierOf = ({ value, id }: Node): string =>
  typeof value === "string" ? value : (((id as Node | undefined)?.value as string | undefined) ?? "");

function isNaming(type: string, key: string, naming: boolean): boolean {
  if (NAMES[type]?.includes(key)) return true;
  // What is taken out of an object by its name, and what it is called from there on.
  if (type === "AssignmentPatternProperty") return key === "key";
  if (type === "KeyValuePatternProperty") return key === "value";
  if (WITH_PARAMETERS.includes(type) && key === "params") return true;
  const pattern = ["ObjectPattern", "ArrayPattern", "RestElement", "Parameter"].includes(type);
  if (type === "AssignmentPattern") return naming && key === "left";
  return naming && pattern && key !== "typeAnnotation";
}

/**
 * Drawings keep the names that whoever drew them gave them, and so do fonts and what stands under an address of the
 * site.
 */
const OWN_NAMES = /(?:^|\/)(?:drawings|fonts|posters|portraits)\/[^/]*$|^public\/.*/;

/** @returns the words of a file's own name, and of the folders that it is in, that are not English */
export const foreignInPath = (path: string): string[] =>
  path.replace(OWN_NAMES, "").split(/[/.]/).flatMap(foreignWords);
