import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode, ToastDetails } from "#app/layout/toasts/toast-texts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { redirectToCard } from "#app/ui/cards/card-actions.server.ts";
import { planningPageOfEvent } from "#app/ui/cards/planning-page.server.ts";
import { planningPageOfMonth } from "#app/ui/event-url.ts";
import { UNKNOWN_ACTION_SENTENCE } from "#app/ui/form/handle-form.server.ts";
import { type FormRequestArgs, readForm } from "#app/ui/form/read-form.server.ts";
import { actedRows } from "#app/ui/list/acted-rows.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { momentInZurich } from "#domain/dates.ts";
import { yearOfCopy } from "#domain/events/copy-to-year.ts";
import { parseYear, shownPlanningYear } from "#domain/events/years.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { copyEventsToYear } from "#usecases/cards/copy-to-year.ts";
import { publishDrafts } from "#usecases/cards/publish-drafts.ts";
import { type UndoableEventChange, undoEventChange } from "#usecases/cards/undo-event-change.ts";
import { deleteEvent } from "#usecases/dossiers/delete-event.ts";
import { stopAutomaticPlanningYear } from "#usecases/save-settings.ts";
import { CHOICE_PREFIXES, choiceCheckboxName } from "./chosen-events.tsx";
import { KEEP_DOSSIER_FIELD } from "./delete-event.tsx";

/** `url`: URL of the list. After an action, the cards keep their order, so that a second tap hits no other card. */
type Page = FormRequestArgs & { readonly url: URL };

export async function planningAction(args: Page) {
  const { context } = args;
  const ids = (await context.get(servicesContext).events.list()).map(({ id }) => id);
  const checkboxes = CHOSEN.flatMap((choice) => ids.map((id) => choiceCheckboxName(choice, id)));
  const { typed, malformed } = await readForm(args, [
    "id",
    "intention",
    "annee",
    "version",
    "at",
    KEEP_DOSSIER_FIELD,
    ...checkboxes,
  ]);
  const { id = "", intention, version = "", at = "" } = typed;
  if (Object.keys(malformed).length > 0) throw data(UNKNOWN_ACTION_SENTENCE, { status: 400 });
  if (intention === undefined) return remove(args, id, typed[KEEP_DOSSIER_FIELD] !== undefined);
  if (intention === "next-year") return showNextYear(context, parseYear(typed.annee ?? ""));
  if (intention === "publish") return publish(args, [id]);
  if (intention === "as-planned") return resetStatus(args, id);
  if (intention === "undo") return undo(args, { id, version, at });
  if (intention === "again") return copyEvents(args, [id]);
  const choice = CHOSEN.find((known) => known === intention);
  if (!choice) throw data(UNKNOWN_ACTION_SENTENCE, { status: 400 });
  const ticked = ids.filter((eventId) => typed[choiceCheckboxName(choice, eventId)] !== undefined);
  return choice === "again-chosen" ? copyEvents(args, ticked) : publish(args, ticked);
}

const CHOSEN = Object.keys(CHOICE_PREFIXES) as (keyof typeof CHOICE_PREFIXES)[];

const respond = (
  page: Page,
  ids: readonly string[],
  toast: ToastCode,
  more: Pick<ToastDetails, "name" | "what"> = {},
) =>
  ids.length === 0
    ? redirectWithToast(page.context, page.url.pathname + page.url.search, toast, more)
    : listResponse(page, { ids, toast, ...more, isUndo: toast === "evenement-back", anchor: ids[0] });

async function remove(page: Page, id: string, keepsDossier: boolean): Promise<Response> {
  const { context } = page;
  try {
    await deleteEvent(context.get(servicesContext), { id, keepsDossier }, actingPerson(context));
    return respond(page, [id], keepsDossier ? "evenement-deleted-alone" : "evenement-deleted");
  } catch (error) {
    context.get(siteContext).report(error, "event delete");
    return respond(page, [], "deletion-failed");
  }
}

async function resetStatus(page: Page, id: string): Promise<Response> {
  const { context } = page;
  const services = context.get(servicesContext);
  try {
    const event = await services.events.get(id);
    const fields = event && { ...event, status: "" as const, previousDates: "", notice: "" };
    const change = fields && { collection: "evenements" as const, id, version: event.version, fields };
    const outcome = change && (await changeCard(services, change, actingPerson(context)));
    // After a double tap, the second request finds that the event takes place as planned again.
    const isDone = outcome === "updated" || (await services.events.get(id))?.status === "";
    if (!isDone) return respond(page, [], "evenement-unchanged");
    return respond(page, [id], "evenement-updated", { name: event?.name, what: "comme prévu" });
  } catch (error) {
    context.get(siteContext).report(error, "event as planned");
    return respond(page, [], "evenement-unchanged");
  }
}

/** Redirect to the page of the event, because its former date may be in another year. */
async function undo(page: Page, change: UndoableEventChange): Promise<Response> {
  const { context } = page;
  const services = context.get(servicesContext);
  try {
    const outcome = await undoEventChange(services, change, actingPerson(context));
    const event = await services.events.get(change.id);
    const name = event?.name;
    if (!event || outcome === "absent") return respond(page, [], "evenement-gone");
    if (outcome !== "updated") return respond(page, [], "changed-meanwhile", { name });
    if (actedRows(page.url.searchParams).includes(change.id))
      return respond(page, [change.id], "evenement-back", { name });
    return redirectToCard(context, await planningPageOfEvent(context, change.id), change.id, "evenement-back", {
      name,
    });
  } catch (error) {
    context.get(siteContext).report(error, "event undo");
    return respond(page, [], "evenement-unchanged");
  }
}

async function showNextYear(context: FormRequestArgs["context"], year: number | null): Promise<Response> {
  const by = actingPerson(context);
  if (year === null || by === null) throw data(UNKNOWN_ACTION_SENTENCE, { status: 400 });
  try {
    await stopAutomaticPlanningYear(context.get(servicesContext), year, by);
    return redirectWithToast(context, "/planning", "year-changed");
  } catch (error) {
    context.get(siteContext).report(error, "planning year");
    return redirectWithToast(context, "/planning", "year-failed");
  }
}

async function publish(page: Page, ids: readonly string[]) {
  const { context } = page;
  const services = context.get(servicesContext);
  try {
    const outcome = await publishDrafts(services, ids, actingPerson(context));
    const { published, withoutPoster } = outcome;
    // The router reloads the page's data only after a success status: send 200 if any draft was published.
    if (withoutPoster.length > 0) return data(outcome, { status: published.length > 0 ? 200 : 400 });
    const [first] = published;
    if (first === undefined || published.length > 1) return respond(page, published, "drafts-published");
    return respond(page, published, "draft-published", { name: (await services.events.get(first))?.name });
  } catch (error) {
    context.get(siteContext).report(error, "publish drafts");
    return respond(page, [], "publication-failed");
  }
}

async function copyEvents(page: Page, ids: readonly string[]): Promise<Response> {
  const { context } = page;
  const services = context.get(servicesContext);
  const { events, settings, clock } = services;
  try {
    const [current, list] = await Promise.all([settings.get(), events.list()]);
    const now = momentInZurich(clock.now());
    const shown = shownPlanningYear(current, list, now);
    const { drafts } = await copyEventsToYear(
      services,
      ids,
      (event) => yearOfCopy(event, shown, now),
      actingPerson(context),
    );
    const first = drafts[0] === undefined ? null : await events.get(drafts[0]);
    if (!first) return respond(page, [], "drafts-there");
    const target = `${planningPageOfMonth(first, shown)}#${encodeURIComponent(first.id)}`;
    return redirectWithToast(context, target, drafts.length > 1 ? "drafts-made" : "draft-made");
  } catch (error) {
    context.get(siteContext).report(error, "copy events to a year");
    return respond(page, [], "drafts-failed");
  }
}
