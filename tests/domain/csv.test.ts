import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csv } from "#domain/csv.ts";

/** Reads a file as a spreadsheet does: cells between separators, quotes doubled inside quotes. */
function lire(fichier: string, separateur: string): string[][] {
  const lignes: string[][] = [[""]];
  let cite = false;
  for (let i = 0; i < fichier.length; i++) {
    const c = fichier[i] ?? "";
    const ligne = lignes.at(-1) as string[];
    if (cite && c === '"' && fichier[i + 1] === '"') ligne.push(`${ligne.pop()}${fichier[i++]}`);
    else if (c === '"') cite = !cite;
    else if (!cite && c === separateur) ligne.push("");
    else if (!cite && c === "\r" && fichier[i++ + 1] === "\n") lignes.push([""]);
    else ligne.push(`${ligne.pop()}${c}`);
  }
  return lignes.slice(0, -1);
}

describe("a file for Excel", () => {
  it("starts with the mark of UTF-8, separates with ; and ends every line with CRLF", () =>
    expect(
      csv([
        ["Nom", "Né·e le"],
        ["Zoé", "05.08.2008"],
      ]),
    ).toBe('\ufeff"Nom";"Né·e le"\r\n"Zoé";"05.08.2008"\r\n'));

  it("doubles quotes and keeps line breaks inside a cell", () =>
    expect(csv([['Le « bal »\r\n"dit" le;loto', ""]])).toBe('\ufeff"Le « bal »\n""dit"" le;loto";""\r\n'));

  it.each(['=HYPERLINK("https://evil.example";"clic")', "+41 79", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])(
    "makes no formula of %j",
    (texte) => expect(csv([[texte]]).startsWith(`\ufeff"'`)).toBe(true),
  );

  it.each(["079 123 45 67", "05.08.2008", "Zoé", "1=1", "'déjà", "<img onerror=alert(1)>", "🎺", "مرحبا"])(
    "leaves %j as it is",
    (texte) => expect(csv([[texte]])).toBe(`\ufeff"${texte}"\r\n`),
  );

  it("gives every cell back as it was, and none of them as a formula, whatever the separator", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n;,\"'aé🎺") }), { minLength: 2, maxLength: 3 }),
        ),
        (lignes) => {
          const lues = lire(csv(lignes).slice(1), ";");
          const attendues = lignes.map((l) => l.map((t) => t.replace(/\r\n?/g, "\n")));
          expect(lues.map((l) => l.map((t) => t.replace(/^'(?=[=+\-@\t\n])/, "")))).toEqual(
            attendues.map((l) => l.map((t) => t.replace(/^'(?=[=+\-@\t\n])/, ""))),
          );
          for (const separateur of [";", ",", "\t"])
            for (const cellule of lire(csv(lignes).slice(1), separateur).flat())
              expect(cellule).not.toMatch(/^[=+\-@\t\r\n]/);
        },
      ),
    ));
});
