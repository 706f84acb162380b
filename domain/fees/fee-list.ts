import { containsAllWords, foldText, searchWords } from "#domain/text/search.ts";
import { type Fee, type FeeFilter, type FeeTotals, feeBalance } from "./fee.ts";

/**
 * `text`: as typed. The name must contain every word, ignoring accents and case. `kept`: ids of fees that the filter does
 * not exclude.
 */
export type FeeSearch = { readonly filter: FeeFilter; readonly text: string; readonly kept?: readonly string[] };

/** Sorts the fees of a year by `sortKey`, which starts with the member's last name. */
export const sortFees = <One extends { readonly sortKey: string }>(fees: readonly One[]): One[] =>
  fees.toSorted((a, b) => (a.sortKey === b.sortKey ? 0 : a.sortKey < b.sortKey ? -1 : 1));

/** Finds fees of a year, for `runInSlices`. Yields after each fee, and keeps the order of the fees. */
export function* filterFees<One extends Fee>(
  fees: readonly One[],
  { filter, text, kept = [] }: FeeSearch,
): Generator<void, One[]> {
  const words = searchWords(text);
  const found: One[] = [];
  for (const fee of fees) {
    yield;
    const { state, open } = feeBalance(fee);
    const isListed = kept.includes(fee.id) || filter === "all" || (filter === "open" ? open > 0 : state === filter);
    if (isListed && (words.length === 0 || containsAllWords(words, foldText(fee.name)))) found.push(fee);
  }
  return found;
}

/** The totals of the fees of a year, for `runInSlices`. Yields after each fee. */
export function* sumFeeTotals(fees: Iterable<Pick<Fee, "amount" | "lines">>): Generator<void, FeeTotals> {
  const totals = { paid: 0, open: 0, waived: 0, sumPaid: 0, sumDue: 0 };
  for (const fee of fees) {
    yield;
    const { state, paid, waived, open } = feeBalance(fee);
    if (open > 0) totals.open++;
    else totals[state === "waived" ? "waived" : "paid"]++;
    totals.sumPaid += paid;
    totals.sumDue += fee.amount - waived;
  }
  return totals;
}
