/** Checks the HTML of pages with the W3C's checker, and reads their texts. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A page in one of its states. */
export type State = { name: string; html: string };

const JAR = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

export const hasJava = (): boolean => spawnSync("java", ["-version"]).status === 0;

type Message = { type: string; url: string; lastLine?: number; message: string; extract?: string };

/** Starts Java once for all states. @returns the errors, each with its state */
export async function errorsIn(states: readonly State[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-html-"));
  for (const [i, { html }] of states.entries()) writeFileSync(join(folder, `${i}.html`), html);
  // A short run does not repay an optimised compilation; the checker needs a deeper stack without it.
  const java = ["-Xmx512m", "-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR];
  const options = [...java, "--errors-only", "--format", "json", "--stdout", "--exit-zero-always"];
  const { stdout } = await promisify(execFile)("java", [...options, folder], { maxBuffer: 64 * 1024 * 1024 });
  rmSync(folder, { recursive: true });
  return (JSON.parse(stdout) as { messages: Message[] }).messages.map(({ url, lastLine, message, extract }) => {
    const state = states[Number(/(\d+)\.html$/.exec(url)?.[1])];
    return `${state?.name}, line ${lastLine}: ${message} (${extract?.trim()})`;
  });
}

type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] };

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (NAMED[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );

/** A comment, a tag with its attributes, or a text. The content of script and style is one text. */
const TOKEN =
  /<!--.*?-->|<!doctype[^>]*>|<(?<close>\/?)(?<name>[a-z][\w-]*)(?<attributes>(?:\s+[^\s=>/]+(?:="[^"]*")?|\s*\/)*)\s*>|(?<text>(?<=<(?:script|style)\b[^>]*>)(?:(?!<\/(?:script|style)>).)+|[^<]+)/gis;

/** Reads HTML in which every element has its end tag, as React and the site's templates write it. */
function parse(html: string): Element {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open = [root];
  let end = 0;
  for (const match of html.matchAll(TOKEN)) {
    if (match.index !== end) throw new Error(`not read: ${html.slice(end, match.index + 40)}`);
    end += match[0].length;
    const { close, name = "", attributes = "", text } = match.groups ?? {};
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(decoded(text));
    else if (close) {
      if (open.pop()?.name !== name.toLowerCase())
        throw new Error(`</${name}> ends another element: ${html.slice(end)}`);
    } else if (name) {
      const pairs = [...attributes.matchAll(/([^\s=/]+)(?:="([^"]*)")?/g)];
      const element: Element = {
        name: name.toLowerCase(),
        attributes: Object.fromEntries(pairs.map(([, key = "", value = ""]) => [key.toLowerCase(), decoded(value)])),
        children: [],
      };
      parent.children.push(element);
      const isEmpty = VOID.has(element.name) || attributes.trimEnd().endsWith("/");
      if (!isEmpty) open.push(element);
    }
  }
  return root;
}

const UNREAD = new Set("script style svg code".split(" "));
const isUnread = ({ name, attributes }: Element): boolean =>
  UNREAD.has(name) || attributes.lang === "en" || (attributes.class ?? "").split(" ").includes("iban");
const BLOCKS = new Set(
  "p li h1 h2 h3 dt dd label legend button figcaption summary option address td th div a".split(" "),
);
const CONTAINING = new Set("p li h1 h2 h3 dt div".split(" "));
const SPOKEN = ["alt", "title", "aria-label", "placeholder"];
const DESCRIBING = ["description", "og:image:alt"];

const inside = (element: Element): Element[] =>
  element.children.filter((child) => typeof child !== "string").filter((child) => !isUnread(child));
const allIn = (element: Element): Element[] => inside(element).flatMap((child) => [child, ...allIn(child)]);
const textIn = (element: Element): string =>
  element.children.map((child) => (typeof child === "string" ? child : isUnread(child) ? "" : textIn(child))).join("");

/** @returns the texts that people read or hear: visible text block by block, and texts of attributes */
export function textsOf(html: string): string[] {
  const elements = allIn(parse(html));
  const blocks = elements.filter(
    (element) => BLOCKS.has(element.name) && !allIn(element).some(({ name }) => CONTAINING.has(name)),
  );
  const spoken = elements.flatMap(({ attributes }) => SPOKEN.flatMap((name) => attributes[name] ?? []));
  const titles = elements.filter(({ name }) => name === "title").map(textIn);
  const described = elements.flatMap(({ name, attributes }) =>
    name === "meta" && DESCRIBING.includes(attributes.name ?? attributes.property ?? "")
      ? (attributes.content ?? [])
      : [],
  );
  return [...blocks.map(textIn), ...spoken, ...titles, ...described];
}
