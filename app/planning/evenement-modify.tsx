import { useEffect, useMemo } from "react";
import { data, useNavigate } from "react-router";
import { Banner } from "#app/chrome/banner.tsx";
import { updateCard } from "#app/chrome/cards/card-actions.server.ts";
import { saveCard } from "#app/chrome/cards/save-card.ts";
import { privateMeta } from "#app/chrome/head/page-meta.ts";
import { pictureOf } from "#app/chrome/pictures/pictures.server.ts";
import { actingPerson } from "#app/chrome/session/acting-person.ts";
import { requireAdminForForm } from "#app/chrome/session/private-pages.ts";
import { AnnouncedToast } from "#app/chrome/toasts/toast-zone.tsx";
import { accountContext, servicesContext } from "#app/contexts.ts";
import type { FormAnswer } from "#app/forms/form-answer.ts";
import art from "#app/planning/drawings/bandeau-evenement.svg";
import type { Handle } from "#app/route-handle.ts";
import { monthInFrench } from "#domain/dates.ts";
import { daysAndTime, type EvenementFields, stateInFrench } from "#domain/evenement.ts";
import { evenementAsTyped, evenementSchema } from "#domain/evenement-fields.ts";
import { fieldNames } from "#domain/fields.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import type { Route } from "./+types/evenement-modify.ts";
import { EvenementForm } from "./evenement-form.tsx";

/** SPEC.md section 9. */
const DELAY_MS = 2000;

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

/** Also for whose session has ended under the form. */
export const handle: Handle = { committee: true, screen: true, unlisted: true };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(
    "Modifier un événement",
    "Corriger le nom, la date, le lieu, l’état ou l’after movie d’un événement.",
    args,
  );

/** Without script, the browser itself goes on to the planning after the delay. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ params, context }: Route.LoaderArgs) {
  // Whose session has ended gets back what they sent, and nothing that is kept.
  if (!context.get(accountContext)) return { evenement: null, image: null, year: "" };
  const { evenements, settings } = context.get(servicesContext);
  const evenement = await evenements.get(params.evenementId);
  if (!evenement) throw data(null, { status: 404 });
  // Its year is proposed where the document names none.
  const [image, { planningYear }] = await Promise.all([
    pictureOf(context, { collection: "evenements", id: evenement.id }),
    settings.get(),
  ]);
  return { evenement, image: image?.url ?? null, year: String(planningYear) };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { evenementId: id } = args.params;
  return updateCard<EvenementFields>(args, {
    where: "event update",
    fields: fieldNames(evenementSchema()),
    get: () => services.evenements.get(id),
    update: (fields, version) =>
      changeCard(services, { collection: "evenements", id, fields, version }, actingPerson(args.context)),
    read: (typed, kept) => evenementSchema(kept).safeParse(typed),
    describe: ({ Nom, Lieu, State, ...days }) =>
      [Nom, monthInFrench(days.Date), daysAndTime(days), Lieu, stateInFrench(State)].filter((text) => text !== ""),
    next: (saved) => data(saved, { headers: { refresh: `${DELAY_MS / 1000}; url=/planning` } }),
  });
}

export { shouldRevalidate } from "#app/chrome/session/sign-in-answer.ts";

export const clientAction = (args: Route.ClientActionArgs) => saveCard(args);

export default function EvenementModify({ loaderData: { evenement, image, year }, actionData }: Route.ComponentProps) {
  const answer: FormAnswer = actionData ?? {};
  const initial = evenement ? evenementAsTyped(evenement, year) : (answer.typed ?? {});
  const version = evenement?.version ?? answer.typed?.version ?? "";
  const { saved } = answer;
  const navigate = useNavigate();
  const toast = useMemo(
    () => (saved ? ({ type: "success", text: "L'événement a été mis à jour avec succès" } as const) : null),
    [saved],
  );
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => navigate("/planning"), DELAY_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate]);
  return (
    <main id="contenu">
      <Banner bottomOnPhone style="azur" art={art} title="Modifier un événement" />
      <EvenementForm initial={initial} image={image} answer={answer} version={version} />
      <AnnouncedToast toast={toast} />
    </main>
  );
}
