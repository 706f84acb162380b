/** Action of the planning pages: delete, publish or reset an event, copy events to another year, show the next year. */
import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { deleteAndRedirect } from "#app/ui/cards/card-actions.server.ts";
import { planningPageOf } from "#app/ui/event-url.ts";
import { UNKNOWN_FORM } from "#app/ui/form/handle-form.server.ts";
import { type Args, readForm } from "#app/ui/form/read-form.server.ts";
import { momentInZurich } from "#domain/dates.ts";
import { parseYear, shownYear, yearOfCopy } from "#domain/events/years.ts";
import { changeEvent } from "#usecases/cards/change-card.ts";
import { copyToYear } from "#usecases/cards/copy-to-year.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import { showYear } from "#usecases/save-settings.ts";
import { tickName } from "./copy-year.tsx";

export async function planningAction(args: Args, pagePath: string): Promise<Response> {
  const { context } = args;
  const ids = (await context.get(servicesContext).events.list()).map(({ id }) => id);
  const checkboxes = new Map(ids.map((id) => [tickName(id), id]));
  const { typed, malformed } = await readForm(args, ["id", "intention", "annee", ...checkboxes.keys()]);
  const { id = "", intention } = typed;
  if (Object.keys(malformed).length > 0) throw data(UNKNOWN_FORM, { status: 400 });
  if (intention === undefined) return remove(context, id, pagePath);
  if (intention === "next-year") return showNextYear(context, parseYear(typed.annee ?? ""));
  if (intention === "publish" || intention === "as-planned") return change(context, id, intention, pagePath);
  if (intention === "again") return copyEvents(context, [id], pagePath);
  if (intention !== "again-chosen") throw data(UNKNOWN_FORM, { status: 400 });
  const ticked = [...checkboxes].flatMap(([field, eventId]) => (typed[field] === undefined ? [] : [eventId]));
  return copyEvents(context, ticked, pagePath);
}

function remove(context: Args["context"], id: string, pagePath: string): Promise<Response> {
  return deleteAndRedirect(context, id, {
    where: "event delete",
    remove: (eventId) =>
      deleteCard(context.get(servicesContext), { collection: "evenements", id: eventId }, actingPerson(context)),
    target: pagePath,
    toast: "evenement-deleted",
  });
}

async function change(
  context: Args["context"],
  id: string,
  intention: keyof typeof CHANGES,
  pagePath: string,
): Promise<Response> {
  const { fields, action, toast } = CHANGES[intention];
  try {
    const outcome = await changeEvent(context.get(servicesContext), id, fields, actingPerson(context), action);
    return redirectWithToast(context, pagePath, outcome === "updated" ? toast : "evenement-unchanged");
  } catch (error) {
    context.get(siteContext).report(error, `event ${intention}`);
    return redirectWithToast(context, pagePath, "evenement-unchanged");
  }
}

const CHANGES = {
  publish: { fields: { publication: "" }, action: "published", toast: "evenement-published" },
  "as-planned": {
    fields: { status: "", previousDates: "", notice: "" },
    action: "changed",
    toast: "evenement-updated",
  },
} as const;

async function showNextYear(context: Args["context"], year: number | null): Promise<Response> {
  const by = actingPerson(context);
  if (year === null || by === null) throw data(UNKNOWN_FORM, { status: 400 });
  try {
    await showYear(context.get(servicesContext), year, by);
    return redirectWithToast(context, "/planning", "year-changed");
  } catch (error) {
    context.get(siteContext).report(error, "planning year");
    return redirectWithToast(context, "/planning", "year-failed");
  }
}

/** Redirects to the first of the new drafts. */
async function copyEvents(context: Args["context"], ids: readonly string[], pagePath: string): Promise<Response> {
  const services = context.get(servicesContext);
  const { events, settings, clock } = services;
  try {
    const [current, list] = await Promise.all([settings.get(), events.list()]);
    const shown = shownYear(current, list, momentInZurich(clock.now()));
    const { drafts } = await copyToYear(services, ids, (event) => yearOfCopy(event, shown), actingPerson(context));
    const first = drafts[0] === undefined ? null : await events.get(drafts[0]);
    if (!first) return redirectWithToast(context, pagePath, "drafts-there");
    const target = `${planningPageOf(first, shown)}#${encodeURIComponent(first.id)}`;
    return redirectWithToast(context, target, drafts.length > 1 ? "drafts-made" : "draft-made");
  } catch (error) {
    context.get(siteContext).report(error, "copy events to a year");
    return redirectWithToast(context, pagePath, "drafts-failed");
  }
}
