import { useMemo, useRef } from "react";
import { data } from "react-router";
import { accountContext, servicesContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { slotPlanUrl } from "#app/ui/event-url.ts";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { rowId, withActedRows } from "#app/ui/list/acted-rows.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { eventDaysAndTimeInFrench, exactEventDays } from "#domain/events/days.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";
import {
  PLAN_LIMITS,
  PLAN_SENTENCES,
  plannedSlotSchema,
  SLOT_FIELD_LABELS,
  slotAsTyped,
  slotFieldsInFrench,
} from "#domain/slots/plan.ts";
import { EMPTY_SLOT, type StoredSlot } from "#domain/slots/slot.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { addSlot, changeSlot, type SlotUpdateOutcome } from "#usecases/slots/plan.ts";
import type { Route } from "./+types/edit-slot.ts";
import { numberFieldProps, SlotRestrictionFields } from "./night-form.tsx";
import { findEventOfPlan } from "./plan-view.server.ts";
import { redirectToAddedSlots } from "./redirect-to-added.server.ts";

export const handle: Handle = { help: "coups-de-main" };

const titleOf = (slotId: string | undefined): string => (slotId ? "Modifier un créneau" : "Ajouter un créneau");

export const meta: Route.MetaFunction = (args) =>
  privateMeta(titleOf(args.params.slotId), "Un poste, ses heures, et combien il faut de personnes.")(args);

const NOTHING_STORED = { initial: {}, version: "", event: "", hasDay: true };

/** `copie` is the id of a slot of the event to copy. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the document may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext)) return NOTHING_STORED;
  const services = context.get(servicesContext);
  const event = await findEventOfPlan(services, params.eventId);
  const slot = params.slotId === undefined ? null : await slotOf(services, event, params.slotId);
  const copied = await services.slots.get(url.searchParams.get("copie") ?? "");
  const fields = slot ?? (copied?.event === event.subject ? copied : { ...EMPTY_SLOT, needed: 4 });
  return {
    initial: slotAsTyped(fields, event) satisfies TypedValues,
    version: slot?.version ?? "",
    event: [event.name, eventDaysAndTimeInFrench(event)].filter(Boolean).join(", "),
    hasDay: exactEventDays(event).firstDay !== "",
  };
}

/** @throws a 404 response for an unknown slot, or a slot of another event */
async function slotOf({ slots }: Pick<Services, "slots">, event: StoredEvent, id: string): Promise<StoredSlot> {
  const slot = await slots.get(id);
  if (slot?.event !== event.subject) throw data(null, { status: 404 });
  return slot;
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "slot", fields: [...fieldNames(plannedSlotSchema()), "version"], ofCommittee: true },
    async ({ typed, services, by }) => {
      const event = await services.events.get(args.params.eventId);
      if (!event) return formResult({ gone: true, typed }, 409);
      const { slotId: id } = args.params;
      if (id === undefined) {
        const added = await addSlot(services, event, typed, by);
        return added.ok
          ? redirectToAddedSlots(args.context, event, added.value)
          : formResult({ errors: added.reason, typed }, 400);
      }
      const change = await changeSlot(services, event, { id, version: typed.version ?? "", typed }, by);
      if (change.is !== "updated") return refusalResult(change, typed, event);
      const target = `${withActedRows(slotPlanUrl(event.id), [id])}#${rowId(id)}`;
      return redirectWithToast(args.context, target, "slot-updated", { name: typed.post });
    },
  );

/** After a conflict, names the stored values that differ from the typed values. */
function refusalResult(change: Exclude<SlotUpdateOutcome, { is: "updated" }>, typed: TypedValues, event: StoredEvent) {
  if (change.is === "form") return formResult({ errors: change.errors, typed }, 400);
  if (change.is !== "outdated") return formResult({ gone: true, typed }, 409);
  const { now } = change;
  const words = slotFieldsInFrench(change.typed, event);
  const current = slotFieldsInFrench(now, event).filter((text) => !words.includes(text));
  const by = now.updatedBy?.name ?? null;
  return formResult({ conflict: { version: now.version, current, by }, typed }, 409);
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function EditSlotPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { hasDay, ...form } = loaderData;
  const result: FormResult = actionData ?? {};
  const page = slotPlanUrl(params.eventId);
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title={titleOf(params.slotId)} />
      <div className="page-frame sheet">
        {hasDay || result.typed ? (
          <SlotForm {...form} result={result} isNew={params.slotId === undefined} page={page} />
        ) : (
          <p>
            {PLAN_SENTENCES.noDay} <StrongLink to={page}>Retour au plan</StrongLink>
          </p>
        )}
      </div>
    </main>
  );
}

type FormProps = {
  initial: TypedValues;
  version: string;
  event: string;
  result: FormResult;
  isNew: boolean;
  page: string;
};

function SlotForm({ initial, version, event, result, isNew, page }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const schema = useMemo(() => plannedSlotSchema(), []);
  const pending = useIsSending();
  return (
    <>
      <CheckedForm className="form form--duo" schema={schema} errors={result.errors} formRef={form}>
        <p className="display-text full">
          <bdi>{event}</bdi>
        </p>
        <SlotFields values={result.typed ?? initial} />
        <input type="hidden" name="version" value={result.conflict?.version ?? result.typed?.version ?? version} />
        {!pending && <CardFormNotices {...result} what="ce créneau" />}
        <div className="full row">
          <SubmitButton
            className="btn btn--brique btn--large"
            disabled={pending}
            label={isNew ? "Créer le créneau" : "Enregistrer"}
          />
          <StrongLink to={page}>Annuler</StrongLink>
        </div>
      </CheckedForm>
      <SessionEndedNotice ended={result.sessionEnded ? result : null} resubmit={() => form.current?.requestSubmit()} />
    </>
  );
}

const SlotFields = ({ values }: { values: TypedValues }) => (
  <>
    <Field fullWidth name="post" label={SLOT_FIELD_LABELS.post} autoComplete="off" defaultValue={values.post} />
    <Field
      fullWidth
      name="day"
      label="Jour"
      type="date"
      hint="Montage la veille, rangement le lendemain&nbsp;: le jour peut être hors de l’événement. Après minuit, c’est déjà le jour suivant."
      defaultValue={values.day}
    />
    <div className="field-group field-group--pairs full">
      <Field name="from" label={SLOT_FIELD_LABELS.from} type="time" defaultValue={values.from} />
      <Field name="until" label={SLOT_FIELD_LABELS.until} type="time" defaultValue={values.until} />
    </div>
    <Field
      name="needed"
      label={SLOT_FIELD_LABELS.needed}
      {...numberFieldProps(PLAN_LIMITS.needed)}
      defaultValue={values.needed}
    />
    <Field
      fullWidth
      name="note"
      label={SLOT_FIELD_LABELS.note}
      autoComplete="off"
      hint="Facultatif, lue par ceux qui s’inscrivent."
      defaultValue={values.note}
    />
    <SlotRestrictionFields values={values} />
  </>
);
