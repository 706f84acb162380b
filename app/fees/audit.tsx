import { Fragment } from "react";
import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { formatAmount } from "#domain/money/amount.ts";
import { feeYearStateInFrench, readYearAudit } from "#usecases/fees/audit-year.ts";
import type { Route } from "./+types/audit.ts";

export const handle: Handle = { help: "boucler-les-comptes" };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(`Comptes ${args.params.year}`, "Les cotisations d’une année, pour les vérificateurs des comptes.")(args);

export async function loader({ params: { year }, context }: Route.LoaderArgs) {
  const audit = await readYearAudit(context.get(servicesContext), year);
  if (!audit) throw data(null, { status: 404 });
  const { opened, rows, totals } = audit;
  return {
    year,
    state: feeYearStateInFrench(opened),
    isClosed: opened.closedAt !== null,
    corrections: rows.filter(({ afterClosing }) => afterClosing).length,
    totals: totals.map(({ label, amount }) => ({ label, amount: formatAmount(amount) })),
  };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "fees close", fields: ["close"] }, async ({ services, by }) => {
    const { context, params, url } = args;
    const closed = await services.fees.close(params.year, by);
    if (!closed) return redirectWithToast(context, "/cotisations", "fees-gone");
    return redirectWithToast(context, url.pathname, "fees-closed");
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function AuditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { year, state, isClosed, corrections, totals } = loaderData;
  const { failed }: FormResult = actionData ?? {};
  const page = `/cotisations/${year}`;
  return (
    <Screen style="ocre" title={`Comptes ${year}`} className="member" failed={failed && "L’année n’est pas bouclée."}>
      <section aria-labelledby="totaux">
        <h2 id="totaux">Cotisation {year}</h2>
        <p>
          <bdi>{state}</bdi>
          {corrections > 0 && ` Corrections depuis\u00a0: ${corrections}.`}
        </p>
        <dl className="audit__totals">
          {totals.map(({ label, amount }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
      <p>
        Chaque cotisation due, paiement, remboursement, montant non demandé et correction, avec date, moyen, référence
        de la banque et qui l’a noté&nbsp;:
      </p>
      <p className="row">
        <a className="btn btn--small" href={`${page}/comptes.pdf`}>
          PDF
        </a>
        <a className="btn btn--small" href={`${page}/comptes.csv`}>
          CSV
        </a>
      </p>
      {!isClosed && (
        <section aria-labelledby="boucler">
          <h2 id="boucler">Boucler {year}</h2>
          <p>Après la vérification. Rien ne s’ouvre plus&nbsp;: tout changement devient une correction, datée.</p>
          <ConfirmButton
            dialogId="boucler-annee"
            verb="Boucler"
            icon={null}
            name={`l’année ${year}`}
            question={`Boucler l’année ${year}\u00a0?`}
            fields={{ close: year }}
            action={`${page}/verificateurs`}
          >
            <p>On ne revient pas en arrière. Les cotisations encore ouvertes le restent.</p>
          </ConfirmButton>
        </section>
      )}
      <StrongLink to={page}>Cotisation {year}</StrongLink>
    </Screen>
  );
}
