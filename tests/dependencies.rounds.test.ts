/** What the site is built on: free to use for everybody, and the same bytes on every machine. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noter } from "./figures.ts";

type Paquet = { integrity?: string; link?: boolean; optional?: boolean };

const RACINE = join(import.meta.dirname, "..");

/** Free for any use; at most the notice has to stay. */
const PERMISSIVES = new Set([
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
const EXCEPTIONS: readonly { paquets: RegExp; licence: string; parceQue: string }[] = [
  {
    paquets: /^@img\/sharp-/,
    licence: "LGPL-3.0-or-later",
    parceQue: "libvips is a shared library that sharp loads at run time: anybody may put another build in its place",
  },
  {
    paquets: /^libheif-js$/,
    licence: "LGPL-3.0",
    parceQue: "an unchanged file of its own in node_modules, loaded at run time and never bundled",
  },
  {
    paquets: /^(?:axe-core|@axe-core\/playwright|ical\.js)$/,
    licence: "MPL-2.0",
    parceQue: "unchanged, in tests only",
  },
  { paquets: /^lightningcss(?:-|$)/, licence: "MPL-2.0", parceQue: "unchanged, at build time only" },
  { paquets: /^caniuse-lite$/, licence: "CC-BY-4.0", parceQue: "data that tools read at build time only" },
];

/** Their package.json names no licence, but a LICENSE file lies beside it. */
const LICENCE_EN_FICHIER: Record<string, RegExp> = { "png-js": /MIT License/ };

const { packages } = JSON.parse(readFileSync(join(RACINE, "package-lock.json"), "utf8")) as {
  packages: Record<string, Paquet>;
};
const paquets = Object.entries(packages).filter(([chemin, { link }]) => chemin !== "" && !link);
const nomDe = (chemin: string) => chemin.slice(chemin.lastIndexOf("node_modules/") + "node_modules/".length);

/** @returns the licence that a package gives itself: older ones write it as an object or a list */
function licenceDe(chemin: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(RACINE, chemin, "package.json"), "utf8"));
  const [une] = [license ?? licenses ?? ""].flat();
  const fichier = LICENCE_EN_FICHIER[nomDe(chemin)];
  if (!une && fichier?.test(readFileSync(join(RACINE, chemin, "LICENSE"), "utf8"))) return "MIT";
  return typeof une === "string" ? une : String(une.type);
}

/** A choice needs one acceptable licence, a combination only such. */
const permise = (nom: string, licence: string): boolean =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choix) => choix.split(" AND ").every((une) => PERMISSIVES.has(une) || estExcepte(nom, une)));

const estExcepte = (nom: string, licence: string) =>
  EXCEPTIONS.some((exception) => exception.licence === licence && exception.paquets.test(nom));

const installes = paquets.filter(([chemin]) => existsSync(join(RACINE, chemin, "package.json")));

it("everything that is installed may be used freely, or stands in the list of exceptions with its reason", () => {
  const autres = installes
    .map(([chemin]) => ({ nom: nomDe(chemin), licence: licenceDe(chemin) }))
    .filter(({ nom, licence }) => !permise(nom, licence));
  expect(installes.length).toBeGreaterThan(100);
  expect(autres).toEqual([]);
});

it.each([
  ["une-page", "GPL-3.0"],
  ["une-page", "MIT AND AGPL-3.0"],
  ["une-page", "LGPL-3.0-or-later"],
  ["axe-core", "GPL-3.0"],
  ["une-page", ""],
  ["une-page", "SEE LICENSE IN LICENSE"],
])("%s under '%s' would be noticed", (nom, licence) => {
  expect(permise(nom, licence)).toBe(false);
});

it("only what belongs to another platform is not installed", () => {
  const absents = paquets.filter(([chemin]) => !existsSync(join(RACINE, chemin, "package.json")));
  expect(absents.filter(([, { optional }]) => !optional).map(([chemin]) => chemin)).toEqual([]);
});

it("nothing that is installed runs a script of its own while it is", () => {
  const { PATH, HOME } = process.env;
  const asked = execFileSync("npm", ["config", "get", "ignore-scripts"], { cwd: RACINE, env: { PATH, HOME } });
  expect(asked.toString().trim()).toBe("true");
});

it("the lock file tells of every package which bytes it is made of", () => {
  const sans = paquets.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
  expect(sans.map(([chemin]) => chemin)).toEqual([]);
  noter("8-dependencies", {
    promesse: "Every dependency may be used freely, and is the same bytes on every machine",
    chiffres: `${installes.length} installed packages' licences; SHA-512 of all ${paquets.length} packages in the lock file`,
  });
});
