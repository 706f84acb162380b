import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import art from "#app/planning/drawings/bandeau-evenement.svg";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdminForForm } from "#app/session/private-pages.ts";
import { createCard } from "#app/ui/cards/card-actions.server.ts";
import { findPlanningPage } from "#app/ui/cards/planning-page.server.ts";
import { saveCardSafely } from "#app/ui/cards/save-card.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { dayInZurich } from "#domain/dates.ts";
import { eventSchema } from "#domain/events/event-form.ts";
import { nextMonth } from "#domain/events/french-dates.ts";
import { fieldNames } from "#domain/fields.ts";
import { publishEvent } from "#usecases/cards/publish-card.ts";
import type { Route } from "./+types/event-create.ts";
import { EventForm } from "./event-form.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

/** `committee` loads the committee's styles also after the session has ended while the form was open. */
export const handle: Handle = {
  committee: true,
  screen: true,
  unlisted: true,
  takesFile: true,
  pendingText: "Loading...",
};

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Ajouter un événement", "Ajouter un événement au planning, avec son affiche.", args);

export async function loader({ context }: Route.LoaderArgs) {
  const [annee = "", mois = ""] = nextMonth(dayInZurich(context.get(servicesContext).clock.now())).split("-");
  return { annee, mois };
}

export const action = (args: Route.ActionArgs) =>
  createCard(args, {
    where: "event create",
    fields: fieldNames(eventSchema()),
    fileField: "image",
    publish: (typed, file) => publishEvent(args.context.get(servicesContext), typed, file, actingPerson(args.context)),
    next: { target: (id) => findPlanningPage(args.context, id), toast: "evenement-created" },
  });

export const clientAction = (args: Route.ClientActionArgs) => saveCardSafely(args);

export default function EventCreate({ loaderData, actionData }: Route.ComponentProps) {
  const answer: FormAnswer = actionData ?? {};
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title="Ajouter un événement" />
      <EventForm initial={loaderData} image={null} answer={answer} back="/planning" />
    </main>
  );
}
