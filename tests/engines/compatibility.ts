/** What the oldest supported browsers lack, from MDN's compatibility data. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CompatData, Identifier, SupportStatement } from "@mdn/browser-compat-data";
import { OLDEST_BROWSERS } from "../../vite.supported-browsers.ts";

export const DATA: CompatData = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("@mdn/browser-compat-data")), "utf8"),
);

const isAtMost = (version: string, oldest: string): boolean =>
  version === "preview" ? false : version.replace("≤", "").localeCompare(oldest, "en", { numeric: true }) <= 0;

function isIn(support: SupportStatement | undefined, oldest: string): boolean {
  // The data may lack a browser for a feature that all browsers have always had.
  if (support === undefined) return true;
  return [support].flat().some(({ version_added, version_removed, prefix, alternative_name, flags }) => {
    const isThere = typeof version_added === "string" && isAtMost(version_added, oldest);
    return isThere && !version_removed && !prefix && !alternative_name && !flags;
  });
}

/** Whether all of the oldest supported browsers have the feature. True for a feature that the data does not know. */
export function isEverywhere(feature: Identifier | undefined): boolean {
  const support = feature?.__compat?.support;
  return Object.entries(OLDEST_BROWSERS).every(
    ([browser, oldest]) => !support || isIn(support[browser as keyof typeof OLDEST_BROWSERS], oldest),
  );
}

/** Later than any version. */
const NEWEST = "9999";

/** Whether one of the oldest supported browsers lacks a feature that two of today's three engines have. */
export function isLacking(feature: Identifier): boolean {
  const { chrome, firefox, safari } = feature.__compat?.support ?? {};
  return !isEverywhere(feature) && [chrome, firefox, safari].filter((engine) => isIn(engine, NEWEST)).length >= 2;
}

/** Whether a supported browser has the feature now, and lacked it in its oldest supported version. */
export function isNewer(feature: Identifier): boolean {
  const support = feature.__compat?.support;
  return Object.entries(OLDEST_BROWSERS).some(([name, oldest]) => {
    const browser = support?.[name as keyof typeof OLDEST_BROWSERS];
    return browser !== undefined && isIn(browser, NEWEST) && !isIn(browser, oldest);
  });
}

/** The features directly below another one, without its own entry. */
export const featuresOf = (parent: Identifier | undefined): [name: string, feature: Identifier][] =>
  Object.entries(parent ?? {}).filter(([name]) => name !== "__compat" && name !== "__meta") as [string, Identifier][];

/** A constructor or interface of the browser, with what it has. */
export type Owner = { readonly name: string; readonly feature: Identifier };

/** The built-in objects of the language and the interfaces of the browser. `Intl.Segmenter` is one of its own. */
export const OWNERS: readonly Owner[] = [...featuresOf(DATA.javascript.builtins), ...featuresOf(DATA.api)].map(
  ([name, feature]) => ({ name, feature }),
);

/** Names of functions and properties, without events and options. */
export const membersOf = ({
  name: owner,
  feature,
}: Owner): { name: string; isStatic: boolean; feature: Identifier }[] =>
  featuresOf(feature)
    .filter(([name, { __compat }]) => __compat && name !== owner && /^[A-Za-z\d]+(?:_static)?$/.test(name))
    .map(([name, member]) => ({
      name: name.replace(/_static$/, ""),
      isStatic: name.endsWith("_static"),
      feature: member,
    }));
