/** Two rounds about an event: members are asked to help, and people who come are told what has changed. */
import { data, Form, useNavigation } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { slotPlanUrl } from "#app/ui/event-url.ts";
import { SelectField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { pageInQuery } from "#app/ui/list/list-query.ts";
import { RoundContent, waitingInFrench } from "#app/ui/round/round.tsx";
import { ROUND_FIELDS, ROUND_INTENTIONS, roundResponse } from "#app/ui/round/round-action.server.ts";
import { useRoundRows } from "#app/ui/round/use-round.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { CHOSEN_SLOTS_FIELD } from "#domain/slots/slot-form.ts";
import { slotHoursInFrench } from "#domain/slots/slot-hours.ts";
import { missingPeopleSoughtInFrench } from "#domain/slots/slot-state.ts";
import { changeTouch, saveRoundTexts } from "#usecases/rounds/round.ts";
import { readSlotChangeRound, readSlotRequestRound } from "#usecases/rounds/slot-rounds.ts";
import type { Route } from "./+types/slot-round.ts";

export const handle: Handle = { help: "demander-confirmer-rappeler" };

export const meta = privateMeta("Messages des coups de main", "Les personnes à qui un message est à envoyer.");

const kindOf = ({ pathname }: URL) => (pathname.endsWith("/a-confirmer") ? "slot-change" : "slot-request");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const event = await services.events.get(params.eventId);
  if (!event) throw data(null, { status: 404 });
  const kind = kindOf(url);
  const shown = { publicUrl: context.get(siteContext).publicUrl, wanted: pageInQuery(url.searchParams) };
  const about = { kind, url: url.pathname + url.search, event: event.name } as const;
  if (kind === "slot-change")
    return { ...(await readSlotChangeRound(services, event, shown)), ...about, slots: [], slot: "" };
  const { open, ...round } = await readSlotRequestRound(
    services,
    event,
    url.searchParams.get(CHOSEN_SLOTS_FIELD) ?? "",
    shown,
  );
  const slots = open.map(({ id, post, hours, missing }) => ({
    value: id,
    label: `${post}, ${slotHoursInFrench(hours)}\u00a0: ${missingPeopleSoughtInFrench(missing)}`,
  }));
  return { ...round, ...about, slots };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "slot round", fields: ROUND_FIELDS, choice: { field: "intention", among: ROUND_INTENTIONS } },
    (sent) => roundResponse(args, kindOf(args.url), sent, { changeTouch, saveRoundTexts }),
  );

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const TITLES = { "slot-request": "Demander un coup de main", "slot-change": "À confirmer" };

export default function SlotRoundPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { kind, rows, waiting, slots, slot, event, ...page } = loaderData;
  const result: FormResult = actionData ?? {};
  const round = useRoundRows(kind, rows, waiting);
  return (
    <Screen
      style="azur"
      title={TITLES[kind]}
      lead={
        <>
          <bdi>{event}</bdi>. {waitingInFrench(round.waiting)}.
        </>
      }
      className="member"
      failed={result.failed && "Ce n’est pas noté."}
    >
      {kind === "slot-request" && <SlotChoice slots={slots} slot={slot} />}
      <RoundContent {...page} kind={kind} round={round} result={result} />
      <StrongLink to={`${slotPlanUrl(params.eventId)}/qui-vient`}>Qui vient</StrongLink>
    </Screen>
  );
}

type ChoiceProps = { slots: readonly { value: string; label: string }[]; slot: string };

/** For which slot to ask. Without a slot that needs people, the list below is empty. */
function SlotChoice({ slots, slot }: ChoiceProps) {
  const busy = useNavigation().state !== "idle";
  if (slots.length === 0) return <p>Aucun poste ne cherche du monde.</p>;
  return (
    <search>
      <Form className="form" key={slot}>
        <SelectField name={CHOSEN_SLOTS_FIELD} label="Pour quel poste" autoComplete="off" defaultValue={slot}>
          <option value="">Tous ceux qui cherchent du monde</option>
          {slots.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="full row">
          <SubmitButton className="btn btn--small" disabled={busy} label="Afficher" />
        </div>
      </Form>
    </search>
  );
}
