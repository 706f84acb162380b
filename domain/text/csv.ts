/**
 * A table that Excel opens as it is: UTF-8 with its mark, `;` between cells, CRLF between lines. Every cell is quoted.
 * A program that expects another separator does not see where these quotes begin and ends lines inside of a cell: no
 * place of a text at which it could begin a cell is followed by a formula.
 */

/*
 * A place where a cell can begin, with the blanks and quotes that a program may skip there, before what a spreadsheet
 * would take for a formula (OWASP, "CSV Injection"); the wide forms are those of East Asian keyboards. A tab counts
 * where it would be the first character of a cell, and separates cells elsewhere.
 */
const AT_THE_BEGINNING = /^(?=(?:[^\S\t\n]|")*[=+\-@\t\n＝＋－＠])/;
const INSIDE = /[,;\n](?:[^\S\t\n]|")*(?=[=+\-@\t＝＋－＠])|\t(?:[^\S\t\n]|")*(?=[=+\-@＝＋－＠])/g;

/** The closing quote would open a cell, and the end of the line be the first of it. */
const ENDS_BEFORE_CELL = /[,;\t\n](?:[^\S\t\n]|")*$/;

function cell(text: string, i: number, line: readonly string[]): string {
  const sure = text.replace(/\r\n?/g, "\n").replace(INSIDE, "$&'").replace(AT_THE_BEGINNING, "'");
  const end = i === line.length - 1 && ENDS_BEFORE_CELL.test(sure) ? "'" : "";
  return `"${sure.replaceAll('"', '""')}${end}"`;
}

/**
 * @param lines the heading and the lines, cell by cell, as text; line breaks inside a cell stay
 * @returns the file; an apostrophe stands before what would count as a formula for a program that separates cells at
 * semicolons, commas or tabs
 */
export const csv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cell).join(";")}\r\n`).join("")}`;
