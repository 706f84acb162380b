import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { expect, it } from "vitest";
import { CONSENT_FORM_TEXTS } from "#domain/consent-form.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import { faultsIn, faultsInPiece } from "./typography.ts";

const ROOT = join(import.meta.dirname, "..");
/** Folders with visible French text. SQL, whose punctuation differs, is in other folders. */
const FOLDERS = "{app,domain,usecases,print,calendar,pictures,server,adapters/emailjs,adapters/smtp}";
const SOURCES = globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: ROOT }).filter((path) => !path.includes("+types"));

type Node = { type?: string; value?: unknown; cooked?: unknown };

/** @returns all texts of a syntax tree: strings, parts of templates, and text between tags */
function textsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, value, cooked } = node as Node;
  const own = type === "StringLiteral" || type === "JSXText" ? value : type === "TemplateElement" ? cooked : undefined;
  if (typeof own === "string") return [own.replace(/[ \t]*\n[ \t]*/g, type === "JSXText" ? "" : "\n")];
  return Object.values(node).flatMap(textsIn);
}

const stringsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(stringsIn);

it("texts in the sources have the spaces of French typography, also texts of error messages", () => {
  expect(SOURCES.length).toBeGreaterThan(250);
  const errors = SOURCES.flatMap((path) => {
    const source = readFileSync(join(ROOT, path), "utf8");
    const texts = textsIn(parseSync(source, { syntax: "typescript", tsx: path.endsWith("x"), target: "es2022" }));
    return texts.flatMap(faultsInPiece).map((error) => `${path}: ${error}`);
  });
  expect(errors).toEqual([]);
});

it("the text of the privacy page follows French typography", () => {
  const paragraphs = readFileSync(join(ROOT, "app/legal/privacy.md"), "utf8").split("\n\n");
  const texts = paragraphs.map((text) => withFrenchSpaces(text.replace(/^#+ (?:\w+: )?/, "")));
  expect(texts.length).toBeGreaterThan(25);
  expect(texts.flatMap(faultsIn)).toEqual([]);
});

it("texts of the parental authorisation follow French typography", () => {
  const texts = stringsIn(CONSENT_FORM_TEXTS);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.flatMap(faultsIn)).toEqual([]);
});

it.each([
  ["Ça va ? Oui.", true],
  ["Ça va? Oui.", true],
  ["Ça va\u00a0? À 14:30, https://exemple.ch/?a=b\u00a0: «\u00a0oui\u00a0».", false],
  ["« non »", true],
  ["«non»", true],
  ["l'heure", true],
  ['dit "oui"', true],
  ["Erreur : Mot de passe incorrect", false],
])("the typography check finds wrong typography in %s: %s", (text, faulty) =>
  expect(faultsIn(text).length > 0).toBe(faulty),
);
