/** What the three pages of earlier states have in common: what they show, and how a card goes back to a state. */
import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { hiddenPictureUrl } from "#app/ui/pictures/pictures.server.ts";
import { dateAndTime } from "#domain/dates.ts";
import { errorsByField, type FieldErrors } from "#domain/fields.ts";
import type { Revision } from "#domain/history.ts";
import { type FieldText, historyLines } from "#domain/history-lines.ts";
import type { PictureChange, Stored } from "#domain/stored.ts";
import { type CardCollection, shownPicture } from "#usecases/cards/card.ts";
import { type CardChange, changeCard } from "#usecases/cards/change-card.ts";
import type { Services } from "#usecases/services.ts";
import type { HistoryAnswer, ShownRevision } from "./shown-state.ts";

export const historyResponse = (what: HistoryAnswer, status?: number) => formResponse(what, status);

/**
 * @param current what stands there now
 * @param revisions earlier ones, newest first
 * @param describe, brought as for `historyLines`
 * @returns the states as the page shows them, the present one first; none without an earlier one
 */
export function showRevisions<Content>(
  current: Pick<Revision<Content>, "content" | "picture" | "at" | "by">,
  revisions: readonly Revision<Content>[],
  describe: (content: Content) => readonly FieldText[],
  brought?: (content: Content) => unknown,
): ShownRevision[] {
  if (revisions.length === 0) return [];
  return historyLines(current, revisions, describe, brought).map(({ by, at, picture, ...line }) => ({
    ...line,
    who: by?.name ?? null,
    when: Number.isNaN(Date.parse(at)) ? null : dateAndTime(new Date(at)),
    picture: picture && hiddenPictureUrl(picture),
  }));
}

/** @returns what the state that stands now says of its picture */
export const pictureIn = ({ picture }: Pick<Stored<unknown>, "picture">) => (picture === undefined ? {} : { picture });

/**
 * @param picture key of that of a state; null: none; undefined: it is not known
 * @returns what going back to the state changes; undefined: the picture stays, also when that of then is gone
 */
async function pictureBack(
  services: Pick<Services, "committee" | "events" | "images">,
  folder: { collection: CardCollection; id: string },
  picture: string | null | undefined,
): Promise<PictureChange | undefined> {
  if (picture === undefined) return undefined;
  if (picture !== null && !(await services.images.get(picture))) return undefined;
  return { was: await shownPicture(services, folder), is: picture };
}

/** @returns what a state is refused for, each field by the name that people know */
export const refusalsByLabel = (errors: FieldErrors, labels: Readonly<Record<string, string>>): string[] =>
  Object.entries(errors).map(([field, sentence]) => `${labels[field] ?? field}\u00a0: ${sentence}`);

type CardRestoration<Fields> = {
  where: string;
  collection: CardCollection;
  id: string;
  store: { get(id: string): Promise<Stored<Fields> | null>; listRevisions(id: string): Promise<Revision<Fields>[]> };
  /** What the form says to a state. @param kept the document as it is now: what a list does not know may stay */
  read: (
    state: Fields,
    kept: Fields,
  ) => { success: true; data: Fields } | { success: false; error: Parameters<typeof errorsByField>[0] };
  /** The fields of the form by the names that people know. */
  labels: Readonly<Record<string, string>>;
};

/** The action that makes an earlier state of a card the newest one, over the version that was shown. */
export const restoreCard = <Fields>(args: Args & { url: URL }, restoration: CardRestoration<Fields>) =>
  handleForm(args, { where: restoration.where, fields: REVISION_FIELDS }, async ({ typed }) => {
    const { collection, id, store, read, labels } = restoration;
    const { context, url } = args;
    const [kept, revisions] = [await store.get(id), await store.listRevisions(id)];
    if (!kept) return historyResponse({ gone: true }, 404);
    const state = revisions.find(({ until }) => until === typed.state);
    if (!state) return historyResponse({ forgotten: true }, 409);
    const parsed = read(state.content, kept);
    if (!parsed.success) return historyResponse({ refused: refusalsByLabel(errorsByField(parsed.error), labels) }, 400);
    const services = context.get(servicesContext);
    const picture = await pictureBack(services, { collection, id }, state.picture);
    const version = typed.version ?? "";
    const change = { collection, id, fields: parsed.data, version, ...(picture && { picture }) } as CardChange;
    const outcome = await changeCard(services, change, actingPerson(context));
    if (outcome === "updated") return redirectWithToast(context, url.pathname, "state-restored");
    const current = outcome === "outdated" ? await store.get(id) : null;
    return current
      ? historyResponse({ overtakenBy: current.updatedBy?.name ?? null }, 409)
      : historyResponse({ gone: true }, 404);
  });

/** Which state, and the version that was shown with it. */
export const REVISION_FIELDS = ["version", "state"];
