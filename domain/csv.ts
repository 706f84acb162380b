/**
 * A table that Excel opens as it is: UTF-8 with its mark, `;` between cells, CRLF between lines. Every cell is quoted,
 * so that it stays one cell also where another separator is expected.
 */

/**
 * What a spreadsheet would take for a formula, or skip to reach one (OWASP, "CSV Injection"); the wide forms are those
 * of East Asian keyboards.
 */
const FORMULE = /^[=+\-@\t\r\n＝＋－＠]/;

function cellule(texte: string): string {
  const enLignes = texte.replace(/\r\n?/g, "\n");
  const sure = FORMULE.test(texte) ? `'${enLignes}` : enLignes;
  return `"${sure.replaceAll('"', '""')}"`;
}

/**
 * @param lignes the heading and the lines, cell by cell, as text; line breaks inside a cell stay
 * @returns the file; a cell that would count as a formula starts with an apostrophe
 */
export const csv = (lignes: readonly (readonly string[])[]): string =>
  `\ufeff${lignes.map((ligne) => `${ligne.map(cellule).join(";")}\r\n`).join("")}`;
