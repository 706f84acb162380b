import { servicesContext } from "#app/contexts.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { readListQuery } from "#app/ui/list-query.ts";
import { dayInZurich } from "#domain/dates.ts";
import { balanceOf, FEE_FILTERS, type Fee, type FeeTotals } from "#domain/fees/fee.ts";
import { sendingInWords } from "#domain/fees/sending.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { readPage } from "#domain/paging.ts";
import { openableYears } from "#usecases/fees/fee-years.ts";
import { feesUrl } from "../register-list.ts";

/** @returns null if the year is not open */
export async function readFees(args: Args & { url: URL }, year: string) {
  const services = args.context.get(servicesContext);
  const { fees, bank, proposals, clock } = services;
  const years = await fees.listYears();
  const opened = years.find((one) => one.year === year);
  if (!opened) return null;
  const query = readListQuery(args.url.searchParams, FEE_FILTERS);
  const text = await wordsOfQuery(args, query, (other) => feesUrl(year, other));
  const [{ fees: found, total, page, pages }, totals, openable, toDecide, proposed] = await Promise.all([
    readPage(query.page, (portion) => fees.search({ year, filter: query.filter, text }, portion)),
    fees.totals(year),
    openableYears(services),
    bank.countOpen(),
    proposals.count(),
  ]);
  return {
    ...{ year, toDecide, proposals: proposed, total, pages, sentence: sentenceOf(totals), owed: totals.open > 0 },
    ...{ day: dayInZurich(clock.now()), closed: opened.closedAt !== null, openable: openable.length > 0 },
    view: { ...query, page, q: text },
    url: feesUrl(year, { ...query, page }),
    others: years.map((one) => one.year).filter((one) => one !== year),
    lines: found.map(lineOf),
  };
}

/** @returns a sentence such as « 84 payées, 46 ouvertes, CHF 4200.– sur 6500.– » */
function sentenceOf({ paid, open, waived, sumPaid, sumDue }: FeeTotals): string {
  const counted = (count: number, word: string) => `${count} ${word}${count > 1 ? "s" : ""}`;
  const parts = [counted(paid, "payée"), counted(open, "ouverte"), ...(waived > 0 ? [counted(waived, "remise")] : [])];
  return [...parts, `${formatAmount(sumPaid)} sur ${formatAmount(sumDue).replace("CHF\u00a0", "")}`].join(", ");
}

/** `amount`: the open amount, or all of a settled fee. `sent`: the last sending; empty without one. */
function lineOf(fee: Fee) {
  const { state, open } = balanceOf(fee);
  const { id, member, name, amount, isErased = false } = fee;
  const sent = fee.sendings.slice(-1).map(sendingInWords).join();
  return { id, member, name, isErased, state, amount: formatAmount(open > 0 ? open : amount), open: open > 0, sent };
}
