import { servicesContext } from "#app/contexts.ts";
import { searchWordsOfListQuery } from "#app/session/search.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { actedRows } from "#app/ui/list/acted-rows.ts";
import { pageInQuery, readListQuery } from "#app/ui/list/list-query.ts";
import type { FeeGroup, SettledFee } from "#domain/bank/match.ts";
import {
  BANK_DECISION_LABELS,
  type BankDecisionLine,
  type BankPayment,
  bankPaymentState,
  undecidedAmount,
} from "#domain/bank/payment.ts";
import { type PaymentList, sortIntoPaymentLists } from "#domain/bank/payment-list.ts";
import { type Day, dayInZurich, instantInFrench, swissDay } from "#domain/dates.ts";
import { effectiveFeeLines, type Fee, feeBalance } from "#domain/fees/fee.ts";
import { yearOfReference } from "#domain/fees/reference.ts";
import { type Centimes, formatAmount } from "#domain/money/amount.ts";
import { listPageOf, ROWS_PER_PAGE } from "#domain/paging.ts";
import { memberName } from "#domain/register/member.ts";
import { filterMembers } from "#domain/register/member-list.ts";
import { withPreposition } from "#domain/text/elision.ts";
import { listInFrench } from "#domain/text/list-in-french.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import { proposeFeesForPayments } from "#usecases/bank/bank-payments.ts";
import { bankPaymentUrl, paymentIdsOfRows, paymentRowId } from "./bank-url.ts";

const FOUND = 10;
const PROPOSED = 3;

/** If the URL names an undecided payment, reads the page of the list with this payment. */
export async function readBankPage(args: FormRequestArgs & { url: URL }) {
  const services = args.context.get(servicesContext);
  const { bank, fees, register, clock } = services;
  const day = dayInZurich(clock.now());
  const [chosen = "", year] = ["paiement", "annee"].map((name) => args.url.searchParams.get(name) ?? "");
  const query = readListQuery(args.url.searchParams, ["present"]);
  const q = await searchWordsOfListQuery(args, query, () => bankPaymentUrl(chosen));
  const [payments, years, everyone] = await Promise.all([
    bank.list(),
    fees.listYears(),
    q === "" ? [] : register.list(),
  ]);
  const members = (await runInSlices(filterMembers(everyone, { text: q, filter: "present", day }))).slice(0, FOUND);
  const acted = actedRows(args.url.searchParams);
  const kept = { open: paymentIdsOfRows("open", acted), waiting: paymentIdsOfRows("waiting", acted) };
  const { open, waiting, ofYear } = await runInSlices(sortIntoPaymentLists(payments, year, kept));
  const place = open.findIndex(({ id }) => id === chosen);
  const { shown, ...paging } = listPageOf(open, place < 0 ? query.page : Math.floor(place / ROWS_PER_PAGE) + 1);
  const waitingPage = listPageOf(waiting, pageInQuery(args.url.searchParams, "attente"));
  const yearPage = listPageOf(ofYear, pageInQuery(args.url.searchParams, "suite"));
  const proposed = await proposeFeesForPayments(services, shown);
  const advance = String(Number(years[0]?.year ?? day.slice(0, 4)) + 1);
  const found = await Promise.all(
    members.map(async ({ id, ...data }) => ({ id, name: memberName(data), fees: await fees.listOfMember(id) })),
  );
  const viewIn =
    (list: PaymentList) =>
    (payment: BankPayment, { open: likely, together, settled }: Proposal = NOTHING) => ({
      ...viewPayment(payment),
      id: paymentRowId(list, payment.id),
      ...(acted.includes(paymentRowId(list, payment.id)) ? outcomeOf(payment, day) : { outcome: null, undo: null }),
      choices: [...together.map(togetherInFrench), ...choicesOf(payment, likely.slice(0, PROPOSED))],
      settled: settledFeesInFrench(settled),
      advances: advancesOf(settled, likely),
      q: payment.id === chosen && q !== "" ? q : null,
      found: payment.id !== chosen ? [] : found.map((one) => ({ ...one, fees: choicesOf(payment, one.fees) })),
    });
  return {
    day,
    advance,
    years: years.map((one) => one.year),
    year,
    url: urlOf(args.url, paging.page),
    ...paging,
    total: open.filter((payment) => bankPaymentState(payment) === "open").length,
    open: shown.map((payment, i) => viewIn("open")(payment, proposed[i])),
    waiting: {
      ...waitingPage,
      total: waiting.filter((payment) => bankPaymentState(payment) === "waiting").length,
      shown: waitingPage.shown.map((payment) => viewIn("waiting")(payment)),
    },
    ofYear: { ...yearPage, shown: yearPage.shown.map((payment) => viewIn("ofYear")(payment)) },
  };
}

/** URL of the shown list page, without the parameters that open a payment or search in it. */
function urlOf({ pathname, searchParams }: URL, page: number): string {
  const params = new URLSearchParams(searchParams);
  for (const name of ["paiement", "recherche", "page"]) params.delete(name);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

type Proposal = Awaited<ReturnType<typeof proposeFeesForPayments>>[number];

const NOTHING: Proposal = { open: [], together: [], settled: [] };

export type BankPaymentView = Awaited<ReturnType<typeof readBankPage>>["open"][number];

function viewPayment(payment: BankPayment) {
  const { id, payer, text, amount, date, returned, lines, awaits } = payment;
  return {
    payment: id,
    text,
    returned,
    seen: lines.length,
    date: swissDay(date),
    waits: awaits !== "",
    payer: payer || "Sans nom",
    amount: formatAmount(amount),
    rest: undecidedAmount(payment) > 0 ? formatAmount(undecidedAmount(payment)) : null,
    note: noteOf(payment),
    decisions: decisionsOf(lines),
  };
}

type PaymentOutcome = {
  readonly outcome: string;
  /** Null if the last decision cannot be undone. */
  readonly undo: { readonly intention: string; readonly fields: Readonly<Record<string, string>> } | null;
};

/** A sentence about the last decision on a payment, and the form that undoes it. */
function outcomeOf(payment: BankPayment, today: Day): PaymentOutcome {
  const { lines, awaits, awaitedAt, awaitsName } = payment;
  const last = lines.at(-1);
  if (awaitedAt && (!last || last.at <= awaitedAt)) {
    const time = instantInFrench(awaitedAt, today);
    if (awaits === "") return { outcome: `N’attend plus, ${time}`, undo: null };
    const outcome = `Gardé pour ${yearOfReference(awaits)}, ${awaitsName}, ${time}`;
    return { outcome, undo: { intention: "wait-no-more", fields: {} } };
  }
  if (!last) return { outcome: "Rien n’est noté", undo: null };
  const time = instantInFrench(last.at, today);
  const group = lines.filter(({ at }) => at.getTime() === last.at.getTime());
  if (last.kind !== "correction") {
    const outcome = `${decisionInFrench(group, payment)}, ${formatAmount(sumOf(group))}, ${time}`;
    return { outcome, undo: { intention: "undo", fields: { line: group.map(({ id }) => id).join(" ") } } };
  }
  const cancelled = lines.filter(({ id }) => group.some(({ corrects }) => corrects === id));
  return { outcome: `Décision annulée, ${time}`, undo: decisionAgain(cancelled, undecidedAmount(payment)) };
}

const sumOf = (lines: readonly BankDecisionLine[]): Centimes => lines.reduce((sum, { amount }) => sum + amount, 0);

function decisionInFrench(group: readonly BankDecisionLine[], { returned }: BankPayment): string {
  const [{ kind, fee, name }, ...others] = group as [BankDecisionLine];
  if (kind !== "fee") return BANK_DECISION_LABELS[kind];
  if (others.length === 0) return `Cotisation ${yearOf(fee)} ${withPreposition(name)}${returned ? " rouverte" : ""}`;
  const years = [...new Set(group.map((line) => yearOf(line.fee)))].sort();
  return `Cotisations ${listInFrench(years)} ${withPreposition(listInFrench(group.map((line) => line.name)))}`;
}

const yearOf = (fee: string): string => fee.split("-")[0] ?? "";

/** What a button sends to make a cancelled decision again. Null if it would now apply to another amount. */
function decisionAgain(cancelled: readonly BankDecisionLine[], undecided: Centimes): PaymentOutcome["undo"] {
  const [first] = cancelled;
  if (first?.kind === "fee") return { intention: "fee", fields: { fee: cancelled.map(({ fee }) => fee).join(" ") } };
  return first && undecided === first.amount ? { intention: first.kind, fields: { date: first.date } } : null;
}

/**
 * Groups the lines of a payment by decision. The lines of one decision have the same time, and « Annuler » cancels them
 * together. This adds a correction per line, and these corrections form a group of their own.
 */
function decisionsOf(lines: readonly BankDecisionLine[]) {
  const kept = new Set(effectiveFeeLines(lines));
  const corrected = new Set(lines.map(({ corrects }) => corrects));
  const inWords = (line: BankDecisionLine) => `${swissDay(line.date)}\u00a0: ${lineInFrench(line)}`;
  const keyOf = (line: BankDecisionLine) => `${line.at.getTime()} ${kept.has(line)} ${corrected.has(line.id)}`;
  return [...Map.groupBy(lines, keyOf).values()].map((group) => ({
    ids: group.map(({ id }) => id).join(" "),
    texts: group.map(inWords),
    isKept: group.some((line) => kept.has(line)),
    isCorrected: group.some(({ id }) => corrected.has(id)),
  }));
}

const lineInFrench = ({ kind, fee, name, amount, by }: BankDecisionLine): string =>
  [`${BANK_DECISION_LABELS[kind]} ${fee.split("-")[0]}`.trim(), name, formatAmount(amount), by && `noté par ${by.name}`]
    .filter(Boolean)
    .join(", ");

function noteOf(payment: BankPayment): string {
  const { awaits, awaitsName, toRefund, returned } = payment;
  if (toRefund) return `À rembourser\u00a0: l’inscription ${withPreposition(awaitsName)} a été refusée.`;
  if (awaits !== "") return `Attend la cotisation ${yearOfReference(awaits)} ${withPreposition(awaitsName)}.`;
  return returned ? "Retour\u00a0: la banque a rendu cet argent." : "";
}

/** A French sentence for each person who has nothing to pay. */
export const settledFeesInFrench = (settled: readonly SettledFee[]): string[] =>
  [...Map.groupBy(settled, ({ member, isWaived }) => `${isWaived} ${member}`).values()].map((fees) => {
    const [{ name, isWaived }] = fees as [SettledFee];
    const years = fees.map(({ year }) => year).sort();
    const list = listInFrench(years);
    return isWaived ? `${name} n’a rien à payer pour ${list}` : `${name} a déjà payé ${list}`;
  });

/**
 * The people for whose fee of next year a payment can wait. Leaves out people with an open fee, because the payment
 * fits that fee better.
 */
function advancesOf(settled: readonly SettledFee[], open: readonly Fee[]) {
  const people = new Map(settled.map(({ member: id, name }) => [id, { id, name }]));
  for (const { member } of open) people.delete(member);
  return [...people.values()];
}

const choicesOf = (payment: BankPayment, fees: readonly Fee[]) =>
  fees.flatMap((fee) => {
    const { open, paid } = feeBalance(fee);
    const amount = Math.min(undecidedAmount(payment), payment.returned ? paid : open);
    const verb = payment.returned ? "Rouvrir la cotisation" : "Cotisation";
    return amount > 0
      ? [{ fees: fee.id, label: `${verb} ${fee.year}, ${fee.name}\u00a0: ${formatAmount(amount)}` }]
      : [];
  });

/** Text of the choice that pays several fees: « Cotisation 2027, Léa et Tom Dubuis : 2 × CHF 50.– ». */
function togetherInFrench({ fees, names }: FeeGroup) {
  const years = [...new Set(fees.map(({ year }) => year))].sort();
  const amounts = fees.map((fee) => formatAmount(feeBalance(fee).open));
  const sum = new Set(amounts).size === 1 ? `${amounts.length}\u00a0×\u00a0${amounts[0]}` : listInFrench(amounts);
  const label = `Cotisation${years.length > 1 ? "s" : ""} ${listInFrench(years)}, ${names}\u00a0: ${sum}`;
  return { fees: fees.map(({ id }) => id).join(" "), label };
}
