/** Finds newer releases in a CHANGELOG with headings `## 0.3.0 — 1 février 2027`, newest first. */

export type Release = {
  readonly version: string;
  readonly text: string;
};

const HEADING = /^## v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?![\d.])/;
const TEXT_MAX = 300;

const numbersOf = (line: string): number[] | null => HEADING.exec(line)?.slice(1).map(Number) ?? null;

function isNewer(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((number, i) => number !== other[i]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}

/** The newest release if newer than `running`, else null. The changelog is untrusted: only plain text is kept. */
export function newerRelease(changelog: string, running: string): Release | null {
  const lines = changelog.split(/\r?\n/);
  const start = lines.findIndex((line) => HEADING.test(line));
  const [first, own] = [numbersOf(lines[start] ?? ""), numbersOf(`## ${running}`)];
  if (!first || !own || !isNewer(first, own)) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("## "));
  return { version: first.join("."), text: plainText(end < 0 ? rest : rest.slice(0, end)) };
}

export const isChangelog = (text: string): boolean => text.split(/\r?\n/).some((line) => HEADING.test(line));

function plainText(lines: readonly string[]): string {
  const whole = lines
    .map((line) => line.replace(/^[\s#>*+-]+/, "").replaceAll(/[*_`\p{Cc}\p{Cf}]/gu, ""))
    .filter(Boolean)
    .join(" ")
    .slice(0, TEXT_MAX + 1);
  if (whole.length <= TEXT_MAX) return whole.trim();
  const sentence = whole.lastIndexOf(". ");
  return sentence > 0 ? whole.slice(0, sentence + 1) : `${whole.slice(0, whole.lastIndexOf(" "))}…`;
}
