/**
 * Formula characters where a cell may begin, after blanks and quotes (OWASP, "CSV Injection"). Programs that split at
 * another separator ignore these quotes. Wide forms come from East Asian keyboards.
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

/** CSV for Excel (UTF-8 with BOM, `;`, CRLF, quoted cells), heading first; an apostrophe neutralises formulas. */
export const csv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cell).join(";")}\r\n`).join("")}`;
