/** The dependencies: their licences allow any use, and the lock file fixes their bytes. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeFigures } from "./figures.ts";

type Package = { integrity?: string; link?: boolean; optional?: boolean };

const ROOT = join(import.meta.dirname, "..");

/** Licences that allow any use, if the notice stays. */
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

/** Packages under other licences, each with the reason why the site may use it. */
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

/** Packages whose package.json names no licence, but which have a LICENSE file. */
const LICENCE_IN_FILE: Record<string, RegExp> = { "png-js": /MIT License/ };

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, Package>;
};
const installedPackages = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** @returns the licence in the package.json; older packages have an object or a list there */
function licenceOf(path: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8"));
  const [one] = [license ?? licenses ?? ""].flat();
  const file = LICENCE_IN_FILE[nameOf(path)];
  if (!one && file?.test(readFileSync(join(ROOT, path, "LICENSE"), "utf8"))) return "MIT";
  return typeof one === "string" ? one : String(one.type);
}

/** For `A OR B`, one of the licences has to be allowed; for `A AND B`, both. */
const isAllowed = (name: string, licence: string): boolean =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => PERMISSIVE.has(one) || isException(name, one)));

const isException = (name: string, licence: string) =>
  EXCEPTIONS.some((exception) => exception.licence === licence && exception.installedPackages.test(name));

const installed = installedPackages.filter(([path]) => existsSync(join(ROOT, path, "package.json")));

it("every installed package has a permissive licence, or is an exception with a reason", () => {
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
])("the licence check refuses the package %s with the licence '%s'", (name, licence) => {
  expect(isAllowed(name, licence)).toBe(false);
});

it("all packages are installed, except those of other platforms", () => {
  const absents = installedPackages.filter(([path]) => !existsSync(join(ROOT, path, "package.json")));
  expect(absents.filter(([, { optional }]) => !optional).map(([path]) => path)).toEqual([]);
});

it("npm runs no install scripts of packages", () => {
  const { PATH, HOME } = process.env;
  const asked = execFileSync("npm", ["config", "get", "ignore-scripts"], { cwd: ROOT, env: { PATH, HOME } });
  expect(asked.toString().trim()).toBe("true");
});

it("the lock file has the SHA-512 hash of every package", () => {
  const without = installedPackages.filter(
    ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""),
  );
  expect(without.map(([path]) => path)).toEqual([]);
  writeFigures("8-dependencies", {
    promise: "Every dependency has a free licence, and its bytes are pinned",
    figures: `${installed.length} installed packages' licences; SHA-512 of all ${installedPackages.length} packages in the lock file`,
  });
});
