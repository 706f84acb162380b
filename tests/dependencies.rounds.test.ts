/** What the site is built on: free to use for everybody, and the same bytes on every machine. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noteWait } from "./figures.ts";

type Package = { integrity?: string; link?: boolean; optional?: boolean };

const ROOT = join(import.meta.dirname, "..");

/** Free for any use; at most the notice has to stay. */
const PERMISSIVE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
]);

/** Packages under another licence as well, each with the reason why that is no hindrance. */
const EXCEPTIONS: readonly { installedPackages: RegExp; licence: string; because: string }[] = [
  {
    installedPackages: /^@img\/sharp-/,
    licence: "LGPL-3.0-or-later",
    because: "libvips is a shared library that sharp loads at run time: anybody may put another build in its place",
  },
  {
    installedPackages: /^libheif-js$/,
    licence: "LGPL-3.0",
    because: "an unchanged file of its own in node_modules, loaded at run time and never bundled",
  },
  {
    installedPackages: /^(?:axe-core|ical\.js)$/,
    licence: "MPL-2.0",
    because: "unchanged, in tests only",
  },
  { installedPackages: /^@cspell\/dict-django$/, licence: "WTFPL", because: "free for any use, read by a check only" },
  {
    installedPackages: /^@cspell\/dict-en-common-misspellings$/,
    licence: "CC BY-SA 4.0",
    because: "unchanged words, read by a check only",
  },
  { installedPackages: /^lightningcss(?:-|$)/, licence: "MPL-2.0", because: "unchanged, at build time only" },
  { installedPackages: /^caniuse-lite$/, licence: "CC-BY-4.0", because: "data that tools read at build time only" },
];

/** Their package.json names no licence, but a LICENSE file lies beside it. */
const LICENCE_IN_FILE: Record<string, RegExp> = { "png-js": /MIT License/ };

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, Package>;
};
const installedPackages = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** @returns the licence that a package gives itself: older ones write it as an object or a list */
function licenceOf(path: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8"));
  const [one] = [license ?? licenses ?? ""].flat();
  const file = LICENCE_IN_FILE[nameOf(path)];
  if (!one && file?.test(readFileSync(join(ROOT, path, "LICENSE"), "utf8"))) return "MIT";
  return typeof one === "string" ? one : String(one.type);
}

/** A choice needs one acceptable licence, a combination only such. */
const isAllowed = (name: string, licence: string): boolean =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => PERMISSIVE.has(one) || isException(name, one)));

const isException = (name: string, licence: string) =>
  EXCEPTIONS.some((exception) => exception.licence === licence && exception.installedPackages.test(name));

const installed = installedPackages.filter(([path]) => existsSync(join(ROOT, path, "package.json")));

it("everything that is installed may be used freely, or stands in the list of exceptions with its reason", () => {
  const others = installed
    .map(([path]) => ({ name: nameOf(path), licence: licenceOf(path) }))
    .filter(({ name, licence }) => !isAllowed(name, licence));
  expect(installed.length).toBeGreaterThan(100);
  expect(others).toEqual([]);
});

it.each([
  ["une-page", "GPL-3.0"],
  ["une-page", "MIT AND AGPL-3.0"],
  ["une-page", "LGPL-3.0-or-later"],
  ["axe-core", "GPL-3.0"],
  ["une-page", ""],
  ["une-page", "SEE LICENSE IN LICENSE"],
])("%s under '%s' would be noticed", (name, licence) => {
  expect(isAllowed(name, licence)).toBe(false);
});

it("only what belongs to another platform is not installed", () => {
  const absents = installedPackages.filter(([path]) => !existsSync(join(ROOT, path, "package.json")));
  expect(absents.filter(([, { optional }]) => !optional).map(([path]) => path)).toEqual([]);
});

it("nothing that is installed runs a script of its own while it is", () => {
  const { PATH, HOME } = process.env;
  const asked = execFileSync("npm", ["config", "get", "ignore-scripts"], { cwd: ROOT, env: { PATH, HOME } });
  expect(asked.toString().trim()).toBe("true");
});

it("the lock file tells of every package which bytes it is made of", () => {
  const without = installedPackages.filter(
    ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""),
  );
  expect(without.map(([path]) => path)).toEqual([]);
  noteWait("8-dependencies", {
    promise: "Every dependency may be used freely, and is the same bytes on every machine",
    figures: `${installed.length} installed packages' licences; SHA-512 of all ${installedPackages.length} packages in the lock file`,
  });
});
