/**
 * A table that Excel opens as it is: UTF-8 with its mark, `;` between cells, CRLF between lines. Every cell is quoted.
 * A program that expects another separator does not see where these quotes begin and ends lines inside of a cell: no
 * place of a text at which it could begin a cell is followed by a formula.
 */

/**
 * A place where a cell can begin, whatever the separator, with the blanks and quotes that a program may skip there,
 * before what a spreadsheet would take for a formula (OWASP, "CSV Injection"); the wide forms are those of East Asian
 * keyboards. A tab counts where it would be the first character, and separates elsewhere.
 */
const BEFORE_FORMULA = /(?:^|[,;\n])(?:[^\S\t\n]|")*(?=[=+\-@\t＝＋－＠])|\t(?:[^\S\t\n]|")*(?=[=+\-@＝＋－＠])/g;

/** In a text at its very beginning, a line break leads to a formula as well. */
const BREAK_FIRST = /^(?=\n)/;

function cellule(texte: string): string {
  const sure = texte.replace(/\r\n?/g, "\n").replace(BEFORE_FORMULA, "$&'").replace(BREAK_FIRST, "'");
  return `"${sure.replaceAll('"', '""')}"`;
}

/**
 * @param lignes the heading and the lines, cell by cell, as text; line breaks inside a cell stay
 * @returns the file; an apostrophe stands before what would count as a formula for a program that separates cells at
 * semicolons, commas or tabs
 */
export const csv = (lignes: readonly (readonly string[])[]): string =>
  `\ufeff${lignes.map((ligne) => `${ligne.map(cellule).join(";")}\r\n`).join("")}`;
