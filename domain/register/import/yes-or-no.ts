/** Ticks as spreadsheets and people write them, in French, German, Italian and English. */
import { foldText } from "#domain/text/search.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const YES = words("oui o yes y ja j si s x xx 1 vrai true wahr vero ok v");
const NO = words("non n no nein 0 faux false falsch falso");
const YES_SIGNS = /^[×✓✔✅☑🗸🗹☒⊠●•👍]\uFE0F?$/u;
const NO_SIGNS = /^(?:[✗✘❌✕✖☐□○👎]\uFE0F?|\p{Pd})$/u;
const CELL_MAX = 20;

/** Whether a cell says yes. Null if it says neither yes nor no. */
export function readYesOrNoCell(cell: string): boolean | null {
  if (cell.length > CELL_MAX) return null;
  const text = cell.trim();
  const word = foldText(text).replace(/^(\d+) 0+$/, "$1");
  if (YES.has(word) || YES_SIGNS.test(text)) return true;
  return NO.has(word) || NO_SIGNS.test(text) ? false : null;
}
