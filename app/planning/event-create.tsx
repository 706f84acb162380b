import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { createCardAction } from "#app/ui/cards/card-actions.server.ts";
import { planningPageOfEvent } from "#app/ui/cards/planning-page.server.ts";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { dayInZurich } from "#domain/dates.ts";
import { taskCountInFrench } from "#domain/dossier/task-words.ts";
import { withoutYearlyFields } from "#domain/events/event-fields.ts";
import { eventAsTyped, eventSchema } from "#domain/events/event-form.ts";
import { nextMonth } from "#domain/events/french-dates.ts";
import { type EventFields, knownPlaces } from "#domain/events/planned-event.ts";
import { DRAFT_PUBLICATION } from "#domain/events/publication.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";
import { slotCountInFrench } from "#domain/slots/plan.ts";
import { addEvent } from "#usecases/cards/add-card.ts";
import type { Route } from "./+types/event-create.ts";
import { EventForm } from "./event-form.tsx";

export const handle: Handle = { help: "ajouter-un-événement-depuis-un-téléphone", takesFile: true };

export const meta = privateMeta("Ajouter un événement", "Ajouter un événement au planning, avec son affiche.");

const COPIED = "copie";

/**
 * `copie` is the id of an event to copy, with its slots and its dossier. `apres` is the id of an event: the new event gets the same month and
 * publication.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { events, slots, tasks, clock } = context.get(servicesContext);
  const [annee = "", mois = ""] = nextMonth(dayInZurich(clock.now())).split("-");
  // The session may have ended while the user was typing. The form then shows the typed values, and no stored data.
  if (!context.get(accountContext)) return { initial: { annee, mois }, places: [], slots: 0, tasks: 0 };
  const list = await events.list();
  const named = (name: string) => list.find(({ id }) => id === new URL(request.url).searchParams.get(name));
  const [before, original] = [named("apres"), named(COPIED)];
  const proposed = before ? seasonOf(eventAsTyped(before, annee)) : { annee, mois };
  return {
    initial: original ? eventAsTyped(copyOf(original), annee) : proposed,
    places: knownPlaces(list),
    slots: original ? (await slots.list(original.subject)).length : 0,
    tasks: original ? (await tasks.list(original.subject)).length : 0,
  };
}

/** The poster is not copied, because a poster usually names the day. */
const copyOf = (event: EventFields): EventFields => ({
  ...withoutYearlyFields(event),
  firstDay: "",
  lastDay: "",
  publication: DRAFT_PUBLICATION,
});

const seasonOf = ({
  annee = "",
  mois = "",
  publication = "",
  publishDay = "",
  publishTime = "",
}: TypedValues): TypedValues => ({ annee, mois, publication, publishDay, publishTime });

export function action(args: Route.ActionArgs) {
  const { isReserved } = args.context.get(siteContext).routes;
  return createCardAction(args, {
    where: "event create",
    fields: fieldNames(eventSchema()),
    fileField: "image",
    add: (services, ...typed) => addEvent({ ...services, isReserved }, ...typed, args.url.searchParams.get(COPIED)),
    next: {
      target: (id) => planningPageOfEvent(args.context, id),
      toast: "evenement-created",
      form: "/evenement/create",
    },
  });
}

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function EventCreatePage({ loaderData: { slots, tasks, ...form }, actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title="Ajouter un événement" />
      {(slots > 0 || tasks > 0) && (
        <div className="page-frame">
          {slots > 0 && (
            <p className="notice">
              <b>{slotCountInFrench(slots)}</b> de coups de main {slots === 1 ? "vient" : "viennent"} avec, sans les
              personnes.
            </p>
          )}
          {tasks > 0 && (
            <p className="notice">
              <b>{taskCountInFrench(tasks)}</b> du dossier {tasks === 1 ? "vient" : "viennent"} avec, à faire de
              nouveau.
            </p>
          )}
        </div>
      )}
      <EventForm {...form} image={null} result={result} back="/planning" />
    </main>
  );
}
