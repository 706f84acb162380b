/** Names are English, so that whoever has never been to Savièse finds the way: files, and all that a file declares. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { declaredNames, foreignInPath, foreignWords } from "./language.ts";

const ROOT = join(import.meta.dirname, "..");
/** Far below what there is: a search that opens nothing would find nothing French either. */
const AT_LEAST = 400;
/** What is read by people who have the site before them, and what is numbered and stays. */
const NOT_CODE = /^(?:docs|tests\/corpus)\/|[.]md$/;
/** What older versions called things, which is read there. */
const OLDER = /\/older-names\./;

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !NOT_CODE.test(file));
const sources = files.filter((file) => /(?<![.]d)[.]tsx?$/.test(file) && !OLDER.test(file));

/** @returns each name that says something in another language, with its words */
const foreignIn = (source: string, tsx: boolean): string[] =>
  declaredNames(source, tsx).flatMap((name) => {
    const words = foreignWords(name);
    return words.length > 0 ? [`${name} (${words.join(", ")})`] : [];
  });

describe("names", () => {
  it("are English in every file", () => {
    expect(sources.length).toBeGreaterThan(AT_LEAST);
    const found = sources.flatMap((file) =>
      foreignIn(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x")).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it("of files and folders are English", () => {
    const found = files.flatMap((file) => foreignInPath(file).map((word) => `${file}: ${word}`));
    expect(found).toEqual([]);
  });

  it("that are French are found, wherever they are declared", () => {
    const planted = `
      import commeAutrement from "./elsewhere.ts";
      type Brouillon<Reste> = { readonly destinataires: string; envoyer(courrier: string): void };
      const { ancien: nouvel, ...autres } = {};
      class Adherent { #montant = 1; imprimer() {} }
      const livrer = ({ sauvegarde = 1 }) => [sauvegarde].map((une) => une);
    `;
    const words = foreignIn(planted, false).join(" ");
    const declared = "autrement brouillon reste destinataires envoyer courrier nouvel autres montant imprimer livrer";
    for (const word of `${declared} sauvegarde une`.split(" ")) expect(words).toContain(`(${word}`);
    expect(foreignInPath("app/ui/bouton-envoyer.tsx")).toEqual(["bouton", "envoyer"]);
  });
});
