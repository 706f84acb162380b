import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { redirectToCard } from "#app/ui/cards/card-actions.server.ts";
import { planningPageOfEvent } from "#app/ui/cards/planning-page.server.ts";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { typedListAction } from "#app/ui/typed-list/typed-list.server.ts";
import { TypedListForm } from "#app/ui/typed-list/typed-list-form.tsx";
import { momentInZurich } from "#domain/dates.ts";
import { eventTimeInFrench } from "#domain/events/days.ts";
import { areEventDaysPast } from "#domain/events/planned-event.ts";
import { eventDateInFrench } from "#domain/events/postponement.ts";
import { addEvents, previewEvents } from "#usecases/cards/add-several.ts";
import type { Route } from "./+types/events-create.ts";

export const handle: Handle = { help: "préparer-toute-une-saison" };

export const meta = privateMeta("Plusieurs événements", "Écrire plusieurs événements en une fois, un par ligne.");

export const loader = () => null;

export function action(args: Route.ActionArgs) {
  const { context } = args;
  const now = momentInZurich(context.get(servicesContext).clock.now());
  return typedListAction(args, {
    where: "events create",
    preview: previewEvents,
    add: addEvents,
    describe: (event) => ({
      title: event.name,
      detail: `${eventDateInFrench(event, " ")}${eventTimeInFrench(event)}, ${event.place}${areEventDaysPast(event, now) ? ". C’est déjà passé." : ""}`,
    }),
    next: async (ids) => {
      const [first = ""] = ids;
      const toast = ids.length > 1 ? "drafts-made" : "draft-made";
      return redirectToCard(context, await planningPageOfEvent(context, first), first, toast);
    },
  });
}

export { clientAction } from "#app/ui/cards/save-card.ts";

const EXAMPLE = "12.12 Bal de Noël, halle des fêtes\n31.12-1.1 20 h Nouvel An, salle paroissiale";

export default function EventsCreatePage({ actionData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title="Plusieurs événements" />
      <TypedListForm
        result={actionData ?? {}}
        path="/evenement/plusieurs"
        back="/planning"
        label="Un événement par ligne"
        example={EXAMPLE}
        counted={(count) => (count > 1 ? `${count} brouillons` : "1 brouillon")}
      >
        <p>
          La date, le nom, puis le lieu après une virgule. L’heure est facultative. Sans année, c’est la prochaine fois
          que cette date revient&nbsp;; une année seule sur une ligne («&nbsp;2027&nbsp;») vaut pour la suite. L’affiche
          vient plus tard.
        </p>
      </TypedListForm>
    </main>
  );
}
