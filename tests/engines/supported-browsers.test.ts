/** The build needs nothing that the oldest supported browsers lack. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BUILD_TARGET, OLDEST_BROWSERS } from "../../vite.supported-browsers.ts";
import { newerScript } from "./newer-scripts.ts";
import { readStyle } from "./newer-styles.ts";

const ASSETS = "build/client/assets";

/** @returns each use with the files that have it */
function usesIn(extension: string, find: (source: string) => Iterable<string>): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const file of readdirSync(ASSETS).filter((name) => name.endsWith(extension)))
    for (const use of find(readFileSync(join(ASSETS, file), "utf8"))) uses.set(use, [...(uses.get(use) ?? []), file]);
  return uses;
}

const OWN = "a function of this code or of a library, not of the browser";
const PASSKEY = "@simplewebauthn/browser asks with typeof or `=== undefined` first";
const ASKED = "the code asks whether the browser has it";
const ASKED_BY_REACT = "React and React Router ask with typeof first";
const COSMETIC = "without it the page looks plainer, and works";
const HINT = "without it the browser has no hint, and works";
const POPOVER = "CSS shows the menus where there is none; the dialog of the inbox is modal with script";

/** With the reason why nothing breaks. oldest-browsers.spec.ts opens every page without all of them. */
const ALLOWED_IN_SCRIPTS: Readonly<Record<string, string>> = {
  ".check()": OWN,
  ".format()": OWN,
  ".recipient()": OWN,
  ".use()": OWN,
  ".share()": ASKED,
  "navigator.share": ASKED,
  "navigator.canShare": ASKED,
  ".hidePopover()": ASKED,
  ".isConditionalMediationAvailable()": PASSKEY,
  ".getAuthenticatorData()": PASSKEY,
  ".getPublicKey()": PASSKEY,
  ".getPublicKeyAlgorithm()": PASSKEY,
  ".getTransports()": PASSKEY,
  "Error.captureStackTrace": "zod asks with `in` first",
  ".startViewTransition()": ASKED_BY_REACT,
  ".skipTransition()": ASKED_BY_REACT,
  navigation: ASKED_BY_REACT,
  "attribute popover": POPOVER,
  "attribute popoverTarget": POPOVER,
  "attribute popoverTargetAction": POPOVER,
  "attribute closedby": "without it Escape closes the dialog as well",
  "attribute fetchPriority": HINT,
  "attribute imageSrcSet": HINT,
  "attribute imageSizes": HINT,
  "attribute autoCapitalize": HINT,
  "attribute is": "React writes it for custom elements, of which the site has none",
};

const ALLOWED_IN_STYLES: Readonly<Record<string, string>> = {
  ":has": "arranges and fades; what hides content has an `@supports not selector(:has(*))` where that matters",
  ":popover-open": POPOVER,
  "@media scripting": "hides buttons that need script from browsers without script",
  "@starting-style": COSMETIC,
  "@view-transition": COSMETIC,
  "::view-transition-group": COSMETIC,
  "@page": COSMETIC,
  "box-decoration-break": COSMETIC,
  "box-decoration-break: clone": COSMETIC,
  "grid-template-columns: subgrid": "list.css inherits the columns instead",
  "text-wrap": COSMETIC,
  "text-wrap: balance": COSMETIC,
  "text-wrap: pretty": COSMETIC,
  "text-wrap: wrap": COSMETIC,
  "text-decoration: dotted": "the minifier writes -webkit-text-decoration before it",
  "user-select": "the minifier writes -webkit-user-select before it",
  "accent-color": COSMETIC,
  "scrollbar-width": COSMETIC,
  "scrollbar-width: none": COSMETIC,
  "scroll-initial-target": COSMETIC,
  "scroll-initial-target: nearest": COSMETIC,
  "overscroll-behavior-x": COSMETIC,
  "field-sizing": COSMETIC,
  "field-sizing: content": COSMETIC,
};

/** Expects the uses to be those that are allowed, so that an entry that nothing needs any more is removed. */
function expectOnly(uses: Map<string, string[]>, allowed: Readonly<Record<string, string>>): void {
  const others = [...uses].filter(([use]) => !Object.hasOwn(allowed, use)).map(([use, files]) => `${use}: ${files}`);
  expect(others).toEqual([]);
  expect(Object.keys(allowed).filter((use) => !uses.has(use))).toEqual([]);
}

it("scripts of the build call nothing that a supported browser lacks", () => {
  expectOnly(usesIn(".js", newerScript), ALLOWED_IN_SCRIPTS);
});

it("styles of the build lose nothing that matters in a supported browser", () => {
  const styles = (source: string) => readStyle(source);
  expect([...usesIn(".css", (source) => styles(source).lost).keys()]).toEqual([]);
  expectOnly(
    usesIn(".css", (source) => styles(source).newer),
    ALLOWED_IN_STYLES,
  );
});

it("the build translates syntax for the oldest supported browsers, and README.md names them", () => {
  const { safari_ios, safari, firefox, chrome, samsunginternet_android } = OLDEST_BROWSERS;
  expect(BUILD_TARGET).toEqual([`ios${safari_ios}`, `safari${safari}`, `firefox${firefox}`, `chrome${chrome}`]);
  expect(readFileSync("README.md", "utf8")).toContain(
    `iOS and Safari ${safari}, Firefox ${firefox}, Chrome ${chrome}, Samsung Internet ${samsunginternet_android}`,
  );
});

it.each([
  ["URL.parse(a)", ["URL.parse"]],
  ["const { parse, createObjectURL } = URL", ["URL.parse"]],
  ["JSON.parse(a); a.at(0); [1].map(f); Object.entries(a).map(f); setTimeout(f)", []],
  ["requestIdleCallback(f)", ["requestIdleCallback()"]],
  ["requestIdleCallback?.(f)", []],
  ["navigation.navigate(a)", ["navigation"]],
  ["Uint8Array.fromBase64(a)", ["Uint8Array.fromBase64", ".fromBase64()"]],
  ["Map.groupBy(a, f)", ["Map.groupBy", ".groupBy()"]],
  ["a.toWellFormed()", [".toWellFormed()"]],
  ["a.toWellFormed?.()", []],
  ["Promise.withResolvers()", ["Promise.withResolvers", ".withResolvers()"]],
  ["a.values().map(f)", ["values().map()"]],
  ["for (const a of b.matchAll(c).filter(f)) a()", ["matchAll().filter()"]],
  ["a.isSubsetOf(b)", [".isSubsetOf()"]],
  ["document.startViewTransition(f)", ["document.startViewTransition", ".startViewTransition()"]],
  ["/[a--b]/v", ["regular expression with the flag v"]],
  ["/(?i:a)(?:b)(?<=c)/", ["regular expression with modifiers"]],
  ["/(?<a>1)|(?<a>2)/", ["regular expression with two groups of one name"]],
  [
    'jsx("nav", { popover: "auto", popoverTarget: "a", hidden: true })',
    ["attribute popover", "attribute popoverTarget"],
  ],
])("the check of unsupported features finds in %s: %j", (source, uses) => {
  expect([...newerScript(source)].toSorted()).toEqual(uses.toSorted());
});

it.each([
  [".a:has(b){color:red}", [":has"], [], ""],
  [".a,.b:has(c){color:red}", [":has"], [".a,.b:has(c)"], ""],
  [":is(.a,.b:has(c)){color:red}", [":has"], [], ":is(.a){color:red}"],
  [".a{color:red;field-sizing:content}", ["field-sizing", "field-sizing: content"], [], ".a{color:red}"],
  ["@supports not selector(:has(*)){.a{color:red}}", [], [], ".a{color:red}"],
  ["@supports selector(:popover-open){.a:popover-open{color:red}}.b{color:red}", [], [], ".b{color:red}"],
  ["@supports (top:anchor(--a bottom)){.a{color:red}}", [], [], ""],
  ["@supports not (grid-template-columns:subgrid){.a{color:red}}", [], [], ".a{color:red}"],
  ["@supports (display:grid){.a{color:red}}", [], [], "@supports (display:grid){.a{color:red}}"],
  ["@media (scripting:none){.a{color:red}}", ["@media scripting"], [], ""],
])(
  "the style %s uses the newer features %j, loses the rules %j in an old browser, and is read there as: %s",
  (source, newer, lost, old) => {
    const style = readStyle(source);
    expect([...style.newer]).toEqual(newer);
    expect(style.lost).toEqual(lost);
    expect(style.old).toBe(old);
  },
);
