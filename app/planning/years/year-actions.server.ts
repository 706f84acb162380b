import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { deleteAndRedirect } from "#app/ui/cards/card-actions.server.ts";
import { planningPageOf } from "#app/ui/event-url.ts";
import { UNKNOWN_FORM } from "#app/ui/form/handle-form.server.ts";
import { type Args, readForm } from "#app/ui/form/read-form.server.ts";
import { momentInZurich } from "#domain/dates.ts";
import { yearOfCopy } from "#domain/events/copy-to-year.ts";
import { parseYear, shownYear } from "#domain/events/years.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { copyToYear } from "#usecases/cards/copy-to-year.ts";
import { publishDrafts } from "#usecases/cards/publish-card.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import { showYear } from "#usecases/save-settings.ts";
import { CHOICES, tickName } from "./chosen-events.tsx";

export async function planningAction(args: Args, pagePath: string) {
  const { context } = args;
  const ids = (await context.get(servicesContext).events.list()).map(({ id }) => id);
  const checkboxes = CHOSEN.flatMap((choice) => ids.map((id) => tickName(choice, id)));
  const { typed, malformed } = await readForm(args, ["id", "intention", "annee", ...checkboxes]);
  const { id = "", intention } = typed;
  if (Object.keys(malformed).length > 0) throw data(UNKNOWN_FORM, { status: 400 });
  if (intention === undefined) return remove(context, id, pagePath);
  if (intention === "next-year") return showNextYear(context, parseYear(typed.annee ?? ""));
  if (intention === "publish") return publish(context, [id], pagePath);
  if (intention === "as-planned") return resetStatus(context, id, pagePath);
  if (intention === "again") return copyEvents(context, [id], pagePath);
  const choice = CHOSEN.find((known) => known === intention);
  if (!choice) throw data(UNKNOWN_FORM, { status: 400 });
  const ticked = ids.filter((eventId) => typed[tickName(choice, eventId)] !== undefined);
  return choice === "again-chosen" ? copyEvents(context, ticked, pagePath) : publish(context, ticked, pagePath);
}

const CHOSEN = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

function remove(context: Args["context"], id: string, pagePath: string): Promise<Response> {
  return deleteAndRedirect(context, id, {
    where: "event delete",
    remove: (eventId) =>
      deleteCard(context.get(servicesContext), { collection: "evenements", id: eventId }, actingPerson(context)),
    target: pagePath,
    toast: "evenement-deleted",
  });
}

async function resetStatus(context: Args["context"], id: string, pagePath: string): Promise<Response> {
  const services = context.get(servicesContext);
  try {
    const event = await services.events.get(id);
    const fields = event && { ...event, status: "" as const, previousDates: "", notice: "" };
    const change = fields && { collection: "evenements" as const, id, version: event.version, fields };
    const outcome = change && (await changeCard(services, change, actingPerson(context)));
    return redirectWithToast(context, pagePath, outcome === "updated" ? "evenement-updated" : "evenement-unchanged");
  } catch (error) {
    context.get(siteContext).report(error, "event as planned");
    return redirectWithToast(context, pagePath, "evenement-unchanged");
  }
}

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

async function publish(context: Args["context"], ids: readonly string[], pagePath: string) {
  try {
    const outcome = await publishDrafts(context.get(servicesContext), ids, actingPerson(context));
    // The router reloads the page's data only after a success status: send 200 if any draft was published.
    if (outcome.withoutPoster.length > 0) return data(outcome, { status: outcome.published.length > 0 ? 200 : 400 });
    return redirectWithToast(
      context,
      pagePath,
      outcome.published.length === 1 ? "draft-published" : "drafts-published",
    );
  } catch (error) {
    context.get(siteContext).report(error, "publish drafts");
    return redirectWithToast(context, pagePath, "publication-failed");
  }
}

async function copyEvents(context: Args["context"], ids: readonly string[], pagePath: string): Promise<Response> {
  const services = context.get(servicesContext);
  const { events, settings, clock } = services;
  try {
    const [current, list] = await Promise.all([settings.get(), events.list()]);
    const now = momentInZurich(clock.now());
    const shown = shownYear(current, list, now);
    const { drafts } = await copyToYear(services, ids, (event) => yearOfCopy(event, shown, now), actingPerson(context));
    const first = drafts[0] === undefined ? null : await events.get(drafts[0]);
    if (!first) return redirectWithToast(context, pagePath, "drafts-there");
    const target = `${planningPageOf(first, shown)}#${encodeURIComponent(first.id)}`;
    return redirectWithToast(context, target, drafts.length > 1 ? "drafts-made" : "draft-made");
  } catch (error) {
    context.get(siteContext).report(error, "copy events to a year");
    return redirectWithToast(context, pagePath, "drafts-failed");
  }
}
