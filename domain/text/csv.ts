/**
 * CSV that Excel opens directly: UTF-8 with BOM, `;`, CRLF, every cell quoted. Safe against CSV injection (OWASP), also
 * for programs that split at another separator and ignore these quotes.
 */

/**
 * Formula characters where a cell may begin, after blanks and quotes; wide forms come from East Asian keyboards. A tab
 * is a formula character only at the start of a cell.
 */
const AT_THE_BEGINNING = /^(?=(?:[^\S\t\n]|")*[=+\-@\t\n＝＋－＠])/;
const INSIDE = /[,;\n](?:[^\S\t\n]|")*(?=[=+\-@\t＝＋－＠])|\t(?:[^\S\t\n]|")*(?=[=+\-@＝＋－＠])/g;

/** Here the closing quote would open a cell. */
const ENDS_BEFORE_CELL = /[,;\t\n](?:[^\S\t\n]|")*$/;

function cell(text: string, i: number, line: readonly string[]): string {
  const sure = text.replace(/\r\n?/g, "\n").replace(INSIDE, "$&'").replace(AT_THE_BEGINNING, "'");
  const end = i === line.length - 1 && ENDS_BEFORE_CELL.test(sure) ? "'" : "";
  return `"${sure.replaceAll('"', '""')}${end}"`;
}

/**
 * The file of a table, heading first. Line breaks in a cell stay; an apostrophe neutralises formulas after semicolons,
 * commas or tabs.
 */
export const csv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cell).join(";")}\r\n`).join("")}`;
