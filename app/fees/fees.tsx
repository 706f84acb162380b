import { useMemo } from "react";
import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { searchWordsOfListQuery } from "#app/session/search.server.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult } from "#app/ui/form/handle-form.server.ts";
import { settleFeesResponse } from "#app/ui/form/settled-result.server.ts";
import { actedRows, useActedRows, useSteadyRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { readListQuery } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { dayInZurich } from "#domain/dates.ts";
import { FEE_FILTERS, type FeeFilter, type FeeTotals } from "#domain/fees/fee.ts";
import { filterFees, sumFeeTotals } from "#domain/fees/fee-list.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { listPageOf } from "#domain/paging.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import { openableFeeYears } from "#usecases/fees/fee-years.ts";
import { settleFees } from "#usecases/fees/settle-fees.ts";
import type { Route } from "./+types/fees.ts";
import { FeeRow } from "./fee-row.tsx";
import { viewFee } from "./fee-view.server.ts";
import { FeePageLinks } from "./fees-links.tsx";
import { feesUrl } from "./fees-url.ts";
import { SettleSeveralFees } from "./settle-several.tsx";

export const handle: Handle = { help: "la-cotisation-pas-à-pas" };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(`Cotisation ${args.params.year}`, "Qui a payé sa cotisation, et qui pas encore.")(args);

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const { fees, bank, proposals, clock } = services;
  const { year } = args.params;
  const years = await fees.listYears();
  const opened = years.find((one) => one.year === year);
  if (!opened) throw data(null, { status: 404 });
  const query = readListQuery(args.url.searchParams, FEE_FILTERS);
  const text = await searchWordsOfListQuery(args, query, (other) => feesUrl(year, other));
  const [all, openable, toDecide, proposed] = await Promise.all([
    fees.listYear(year),
    openableFeeYears(services),
    bank.countOpen(),
    proposals.count(),
  ]);
  const totals = await runInSlices(sumFeeTotals(all));
  const acted = actedRows(args.url.searchParams);
  const { shown, page, pages } = listPageOf(
    await runInSlices(filterFees(all, { filter: query.filter, text, kept: acted })),
    query.page,
  );
  const { length: total } = await runInSlices(filterFees(all, { filter: query.filter, text }));
  const day = dayInZurich(clock.now());
  const url = feesUrl(year, { ...query, page });
  return {
    year,
    toDecide,
    proposals: proposed,
    total,
    pages,
    sentence: sentenceOf(totals),
    owed: totals.open,
    day,
    closed: opened.closedAt !== null,
    openable: openable.length > 0,
    view: { ...query, page, q: text },
    url: acted.length > 0 ? withActedRows(url, acted) : url,
    others: years.map((one) => one.year).filter((one) => one !== year),
    fees: shown.map((fee) => viewFee(fee, acted.includes(fee.id), day)),
  };
}

function sentenceOf({ paid, open, waived, sumPaid, sumDue }: FeeTotals): string {
  const counted = (count: number, word: string) => `${count} ${word}${count > 1 ? "s" : ""}`;
  const parts = [
    counted(paid, "payée"),
    counted(open, "ouverte"),
    ...(waived > 0 ? [counted(waived, "non demandée")] : []),
  ];
  return [...parts, `${formatAmount(sumPaid)} sur ${formatAmount(sumDue).replace("CHF\u00a0", "")}`].join(", ");
}

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "fees",
    fields: ["way", "date", "reason", "line"],
    intentions: ["pay", "waive", "cancel", "restore"],
    search: { filters: FEE_FILTERS, urlOf: (query) => feesUrl(args.params.year, query) },
    act: async (intention, { typed, list, ids, isUndo, services, by }) => {
      if (ids.length === 0) return formResult({ errors: { id: "Rien n’est coché." }, typed }, 400);
      const outcome = await settleFees(services, { ids, intention, typed }, by);
      if (!outcome.ok)
        return settleFeesResponse(args.context, args.url.pathname + args.url.search, { typed, list }, outcome);
      const [id = "", ...others] = ids;
      const fee = others.length === 0 ? await services.fees.get(id) : null;
      return listResponse(args, {
        ids,
        toast: outcome.value > 0 ? "fees-settled" : "fees-unchanged",
        name: fee?.name,
        isUndo,
      });
    },
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const LABELS: Record<FeeFilter, string> = {
  open: "Ouvertes",
  paid: "Payées",
  waived: "Non demandées",
  all: "Toutes",
};
const CHOICES = FEE_FILTERS.map((filter) => ({ filter, label: LABELS[filter] }));

export default function FeesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { year, day, closed, view, total, pages, sentence, owed } = loaderData;
  const result: FormResult = actionData ?? {};
  const page = `/cotisations/${year}`;
  const fees = useSteadyRows(loaderData.fees);
  const { url, isSending } = useActedRows(loaderData.url);
  const ids = useMemo(
    () => fees.filter(({ isOpen, outcome }) => isOpen && outcome === null).map(({ id }) => id),
    [fees],
  );
  return (
    <ListScreen
      style="ocre"
      title={`Cotisation ${year}`}
      lead={sentence}
      failed={(result.failed || result.errors?.id) && "Rien n’a été changé."}
      advice={result.errors?.id}
      links={<FeePageLinks {...loaderData} />}
      search={{ path: page, view, label: "Chercher un membre", example: "Nom", filters: CHOICES }}
      count={`${total} ${total > 1 ? "cotisations" : "cotisation"}`}
      tools={
        <>
          {owed > 0 && <StrongLink to={`${page}/envoyer`}>Envoyer</StrongLink>}
          {ids.length > 0 && <SettleSeveralFees ids={ids} day={day} url={url} result={result} />}
        </>
      }
      notice={
        closed && (
          <p className="notice">Cette année est bouclée&nbsp;: tout changement devient une correction, datée.</p>
        )
      }
      empty={fees.length === 0 && <p className="list-empty">Aucune cotisation ici.</p>}
      pager={{ page: view.page, pages, addressOf: (number) => feesUrl(year, { ...view, page: number }) }}
    >
      <ul role="list" className="list list--fees">
        {fees.map((fee) => (
          <FeeRow key={fee.id} fee={fee} url={url} isSending={isSending(fee.id)} year={year} day={day} />
        ))}
      </ul>
    </ListScreen>
  );
}
