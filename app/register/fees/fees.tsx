import { useMemo } from "react";
import { data, Form, Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { redirectToSearch } from "#app/session/search.server.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import Plus from "#app/ui/drawings/sign-plus.svg?drawing";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { Filters, SearchField } from "#app/ui/list-tools.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { FEE_FILTERS, type FeeFilter } from "#domain/fees/fee.ts";
import { PER_PAGE } from "#domain/paging.ts";
import { type FeeIntention, settleFees } from "#usecases/fees/settle-fees.ts";
import { choiceOf, feesUrl } from "../register-list.ts";
import type { Route } from "./+types/fees.ts";
import { FeeRow } from "./fee-row.tsx";
import { readFees } from "./fees.server.ts";
import { SettleSeveral } from "./settle-several.tsx";
import { settledAnswer } from "./settled-answer.server.ts";

export const meta: Route.MetaFunction = (args) =>
  privateMeta(`Cotisation ${args.params.year}`, "Qui a payé sa cotisation, et qui pas encore.", args);

export async function loader(args: Route.LoaderArgs) {
  const view = await readFees(args, args.params.year);
  if (!view) throw data(null, { status: 404 });
  return view;
}

const FORM = {
  where: "fees",
  fields: ["intention", "q", "filtre", "way", "date", "reason"],
  listField: "id",
  choice: { field: "intention", among: ["search", "pay", "waive"] },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, list }) => {
    const { context, url, params } = args;
    const { intention = "", q = "", filtre } = typed;
    const filter = choiceOf(filtre, FEE_FILTERS);
    if (intention === "search")
      return redirectToSearch(args, q, (search) => feesUrl(params.year, { search, filter, page: 1 }));
    // The box of the whole page has all ids.
    const ids = [...new Set(list.flatMap((value) => value.split(" ")))];
    const page = url.pathname + url.search;
    if (ids.length === 0) return redirectWithToast(context, page, "nothing-ticked");
    if (ids.length > PER_PAGE) return formResponse({ failed: true }, 400);
    const wanted = { ids, intention: intention as FeeIntention, typed };
    const outcome = await settleFees(context.get(servicesContext), wanted, actingPerson(context));
    return settledAnswer(context, page, { typed, list }, outcome);
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

const LABELS: Record<FeeFilter, string> = {
  ...{ open: "Ouvertes", paid: "Payées", waived: "Remises", all: "Toutes" },
};
const CHOICES = FEE_FILTERS.map((filter) => ({ filter, label: LABELS[filter] }));

export default function Fees({ loaderData, actionData }: Route.ComponentProps) {
  const { year, day, closed, toDecide, view, url, total, pages, sentence, owed, proposals, lines } = loaderData;
  const answer: FormAnswer = actionData ?? {};
  const page = `/cotisations/${year}`;
  const ids = useMemo(() => lines.filter(({ open }) => open).map(({ id }) => id), [lines]);
  return (
    <main id="contenu">
      <Banner low style="ocre" art={art} title={`Cotisation ${year}`}>
        {sentence} {proposals > 0 && <Link to="/registre/a-verifier">À vérifier ({proposals})</Link>}
      </Banner>
      <div className="page-frame">
        <search>
          <Form className="toolbar" method="post" action={page} preventScrollReset>
            <input type="hidden" name="intention" value="search" />
            <SearchField q={view.q} filter={view.filter} label="Chercher un membre" example="Nom" />
            <Filters filter={view.filter} choices={CHOICES} />
          </Form>
          <div className="toolbar__summary row">
            <p role="status">
              {total} {total > 1 ? "cotisations" : "cotisation"}
            </p>
            {owed && (
              <Link className="strong-link" to={`${page}/envoyer`}>
                Envoyer
              </Link>
            )}
            {ids.length > 0 && <SettleSeveral ids={ids} day={day} url={url} answer={answer} />}
          </div>
        </search>
        {answer.failed && (
          <ErrorNotice title="Rien n’a été changé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        {toDecide > 0 && (
          <p className="announcement">
            <Link to="/cotisations/banque">
              À classer&nbsp;: {toDecide} {toDecide > 1 ? "paiements" : "paiement"} de la banque
            </Link>
          </p>
        )}
        {closed && (
          <p className="announcement">Cette année est bouclée&nbsp;: tout changement devient une correction, datée.</p>
        )}
        {lines.length === 0 ? (
          <p className="people__none">Aucune cotisation ici.</p>
        ) : (
          <ul role="list" className="people people--fees">
            {lines.map((line) => (
              <FeeRow key={line.id} line={line} year={year} day={day} url={url} />
            ))}
          </ul>
        )}
        <Years {...loaderData} />
        <Pager page={view.page} pages={pages} addressOf={(number) => feesUrl(year, { ...view, page: number })} />
      </div>
    </main>
  );
}

type YearsProps = { year: string; others: readonly string[]; openable: boolean };

const Years = ({ year, others, openable }: YearsProps) => (
  <nav className="row fees__years" aria-label="Autres années">
    {others.map((other) => (
      <Link key={other} className="strong-link" to={`/cotisations/${other}`}>
        {other}
      </Link>
    ))}
    <Link className="btn btn--small btn--neige" to="/cotisations/banque">
      Fichier de la banque
    </Link>
    {openable && (
      <Link className="btn btn--small btn--neige" to="/cotisations/ouvrir">
        <Plus />
        Ouvrir une année
      </Link>
    )}
    <a className="strong-link" href={`/cotisations/${year}/factures.pdf`}>
      Toutes les factures (PDF)
    </a>
    <Link className="strong-link" to={`/cotisations/${year}/verificateurs`}>
      Pour les vérificateurs
    </Link>
    <Link className="strong-link" to="/registre">
      Membres
    </Link>
  </nav>
);
