/**
 * Start of a cell that a spreadsheet could run as a formula (OWASP, "CSV Injection"). Blanks and quotes may come first,
 * because some programs drop them. Spreadsheets also run formulas with wide characters (`＝`).
 */
const AT_THE_BEGINNING = /^(?=(?:[^\S\t\n]|")*[=+\-@\t\n＝＋－＠])/;
const INSIDE = /[,;\n](?:[^\S\t\n]|")*(?=[=+\-@\t＝＋－＠])|\t(?:[^\S\t\n]|")*(?=[=+\-@＝＋－＠])/g;

/**
 * A separator at the end of a line's last cell. Some programs would split before the closing quote, and misread the
 * next lines. `cell` adds an apostrophe before the quote.
 */
const ENDS_BEFORE_CELL = /[,;\t\n](?:[^\S\t\n]|")*$/;

function cell(text: string, i: number, line: readonly string[]): string {
  const sure = text.replace(/\r\n?/g, "\n").replace(INSIDE, "$&'").replace(AT_THE_BEGINNING, "'");
  const end = i === line.length - 1 && ENDS_BEFORE_CELL.test(sure) ? "'" : "";
  return `"${sure.replaceAll('"', '""')}${end}"`;
}

/** CSV for Excel (UTF-8 with BOM, `;`, CRLF, quoted cells), heading first. An apostrophe disables formulas. */
export const csv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cell).join(";")}\r\n`).join("")}`;
