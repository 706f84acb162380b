import { useRef, useState } from "react";
import { data } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { updateCardAction } from "#app/ui/cards/card-actions.server.ts";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import { planningPageOfEvent } from "#app/ui/cards/planning-page.server.ts";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { eventDaysAndTimeInFrench } from "#domain/events/days.ts";
import { EVENT_FIELDS, eventFieldsInFrench } from "#domain/events/event-fields.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { EMPTY_EVENT, type EventFields, withoutCommitteeFields } from "#domain/events/planned-event.ts";
import { POSTPONED_WITHOUT_DATE_SENTENCE } from "#domain/events/postponement.ts";
import { QUICK_CHANGES, type QuickChange, quickChangeSchema, quickChangeValues } from "#domain/events/quick-change.ts";
import { visitorStatusInFrench } from "#domain/events/visitor-notice.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import type { Route } from "./+types/event-quick-change.ts";
import { ClearableField } from "./clearable-field.tsx";
import { EventFieldWithHint } from "./form/more-fields.tsx";
import { redirectToChangedEvent } from "./years/done-event.server.ts";

const TEXTS = {
  reporter: { title: "Reporter un événement", button: "Marquer reporté" },
  annuler: { title: "Annuler un événement", button: "Marquer annulé" },
  film: { title: "Ajouter l’after movie", button: "Enregistrer" },
} as const satisfies Record<QuickChange, object>;

export const handle: Handle = { help: "reporter-ou-annuler" };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(TEXTS[args.params.change as QuickChange]?.title ?? "", "Dire ce que devient un événement.")(args);

function changeOf({ change }: Route.LoaderArgs["params"]): QuickChange {
  const known = QUICK_CHANGES.find((name) => name === change);
  if (!known) throw data(null, { status: 404 });
  return known;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const change = changeOf(params);
  // The session may have ended while the user was typing. The form then shows the typed values, and no stored data.
  if (!context.get(accountContext))
    return { change, event: { ...EMPTY_EVENT, id: "" }, version: "", page: "/planning" };
  const event = await context.get(servicesContext).events.get(params.eventId);
  if (!event) throw data(null, { status: 404 });
  const page = await planningPageOfEvent(context, event.id);
  return { change, event: withoutCommitteeFields(event), version: event.version, page };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { eventId: id } = args.params;
  const change = changeOf(args.params);
  return updateCardAction<EventFields>(args, {
    where: `event ${change}`,
    fields: fieldNames(quickChangeSchema(change, EMPTY_EVENT)),
    get: () => services.events.get(id),
    update: (fields, version) =>
      changeCard(services, { collection: "evenements", id, fields, version }, actingPerson(args.context)),
    read: (typed, current) => quickChangeSchema(change, current).safeParse(typed),
    describe: eventFieldsInFrench,
    next: () => redirectToChangedEvent(args.context, id, change === "film" ? filmInFrench : visitorStatusInFrench),
  });
}

const filmInFrench = ({ afterMovie }: EventFields): string =>
  afterMovie === "" ? "after movie retiré" : "after movie ajouté";

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function EventQuickChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { change, event, version, page } = loaderData;
  const result: FormResult = actionData ?? {};
  const pending = useIsSending();
  const form = useRef<HTMLFormElement>(null);
  const { title, button } = TEXTS[change];
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title={title} />
      <div className="page-frame sheet">
        <CheckedForm className="form" errors={result.errors} schema={quickChangeSchema(change, event)} formRef={form}>
          <p className="display-text">
            <bdi>{event.name}</bdi>, {eventDaysAndTimeInFrench(event) || monthInFrench(event.month)}
          </p>
          <Fields change={change} values={result.typed ?? quickChangeValues(event)} />
          <input type="hidden" name="version" value={result.conflict?.version ?? result.typed?.version ?? version} />
          {!pending && <CardFormNotices {...result} />}
          <div className="row">
            <SubmitButton className="btn btn--brique btn--large" disabled={pending} label={button} />
            {/* The link does not say « Annuler », which beside « Marquer annulé » would seem to cancel the event. */}
            <StrongLink to={page}>Retour</StrongLink>
          </div>
        </CheckedForm>
        <SessionEndedNotice
          ended={result.sessionEnded ? result : null}
          resubmit={() => form.current?.requestSubmit()}
        />
      </div>
    </main>
  );
}

function Fields({ change, values }: { change: QuickChange; values: TypedValues }) {
  const [day, setDay] = useState(values.NewDay ?? "");
  if (change === "film") return <EventFieldWithHint field={EVENT_FIELDS.afterMovie} defaultValue={values.AfterMovie} />;
  return (
    <>
      {change === "reporter" && (
        <ClearableField
          name="NewDay"
          type="date"
          label="Nouvelle date connue&nbsp;?"
          hint={`Vide\u00a0: «\u00a0${POSTPONED_WITHOUT_DATE_SENTENCE}\u00a0». L’heure reste la même.`}
          filled={day !== ""}
          defaultValue={values.NewDay}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      )}
      <EventFieldWithHint field={EVENT_FIELDS.notice} defaultValue={values.Notice} />
    </>
  );
}
