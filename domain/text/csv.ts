/**
 * Formula characters at the start of a cell, after blanks and quotes (OWASP, "CSV Injection"). With another separator,
 * programs ignore these quotes. East Asian keyboards type the wide forms.
 */
const AT_THE_BEGINNING = /^(?=(?:[^\S\t\n]|")*[=+\-@\t\n＝＋－＠])/;
const INSIDE = /[,;\n](?:[^\S\t\n]|")*(?=[=+\-@\t＝＋－＠])|\t(?:[^\S\t\n]|")*(?=[=+\-@＝＋－＠])/g;

/** Before a separator a quote closes a cell instead of opening one. */
const ENDS_BEFORE_CELL = /[,;\t\n](?:[^\S\t\n]|")*$/;

function cell(text: string, i: number, line: readonly string[]): string {
  const sure = text.replace(/\r\n?/g, "\n").replace(INSIDE, "$&'").replace(AT_THE_BEGINNING, "'");
  const end = i === line.length - 1 && ENDS_BEFORE_CELL.test(sure) ? "'" : "";
  return `"${sure.replaceAll('"', '""')}${end}"`;
}

/** CSV for Excel (UTF-8 with BOM, `;`, CRLF, quoted cells), heading first; an apostrophe neutralises formulas. */
export const csv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cell).join(";")}\r\n`).join("")}`;
