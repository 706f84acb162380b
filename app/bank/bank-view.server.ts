import { servicesContext } from "#app/contexts.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { actedRows } from "#app/ui/list/acted-rows.ts";
import { pageIn, readListQuery } from "#app/ui/list/list-query.ts";
import type { SettledFee } from "#domain/bank/match.ts";
import {
  BANK_LINE_LABELS,
  type BankLine,
  type BankPayment,
  bankStateOf,
  undecidedAmount,
} from "#domain/bank/payment.ts";
import { listPayments, type PaymentList } from "#domain/bank/payment-list.ts";
import { type Day, dayInZurich, swissDay, timeInFrench } from "#domain/dates.ts";
import { balanceOf, effectiveLines, type Fee } from "#domain/fees/fee.ts";
import { yearOfReference } from "#domain/fees/reference.ts";
import { type Centimes, formatAmount } from "#domain/money/amount.ts";
import { PER_PAGE, pageOf } from "#domain/paging.ts";
import { memberName } from "#domain/register/member.ts";
import { findMembers } from "#domain/register/member-list.ts";
import { withPreposition } from "#domain/text/elision.ts";
import { inTurns } from "#ports/let-requests-pass.ts";
import { proposeFees } from "#usecases/bank/bank-payments.ts";
import { paymentRow, paymentsIn, paymentUrl } from "./bank-url.ts";

const FOUND = 10;
const PROPOSED = 3;

/** If the URL names an undecided payment, reads the page of the list with this payment. */
export async function readBankPage(args: Args & { url: URL }) {
  const services = args.context.get(servicesContext);
  const { bank, fees, register, clock } = services;
  const day = dayInZurich(clock.now());
  const [chosen = "", year] = ["paiement", "annee"].map((name) => args.url.searchParams.get(name) ?? "");
  const query = readListQuery(args.url.searchParams, ["present"]);
  const q = await wordsOfQuery(args, query, () => paymentUrl(chosen));
  const [payments, years, everyone] = await Promise.all([
    bank.list(),
    fees.listYears(),
    q === "" ? [] : register.list(),
  ]);
  const members = (await inTurns(findMembers(everyone, { text: q, filter: "present", day }))).slice(0, FOUND);
  const acted = actedRows(args.url.searchParams);
  const kept = { open: paymentsIn("open", acted), waiting: paymentsIn("waiting", acted) };
  const { open, waiting, ofYear } = await inTurns(listPayments(payments, year, kept));
  const place = open.findIndex(({ id }) => id === chosen);
  const { shown, ...paging } = pageOf(open, place < 0 ? query.page : Math.floor(place / PER_PAGE) + 1);
  const waitingPage = pageOf(waiting, pageIn(args.url.searchParams, "attente"));
  const yearPage = pageOf(ofYear, pageIn(args.url.searchParams, "suite"));
  const proposed = await proposeFees(services, shown);
  const advance = String(Number(years[0]?.year ?? day.slice(0, 4)) + 1);
  const found = await Promise.all(
    members.map(async ({ id, ...data }) => ({ id, name: memberName(data), fees: await fees.listOfMember(id) })),
  );
  const viewIn =
    (list: PaymentList) =>
    (payment: BankPayment, { open: likely, settled }: Proposal = NO_PROPOSAL) => ({
      ...viewPayment(payment),
      id: paymentRow(list, payment.id),
      ...(acted.includes(paymentRow(list, payment.id)) ? outcomeOf(payment, day) : { outcome: null, undo: null }),
      choices: choicesOf(payment, likely.slice(0, PROPOSED)),
      settled: settledInWords(settled),
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
    total: open.filter((payment) => bankStateOf(payment) === "open").length,
    open: shown.map((payment, i) => viewIn("open")(payment, proposed[i])),
    waiting: {
      ...waitingPage,
      total: waiting.filter((payment) => bankStateOf(payment) === "waiting").length,
      shown: waitingPage.shown.map((payment) => viewIn("waiting")(payment)),
    },
    ofYear: { ...yearPage, shown: yearPage.shown.map((payment) => viewIn("ofYear")(payment)) },
  };
}

const NO_PROPOSAL: Proposal = { open: [], settled: [] };

/** The page as it is shown, without the search in a payment. */
function urlOf({ pathname, searchParams }: URL, page: number): string {
  const params = new URLSearchParams(searchParams);
  for (const name of ["paiement", "recherche", "page"]) params.delete(name);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

type Proposal = Awaited<ReturnType<typeof proposeFees>>[number];

export type PaymentView = Awaited<ReturnType<typeof readBankPage>>["open"][number];

function viewPayment(payment: BankPayment) {
  const { id, payer, text, amount, date, returned, lines, awaits } = payment;
  const kept = new Set(effectiveLines(lines));
  const corrected = new Set(lines.map(({ corrects }) => corrects));
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
    lines: lines.map((line) => ({
      id: line.id,
      kept: kept.has(line),
      corrected: corrected.has(line.id),
      text: `${swissDay(line.date)}\u00a0: ${lineInWords(line)}`,
    })),
  };
}

type PaymentOutcome = {
  readonly outcome: string;
  /** Null if the last decision cannot be undone. */
  readonly undo: { readonly intention: string; readonly fields: Readonly<Record<string, string>> } | null;
};

/** What the last decision about a payment has done. */
function outcomeOf(payment: BankPayment, today: Day): PaymentOutcome {
  const { lines, awaits, awaitedAt, awaitsName } = payment;
  const last = lines.at(-1);
  if (awaitedAt && (!last || last.at <= awaitedAt)) {
    const time = timeInFrench(awaitedAt, today);
    if (awaits === "") return { outcome: `N’attend plus, ${time}`, undo: null };
    const outcome = `Gardé pour ${yearOfReference(awaits)}, ${awaitsName}, ${time}`;
    return { outcome, undo: { intention: "wait-no-more", fields: {} } };
  }
  if (!last) return { outcome: "Rien n’est noté", undo: null };
  const time = timeInFrench(last.at, today);
  if (last.kind !== "correction") {
    const outcome = `${decisionInWords(last, payment)}, ${formatAmount(last.amount)}, ${time}`;
    return { outcome, undo: { intention: "undo", fields: { line: last.id } } };
  }
  const was = lines.find(({ id }) => id === last.corrects);
  return { outcome: `Décision annulée, ${time}`, undo: was ? decisionAgain(was, undecidedAmount(payment)) : null };
}

function decisionInWords({ kind, fee, name }: BankLine, { returned }: BankPayment): string {
  if (kind !== "fee") return BANK_LINE_LABELS[kind];
  return `Cotisation ${fee.split("-")[0]} ${withPreposition(name)}${returned ? " rouverte" : ""}`;
}

/** The form that makes a cancelled decision again; null if it would now be about more money. */
function decisionAgain({ kind, fee, amount, date }: BankLine, undecided: Centimes): PaymentOutcome["undo"] {
  if (kind === "fee") return { intention: "fee", fields: { fee } };
  return undecided === amount ? { intention: kind, fields: { date } } : null;
}

const lineInWords = ({ kind, fee, name, amount, by }: BankLine): string =>
  [`${BANK_LINE_LABELS[kind]} ${fee.split("-")[0]}`.trim(), name, formatAmount(amount), by && `noté par ${by.name}`]
    .filter(Boolean)
    .join(", ");

function noteOf(payment: BankPayment): string {
  const { awaits, awaitsName, toRefund, returned } = payment;
  if (toRefund) return `À rembourser\u00a0: l’inscription ${withPreposition(awaitsName)} a été refusée.`;
  if (awaits !== "") return `Attend la cotisation ${yearOfReference(awaits)} ${withPreposition(awaitsName)}.`;
  return returned ? "Retour\u00a0: la banque a rendu cet argent." : "";
}

/** A sentence for each person who owes nothing. */
export const settledInWords = (settled: readonly SettledFee[]): string[] =>
  [...Map.groupBy(settled, ({ member, isWaived }) => `${isWaived} ${member}`).values()].map((fees) => {
    const [{ name, isWaived }] = fees as [SettledFee];
    const years = fees.map(({ year }) => year).sort();
    const list = new Intl.ListFormat("fr-CH").format(years);
    return isWaived ? `${name} n’a rien à payer pour ${list}` : `${name} a déjà payé ${list}`;
  });

/** The people for whom a payment can wait for the next year. A person with an open fee has a better choice. */
function advancesOf(settled: readonly SettledFee[], open: readonly Fee[]) {
  const people = new Map(settled.map(({ member: id, name }) => [id, { id, name }]));
  for (const { member } of open) people.delete(member);
  return [...people.values()];
}

const choicesOf = (payment: BankPayment, fees: readonly Fee[]) =>
  fees.flatMap((fee) => {
    const { open, paid } = balanceOf(fee);
    const amount = Math.min(undecidedAmount(payment), payment.returned ? paid : open);
    const verb = payment.returned ? "Rouvrir" : "Cotisation";
    return amount > 0
      ? [{ fee: fee.id, label: `${verb} ${fee.year}, ${fee.name}\u00a0: ${formatAmount(amount)}` }]
      : [];
  });
