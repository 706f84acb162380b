import { accountContext, servicesContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { slotPlanUrl } from "#app/ui/event-url.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { fieldNames } from "#domain/fields.ts";
import { eveningsOfEvent, nightAsTyped, nightSchema, PLAN_SENTENCES } from "#domain/slots/plan.ts";
import { slotsByEvening } from "#domain/slots/slot-hours.ts";
import { addNight } from "#usecases/slots/plan.ts";
import type { Route } from "./+types/night.ts";
import { NightForm } from "./night-form.tsx";
import { findEventOfPlan } from "./plan-view.server.ts";
import { redirectToAddedSlots } from "./redirect-to-added.server.ts";

export const handle: Handle = { help: "coups-de-main" };

export const meta = privateMeta("Préparer une soirée", "Créer les créneaux d’une soirée en une fois.");

export async function loader({ params: { eventId }, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the document may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext))
    return { initial: {}, evenings: [], hasDay: true };
  const services = context.get(servicesContext);
  const event = await findEventOfPlan(services, eventId);
  const evenings = eveningsOfEvent(event);
  const planned = slotsByEvening(await services.slots.list(event.subject), event).map(({ evening }) => evening);
  return { initial: nightAsTyped(event, planned), evenings, hasDay: evenings.length > 0 };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "night of slots", fields: fieldNames(nightSchema()), ofCommittee: true },
    async ({ typed, services, by }) => {
      const event = await services.events.get(args.params.eventId);
      if (!event) return formResult({ gone: true, typed }, 409);
      const added = await addNight(services, event, typed, by);
      return added.ok
        ? redirectToAddedSlots(args.context, event, added.value)
        : formResult({ errors: added.reason, typed }, 400);
    },
  );

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function PlanNightPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { hasDay, ...form } = loaderData;
  const result: FormResult = actionData ?? {};
  const page = slotPlanUrl(params.eventId);
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title="Préparer une soirée" />
      <div className="page-frame sheet">
        {hasDay || result.typed ? (
          <NightForm action={`${page}/soiree`} {...form} result={result} />
        ) : (
          <p>{PLAN_SENTENCES.noDay}</p>
        )}
        <div className="row">
          <StrongLink to={page}>Retour au plan</StrongLink>
        </div>
      </div>
    </main>
  );
}
