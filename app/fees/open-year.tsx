import { Form, Link, redirect, useNavigation } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { swissDay } from "#domain/dates.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { openableFeeYears, openFeeYear, previewFeeYear } from "#usecases/fees/fee-years.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/open-year.ts";

export const handle: Handle = { help: "la-cotisation-pas-à-pas" };

export const meta = privateMeta("Ouvrir une année", "Ouvrir les cotisations d’une année, après un aperçu.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [latest] = await services.fees.listYears();
  // /cotisations redirects to the newest year with fees. Without fees, /cotisations redirects to /cotisations/ouvrir.
  if (url.pathname === "/cotisations") throw redirect(latest ? `/cotisations/${latest.year}` : "/cotisations/ouvrir");
  const years = await openableFeeYears(services);
  const chosen = years.find((one) => one === url.searchParams.get("annee"));
  const preview = await firstWithPayers(services, chosen ? [chosen] : years);
  if (!preview) return { years, preview: null };
  const { year, amount, joinedBy, count, late, sum } = preview;
  const texts = { amount: formatAmount(amount), joinedBy: swissDay(joinedBy), sum: formatAmount(sum) };
  return { years, preview: { year, count, late, ...texts } };
}

/** A new register may have only members who pay from next year on. @returns null without years */
async function firstWithPayers(services: Services, years: readonly string[]) {
  let first: Awaited<ReturnType<typeof previewFeeYear>> | null = null;
  for (const year of years) {
    const preview = await previewFeeYear(services, year);
    if (preview.count > 0) return preview;
    first ??= preview;
  }
  return first;
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "fees open", fields: ["year"] }, async ({ typed: { year = "" }, services, by }) => {
    const { context } = args;
    const [years, openable] = [await services.fees.listYears(), await openableFeeYears(services)];
    const page = `/cotisations/${year}`;
    if (years.some((one) => one.year === year)) return redirectWithToast(context, page, "fees-unchanged");
    if (!openable.includes(year)) return formResult({ errors: { year: "Choisissez une année de la liste." } }, 400);
    const opened = await openFeeYear(services, year, by);
    return redirectWithToast(context, page, opened === null ? "fees-unchanged" : "fees-opened");
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function OpenFeeYearPage({ loaderData: { years, preview }, actionData }: Route.ComponentProps) {
  const { failed, errors }: FormResult = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  const other = years.find((year) => year !== preview?.year);
  return (
    <Screen
      style="ocre"
      title="Ouvrir une année"
      className="member"
      advice={errors?.year}
      failed={(failed || errors) && "Rien n’a été ouvert."}
    >
      {preview ? (
        <>
          {other && <StrongLink to={`/cotisations/ouvrir?annee=${other}`}>Plutôt {other}</StrongLink>}
          <Preview {...preview} />
          <Form className="row" method="post" action="/cotisations/ouvrir">
            <input type="hidden" name="year" value={preview.year} />
            <SubmitButton className="btn btn--brique" disabled={busy} label={`Ouvrir ${preview.year}`} />
            <StrongLink to="/registre">Annuler</StrongLink>
          </Form>
        </>
      ) : (
        <p>
          Cette année et la suivante sont ouvertes. <Link to="/cotisations">Voir les cotisations</Link>.
        </p>
      )}
    </Screen>
  );
}

type PreviewProps = NonNullable<Route.ComponentProps["loaderData"]["preview"]>;

const Preview = ({ year, amount, joinedBy, count, sum, late }: PreviewProps) => (
  <section aria-labelledby="apercu">
    <h2 id="apercu">Ce qui va se passer</h2>
    <ul className="member__list">
      <li>
        <b>{count > 1 ? `${count} membres paient` : `${count} membre paie`}</b> {amount} pour {year}&nbsp;: {sum} en
        tout.
      </li>
      <li>Ce montant reste celui de {year}, même si le réglage change.</li>
      <li>Qui devient membre plus tard s’ajoute tout seul, jusqu’au {joinedBy}. Après, c’est dès l’année suivante.</li>
      <li>Les dettes des autres années restent ouvertes.</li>
    </ul>
    {late.length > 0 && (
      <p>
        Ne paient pas encore, car membres depuis trop peu&nbsp;: <bdi>{late.join(", ")}</bdi>.
      </p>
    )}
  </section>
);
