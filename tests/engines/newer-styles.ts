/** Finds what the oldest supported browsers lack in style sheets, and removes it as they do. */
import type { Identifier } from "@mdn/browser-compat-data";
import postcss, { type AtRule, type Declaration, type Node, type Rule } from "postcss";
import { DATA, featuresOf, isEverywhere, isNewer } from "./compatibility.ts";

const { properties, selectors, types, "at-rules": atRules } = DATA.css;

/** Names of functions and units at any depth of the data: `color-mix` is below `color`. */
const LACKING_VALUES = new Set<string>();
{
  const old = new Set<string>();
  const visit = (parent: Identifier | undefined): void => {
    for (const [name, feature] of featuresOf(parent)) {
      if (isNewer(feature)) LACKING_VALUES.add(name);
      else if (isEverywhere(feature)) old.add(name);
      visit(feature);
    }
  };
  visit(types as unknown as Identifier);
  for (const name of old) LACKING_VALUES.delete(name);
}

const withoutTexts = (css: string): string => css.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, "");
const lacks = (feature: Identifier | undefined): boolean => feature !== undefined && isNewer(feature);

/** `:has`, `::details-content` */
export const LACKING_SELECTORS = featuresOf(selectors as Identifier)
  .filter(([, feature]) => isNewer(feature))
  .flatMap(([name]) => [`:${name}`, `::${name}`]);

/** @returns for example `:has` */
const newerSelectors = (selector: string): string[] =>
  [...withoutTexts(selector).matchAll(/::?([a-z-]+)/g)]
    .filter(([, name]) => lacks(selectors?.[name ?? ""]))
    .map(([found]) => found);

/** @returns for example `field-sizing`, `grid-template-columns: subgrid`, `anchor()` */
function newerDeclaration({ prop, value }: Pick<Declaration, "prop" | "value">): string[] {
  const property = properties?.[prop];
  const words = withoutTexts(value).match(/[a-z-]+\(?|(?<=\d)[a-z]+/g) ?? [];
  return [
    ...(lacks(property) ? [prop] : []),
    ...words.filter((word) => lacks(property?.[word])).map((word) => `${prop}: ${word}`),
    ...words.filter((word) => word.endsWith("(") && LACKING_VALUES.has(word.slice(0, -1))).map((word) => `${word})`),
  ];
}

function newerAtRule({ name, params }: AtRule): string[] {
  const features = [...params.matchAll(/\(([a-z-]+)/g)].map(([, feature]) => feature ?? "");
  const lacking = features.filter((feature) => lacks(atRules?.[name]?.[feature]));
  return [...(lacks(atRules?.[name]) ? [`@${name}`] : []), ...lacking.map((feature) => `@${name} ${feature}`)];
}

/** A list in which one selector is unknown is unknown as a whole, except inside `:is()` and `:where()`. */
function withoutForgiven(selector: string): string {
  let rest = withoutTexts(selector);
  for (let before = ""; before !== rest; ) {
    before = rest;
    // The innermost parentheses first.
    rest = rest.replace(/:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "");
  }
  return rest;
}

/** Whether old browsers apply the rules of an `@supports` with one condition. */
function isApplied({ params }: AtRule): boolean {
  const [, prop = "", value = ""] = /\(([a-z-]+):\s*(.+)\)$/.exec(params) ?? [];
  const lacking = prop ? newerDeclaration({ prop, value }) : newerSelectors(params);
  return params.startsWith("not") === lacking.length > 0;
}

/** The innermost selectors of `:is(a, b)` that an old browser skips. */
function forgive(selector: string): string {
  return selector.replace(/:(is|where)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g, (_, name: string, list: string) => {
    const parts = list.split(/,(?![^(]*\))/).filter((part) => newerSelectors(part).length === 0);
    return `:${name}(${parts.join(",") || "not-a-tag"})`;
  });
}

export type Style = {
  /** What old browsers skip. Not what an `@supports` asks about first. */
  readonly newer: ReadonlySet<string>;
  /** Selectors that old browsers know, in a list with one that they do not know: they skip the whole rule. */
  readonly lost: readonly string[];
  /** The style sheet that old browsers read. */
  readonly old: string;
};

export function readStyle(source: string): Style {
  const root = postcss.parse(source);
  const newer = new Set<string>();
  const lost: string[] = [];
  const isAsked = (node: Node): boolean => {
    for (let parent = node.parent; parent; parent = parent.parent as typeof parent)
      if (parent.type === "atrule" && (parent as unknown as AtRule).name === "supports") return true;
    return false;
  };
  const skip = (node: Declaration | Rule | AtRule, found: readonly string[]): void => {
    if (found.length === 0) return;
    if (!isAsked(node)) for (const each of found) newer.add(each);
    node.remove();
  };
  root.walkAtRules("supports", (rule) => {
    if (!isApplied(rule)) rule.remove();
    else if (rule.params.startsWith("not")) rule.replaceWith(rule.nodes ?? []);
  });
  root.walkAtRules((rule) => skip(rule, newerAtRule(rule)));
  root.walkRules((rule) => {
    if ((rule.parent as AtRule).name === "keyframes") return;
    const found = newerSelectors(withoutForgiven(rule.selector));
    const others = rule.selectors.filter((selector) => newerSelectors(withoutForgiven(selector)).length === 0);
    if (found.length > 0 && others.length > 0 && !isAsked(rule)) lost.push(rule.selector);
    for (const each of found.length > 0 ? [] : newerSelectors(rule.selector)) newer.add(each);
    if (found.length === 0) rule.selector = forgive(rule.selector);
    skip(rule, found);
  });
  root.walkDecls((declaration) => skip(declaration, newerDeclaration(declaration)));
  return { newer, lost, old: root.toString() };
}
