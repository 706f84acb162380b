/**
 * A cell that a spreadsheet could run as a formula (OWASP, "CSV Injection"), also with wide characters (`＝`). Skips
 * blanks and quotes at the start, because some programs drop blanks and quotes. Apostrophes of the text itself count
 * too, so that `removeCsvApostrophes` finds the text again.
 */
const AT_THE_BEGINNING = /^(?='*(?:[^\S\t\n]|")*[=+\-@\t\n＝＋－＠])/;
const INSIDE = /[,;\n](?:[^\S\t\n]|")*(?='*[=+\-@\t＝＋－＠])|\t(?:[^\S\t\n]|")*(?='*[=+\-@＝＋－＠])/g;
const GUARD_INSIDE = /([,;\n](?:[^\S\t\n]|")*)'(?='*[=+\-@\t＝＋－＠])|(\t(?:[^\S\t\n]|")*)'(?='*[=+\-@＝＋－＠])/g;

/**
 * A separator at the end of a cell, after which some programs would split the last cell of a line and misread the next
 * lines.
 */
const ENDS_BEFORE_CELL = /[,;\t\n](?:[^\S\t\n]|")*'*$/;

function cell(text: string, i: number, line: readonly string[]): string {
  const sure = text.replace(/\r\n?/g, "\n").replace(INSIDE, "$&'").replace(AT_THE_BEGINNING, "'");
  const end = i === line.length - 1 && ENDS_BEFORE_CELL.test(sure) ? "'" : "";
  return `"${sure.replaceAll('"', '""')}${end}"`;
}

/**
 * CSV for Excel (UTF-8 with BOM, `;`, CRLF, quoted cells), heading first. An apostrophe disables formulas. Yields after
 * each line, so that the caller can serve requests.
 */
export function* writeCsv(lines: Iterable<readonly string[]>): Generator<void, string> {
  let text = "\ufeff";
  for (const line of lines) {
    text += `${line.map(cell).join(";")}\r\n`;
    yield;
  }
  return text;
}

/** Removes the apostrophes that `writeCsv` added to a cell. @param isLast whether the cell is the last of its line */
export function removeCsvApostrophes(cell: string, isLast: boolean): string {
  if (!cell.includes("'")) return cell;
  let text = cell;
  if (isLast && text.endsWith("'") && ENDS_BEFORE_CELL.test(text)) text = text.slice(0, -1);
  if (text.startsWith("'") && AT_THE_BEGINNING.test(text.slice(1))) text = text.slice(1);
  return text.replace(GUARD_INSIDE, "$1$2");
}
