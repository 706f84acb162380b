import { Link, redirect } from "react-router";
import { type Services, servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { toastHeaders } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { deleteDialogId } from "#app/ui/delete-button.tsx";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { dossierUrl, slotPlanUrl, whoComesUrl } from "#app/ui/event-url.ts";
import { useActedRows, useSteadyRows } from "#app/ui/list/acted-rows.ts";
import { DeleteRowButton } from "#app/ui/list/delete-row-button.tsx";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { UndoGroupNotice } from "#app/ui/list/undo-together.tsx";
import { writeUrl } from "#app/ui/mailing-url.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { slotCountInFrench } from "#domain/slots/plan.ts";
import { deleteSlot, restoreSlot, undoSlotAddition, undoSlotChange } from "#usecases/slots/plan.ts";
import type { Route } from "./+types/plan.ts";
import { NightForm } from "./night-form.tsx";
import { findEventOfPlan, type SlotPlanView, type SlotRowView, viewSlotPlan } from "./plan-view.server.ts";

export const handle: Handle = { help: "coups-de-main" };

export const meta = privateMeta(
  "Coups de main",
  "Les postes et les heures pour lesquels un événement cherche du monde.",
);

export async function loader({ params: { eventId }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return viewSlotPlan(services, await findEventOfPlan(services, eventId), url);
}

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "slots",
    fields: ["seen", "version", "at"],
    intentions: ["delete", "restore", "undo-change", "undo-addition"],
    act: async (intention, { typed: { seen = "", version = "", at = "" }, ids: [id = ""], services, by }) => {
      const event = await services.events.get(args.params.eventId);
      if (!event) return listResponse(args, { ids: [], toast: "evenement-gone" });
      const name = await nameOfSlot(services, id);
      const respond = (toast: Parameters<typeof listResponse>[1]["toast"], isUndo = false) =>
        listResponse(args, { ids: [id], toast, name, isUndo });
      if (intention === "undo-addition") {
        const removed = await undoSlotAddition(services, event, id, by);
        return listResponse(args, { ids: removed, anchor: "ajout", toast: "slots-removed" });
      }
      if (intention === "restore") {
        const outcome = await restoreSlot(services, event, id, by);
        return respond(RESTORE_TOASTS[outcome], outcome === "restored");
      }
      if (intention === "undo-change") {
        const outcome = await undoSlotChange(services, event, { id, version, at }, by);
        return outcome === "updated" ? respond("slot-back", true) : respond("changed-meanwhile");
      }
      const outcome = await deleteSlot(services, event, { id, seen: seen.split(" ") }, by);
      if (outcome === "unseen") return askAgain(args, id);
      return respond(outcome === "deleted" ? "slot-deleted" : "entry-gone");
    },
  });

const RESTORE_TOASTS = { restored: "slot-restored", taken: "slot-taken", absent: "bin-gone" } as const;

async function nameOfSlot({ slots, bin }: Pick<Services, "slots" | "bin">, id: string): Promise<string> {
  const deleted = await bin.findOf(id);
  return (await slots.get(id))?.post ?? (deleted?.kind === "slot" ? deleted.fields.post : "");
}

/** A person has replied since the list was opened: asks for the confirmation again, with the names. */
async function askAgain({ context, params, url }: Route.ActionArgs, id: string) {
  const asked = new URLSearchParams(url.search);
  asked.set("confirmer", deleteDialogId(id));
  return redirect(`${slotPlanUrl(params.eventId)}?${asked}`, await toastHeaders(context, "slot-replied"));
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function SlotPlanPage({ loaderData: plan, actionData }: Route.ComponentProps) {
  const rows = useSteadyRows(plan.rows);
  const evenings = [...new Set(rows.map(({ title }) => title))];
  const { url, isSending } = useActedRows(plan.url);
  const page = slotPlanUrl(plan.id);
  const canAdd = plan.state === null || plan.state === "undated";
  return (
    <ListScreen
      style="azur"
      title="Coups de main"
      lead={
        <>
          <bdi>{plan.name}</bdi>
          {plan.when && `, ${plan.when}`}
        </>
      }
      className="member"
      failed={actionData?.failed && "Rien n’a été changé."}
      links={
        <ListLinks>
          <StrongLink to={whoComesUrl(plan.id)}>Qui vient</StrongLink>
          {canAdd && <StrongLink to={`${page}/creneau`}>Ajouter un créneau</StrongLink>}
          {plan.subject !== null && <StrongLink to={writeUrl({ event: plan.subject })}>Écrire à qui vient</StrongLink>}
          <StrongLink to={dossierUrl(plan.id)}>Dossier</StrongLink>
          <StrongLink to={`/evenement/modify/${encodeURIComponent(plan.id)}`}>L’événement</StrongLink>
        </ListLinks>
      }
      tools={canAdd && <NightTool plan={plan} page={page} />}
      notice={
        <>
          <StateNotice plan={plan} />
          {plan.added && <AddedNotice {...plan.added} url={url} />}
        </>
      }
      empty={rows.length === 0 && canAdd && <p className="list-empty">Aucun créneau pour l’instant.</p>}
    >
      {evenings.map((evening) => (
        <section key={evening} aria-label={evening}>
          <h2>{evening}</h2>
          <ul role="list" className="list list--slots">
            {rows
              .filter(({ title }) => title === evening)
              .map((row) => (
                <SlotRow key={row.id} row={row} page={page} url={url} canAdd={canAdd} isSending={isSending(row.id)} />
              ))}
          </ul>
        </section>
      ))}
    </ListScreen>
  );
}

type PageProps = { plan: SlotPlanView; page: string };

function NightTool({ plan, page }: PageProps) {
  const form = <NightForm action={`${page}/soiree`} initial={plan.night} evenings={plan.evenings} result={{}} />;
  if (plan.count === 0) return form;
  return (
    // After an addition, the form is closed and empty again.
    <details className="member__fold" key={plan.added?.at}>
      <summary className="strong-link">Préparer une soirée</summary>
      {form}
    </details>
  );
}

const STATES = {
  "no-day": "L’événement n’a pas encore de jour\u00a0: les créneaux viennent après.",
  undated: "Reporté, date à venir\u00a0: les créneaux suivront la nouvelle date.",
  cancelled: "L’événement est annulé\u00a0: plus personne ne peut s’inscrire. Le plan reste.",
} as const;

function StateNotice({ plan: { state, id } }: Pick<PageProps, "plan">) {
  if (!state) return null;
  return (
    <p className="notice">
      {STATES[state]}{" "}
      {state !== "cancelled" && (
        <Link to={`/evenement/modify/${encodeURIComponent(id)}`}>
          {state === "no-day" ? "Indiquer le jour" : "Indiquer la date"}
        </Link>
      )}
    </p>
  );
}

function AddedNotice({ at, count, kept, url }: NonNullable<SlotPlanView["added"]> & { url: string }) {
  const text =
    count === 0
      ? "C’est annulé\u00a0: les créneaux sont dans la corbeille."
      : count === kept
        ? `${slotCountInFrench(count)}, où quelqu’un vient déjà.`
        : `${slotCountInFrench(count)} de plus.`;
  return (
    <div id="ajout">
      <UndoGroupNotice undo={count > kept ? "undo-addition" : null} ids={[at]} text={text} url={url} />
    </div>
  );
}

type RowProps = { row: SlotRowView; page: string; url: string; canAdd: boolean; isSending: boolean };

function SlotRow({ row, page, url, canAdd, isSending }: RowProps) {
  const { id, post, times, whole: about, needed, note, adultsOnly, membersOnly, state, outcome, undo, change } = row;
  return (
    <ListRow
      id={id}
      name={
        <h3>
          <bdi>{post}</bdi>
        </h3>
      }
      actions={
        <div className="row">
          <Link className="btn btn--small" to={`${page}/${id}`}>
            Modifier<span className="sr-only">&nbsp;: {about}</span>
          </Link>
          {canAdd && (
            <Link className="btn btn--small btn--neige" to={`${page}/creneau?copie=${id}`}>
              Copier<span className="sr-only">&nbsp;: {about}</span>
            </Link>
          )}
          <DeleteSlot row={row} url={url} />
        </div>
      }
      outcome={isSending ? "Un instant…" : outcome && `${outcome}.`}
      undo={
        !isSending &&
        undo && <UndoButton url={url} id={id} name={about} intention={undo} fields={undo === "restore" ? {} : change} />
      }
    >
      <div className="slot__facts row">
        <p>
          <b>{times}</b>, {needed}
          {state && <> ({state})</>}
        </p>
        {adultsOnly && <span className="badge">Adultes</span>}
        {membersOnly && <span className="badge">Membres</span>}
        {note && (
          <p className="slot__note">
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
    </ListRow>
  );
}

/** With replies, names those who come first. Without, one tap: the row offers to undo it. */
function DeleteSlot({ row: { id, whole: about, names, seen }, url }: Pick<RowProps, "row" | "url">) {
  if (names.length === 0) return <DeleteRowButton action={url} id={id} name={about} />;
  return (
    <ConfirmButton
      dialogId={deleteDialogId(id)}
      verb="Supprimer"
      icon={<Bin />}
      name={about}
      danger
      iconOnly
      question="Supprimer ce créneau&nbsp;?"
      fields={{ id, seen, intention: "delete" }}
      action={url}
    >
      <p>
        <b>
          {about}. {names.length === 1 ? "Une personne vient" : `${names.length} personnes viennent`}&nbsp;:
        </b>
      </p>
      <p>
        <bdi>{names.join(", ")}</bdi>
      </p>
      <p>Le site ne les prévient pas. Le créneau et leurs noms restent trente jours dans la corbeille.</p>
    </ConfirmButton>
  );
}
