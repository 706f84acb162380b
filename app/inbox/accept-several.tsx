import { Form, Link, redirect, useNavigation } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import art from "#app/inbox/drawings/crete-inscriptions.svg";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import {
  acceptOneSignUpUrl,
  INBOX_LISTS,
  idsInQuery,
  inboxUrl,
  inboxUrlAfterAction,
  readInboxQuery,
} from "#app/ui/list/inbox-list.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { doubtsInFrench } from "#domain/register/acceptance.ts";
import { memberName } from "#domain/register/member.ts";
import { acceptSignUps, type DoubtfulSignUp, planAcceptances } from "#usecases/register/accept-sign-ups.ts";
import type { Route } from "./+types/accept-several.ts";

export const handle: Handle = { help: "les-membres-pas-à-pas" };

export const meta = privateMeta("Accepter les cochées", "Qui devient membre d’un coup, et qui demande un regard.");

function requested({ searchParams }: URL) {
  const ids = idsInQuery(searchParams, "ids").slice(0, ROWS_PER_PAGE);
  const query = readInboxQuery(searchParams, "inscription");
  return { ids, query, back: inboxUrl(INBOX_LISTS.inscription.path, query) };
}

/** @throws a redirect to the list if nothing is left to accept */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { ids, query, back } = requested(url);
  const { ready, doubtful, summary } = await planAcceptances(context.get(servicesContext), ids);
  if (ready.length + doubtful.length === 0) throw redirect(back);
  return {
    back,
    summary,
    ready: ready.map(({ id, data }) => ({ id, name: memberName(data) })),
    doubtful,
    url: url.pathname + url.search,
    first: acceptOneSignUpUrl(
      doubtful.map(({ id }) => id),
      query,
    ),
  };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "inscription accept", fields: [], listField: "id" }, async ({ list, services, by }) => {
    const { ids, query } = requested(args.url);
    if (list.length > ROWS_PER_PAGE) return formResult({ failed: true }, 400);
    const accepted = await acceptSignUps(services, list, by);
    const { doubtful } = await planAcceptances(services, ids);
    const next = doubtful.map(({ id }) => id);
    const target =
      next.length > 0 ? acceptOneSignUpUrl(next, query, accepted) : inboxUrlAfterAction("inscription", query, accepted);
    const toast = accepted.length > 1 ? "inscriptions-accepted" : "inscription-accepted";
    return redirectWithToast(args.context, target, toast, { count: accepted.length });
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function AcceptSeveralSignUpsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { back, summary, ready, doubtful, url, first } = loaderData;
  const result: FormResult = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  const count = ready.length;
  return (
    <Screen
      style="rose"
      art={art}
      title="Accepter les cochées"
      className="sheet"
      failed={result.failed && "Tout n’est pas accepté."}
      advice="Réessayez&nbsp;: personne n’est accepté deux fois."
    >
      {count > 0 && (
        <Form className="form" method="post" action={url} data-one-tap>
          <p>
            <b>{summary}</b>
          </p>
          <details>
            <summary className="strong-link">{count > 1 ? "Leurs noms" : "Son nom"}</summary>
            <p>
              <bdi>{ready.map(({ name }) => name).join(", ")}</bdi>
            </p>
          </details>
          {ready.map(({ id }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <div className="row">
            <SubmitButton
              className="btn btn--brique btn--large"
              disabled={busy}
              label={count > 1 ? `Accepter ${count}\u00a0personnes` : "Accepter 1\u00a0personne"}
            />
            <StrongLink to={back}>Annuler</StrongLink>
          </div>
        </Form>
      )}
      {doubtful.length > 0 && <ToLookAt doubtful={doubtful} />}
      {count === 0 && (
        <div className="row">
          <Link className="btn btn--brique btn--large" to={first}>
            {doubtful.length > 1 ? "Ouvrir la première" : "Ouvrir l’inscription"}
          </Link>
          <StrongLink to={back}>Annuler</StrongLink>
        </div>
      )}
    </Screen>
  );
}

const ToLookAt = ({ doubtful }: { doubtful: readonly DoubtfulSignUp[] }) => (
  <section aria-labelledby="a-regarder">
    <h2 id="a-regarder">À regarder&nbsp;: {doubtful.length}</h2>
    <p>{doubtful.length > 1 ? "Elles s’ouvrent ensuite, l’une après l’autre." : "Elle s’ouvre ensuite."}</p>
    <ul role="list" className="list list--stacked">
      {doubtful.map(({ id, name, doubts }) => (
        <ListRow key={id} name={<bdi className="list__name">{name}</bdi>}>
          <p>{doubtsInFrench(doubts)}</p>
        </ListRow>
      ))}
    </ul>
  </section>
);
