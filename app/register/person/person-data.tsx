import { data, Link } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION_FIELD, ConfirmAction } from "#app/session/confirm-password.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { PersonSections } from "#app/ui/person-sections.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { erasePerson, type PersonData, readPersonData } from "#usecases/register/person-data.ts";
import type { Route } from "./+types/person-data.ts";

export const handle: Handle = { help: "quand-un-membre-veut-ses-données" };

export const meta = privateMeta("Données d’un membre", "Tout ce que le site a sur une personne, pour le lui donner.");

export async function loader({ params: { recordId }, context }: Route.LoaderArgs) {
  const person = await readPersonData(context.get(servicesContext), recordId);
  if (!person) throw data(null, { status: 404 });
  return person;
}

const FORM = {
  where: "register erase",
  fields: ["intention", CONFIRMATION_FIELD],
  secrets: [CONFIRMATION_FIELD],
  choice: { field: "intention", among: ["erase"] },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ secrets, services, by }) => {
    const { context, params } = args;
    const missing = await requirePassword(context, secrets[CONFIRMATION_FIELD]);
    if (missing) return formResult({ errors: missing.errors }, missing.status);
    const erased = await erasePerson(services, params.recordId, by);
    if (erased) context.get(siteContext).logSecurity("person-erased", by?.id ?? null);
    return redirectWithToast(context, "/registre", erased ? "person-erased" : "entry-gone");
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function PersonDataPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, sections, kept } = loaderData;
  const { failed, errors }: FormResult = actionData ?? {};
  const page = `/registre/${params.recordId}/donnees`;
  return (
    <Screen
      style="vigne"
      title={<bdi>{name}</bdi>}
      className="member"
      failed={failed && "Tout n’est pas effacé."}
      advice="Le site n’a pas pu le faire jusqu’au bout. Recommencez dans un instant."
    >
      <p>
        Tout ce que nous avons sur cette personne. Elle a le droit de le recevoir (art. 25 LPD) et de le faire effacer
        (art. 32 LPD). Vérifiez que c’est bien elle qui demande.
      </p>
      <p>
        Un prénom dans un dossier («&nbsp;Qui&nbsp;», «&nbsp;C’est où, qui sait&nbsp;?&nbsp;») n’y est pas&nbsp;: seul,
        il ne dit pas de qui il s’agit. Si elle le demande, montrez-le ou retirez-le dans les{" "}
        <Link to="/dossiers">dossiers</Link>.
      </p>
      <div className="row">
        <a className="btn btn--small" href={`${page}.pdf`}>
          PDF
        </a>
        <a className="btn btn--small" href={`${page}.json`} download>
          JSON
        </a>
        <ConfirmButton
          dialogId="effacer-partout"
          verb="Effacer partout"
          icon={<Bin />}
          name={name}
          danger
          question="Effacer cette personne partout&nbsp;?"
          fields={{ intention: "erase" }}
          action={page}
        >
          <p>
            Tout ce qui est sur cette page disparaît tout de suite, sans corbeille. {keptSentence(kept)} La page
            publique du comité et les comptes se suppriment à part.
          </p>
        </ConfirmButton>
      </div>
      {errors && (
        <ConfirmAction pending={{ intention: "erase", id: "", errors }} verb="Effacer partout" action={page} />
      )}
      <PersonSections sections={sections} />
      <StrongLink to={`/registre/${params.recordId}`}>Retour à la fiche</StrongLink>
    </Screen>
  );
}

function keptSentence(kept: PersonData["kept"]): string {
  if (kept.length === 0) return "Rien ne reste.";
  const years = kept.map(({ year, paid, until }) => `cotisation ${year}, ${paid} payés, jusqu’au ${until}`);
  return `Les comptes gardent le nom, les montants et les dates (CO 958f)\u00a0: ${years.join("\u00a0; ")}.`;
}
