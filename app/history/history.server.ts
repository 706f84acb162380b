import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ReadFields } from "#app/ui/cards/card-actions.server.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { hiddenPictureUrl } from "#app/ui/pictures/pictures.server.ts";
import { dateAndTime } from "#domain/dates.ts";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { errorsByField, type FieldErrors } from "#domain/fields.ts";
import type { Revision } from "#domain/history.ts";
import { type FieldText, historyLines } from "#domain/history-lines.ts";
import type { PictureChange, Stored } from "#domain/stored.ts";
import { type CardCollection, shownPicture } from "#usecases/cards/card.ts";
import { type CardChange, changeCard } from "#usecases/cards/change-card.ts";
import type { Services } from "#usecases/services.ts";

export type HistoryAnswer = FormAnswer<{
  /** True if the revision to restore is no longer stored. */
  readonly expired?: true;
  /** Validation errors, one for each field. */
  readonly refused?: readonly string[];
  /** Who changed the document after the page was shown. Null if unknown. Absent if the document did not change. */
  readonly changedBy?: string | null;
}>;

export const historyResponse = (answer: HistoryAnswer, status?: number) => formResponse(answer, status);

export type RevisionView = ReturnType<typeof viewRevisions>[number];

/**
 * @param revisions the earlier revisions, newest first
 * @returns the current content and the revisions, newest first; empty without an earlier revision
 */
export function viewRevisions<Content>(
  current: Pick<Revision<Content>, "content" | "picture" | "at" | "by">,
  revisions: readonly Revision<Content>[],
  describe: (content: Content) => readonly FieldText[],
  restoredFields?: (content: Content) => unknown,
) {
  if (revisions.length === 0) return [];
  return historyLines(current, revisions, describe, restoredFields).map(({ by, at, picture, ...line }) => ({
    ...line,
    author: by?.name ?? null,
    /** Formatted as `05.08.2008, 14:30`. Null if unknown. */
    date: Number.isNaN(Date.parse(at)) ? null : dateAndTime(new Date(at)),
    /** Null for no picture. Undefined if unknown. */
    picture: picture && hiddenPictureUrl(picture),
  }));
}

export const revisionPicture = ({ picture }: Pick<Stored<unknown>, "picture">) =>
  picture === undefined ? {} : { picture };

/**
 * @param picture storage key of the revision; null without a picture; undefined if the revision does not record one
 * @returns undefined if the current picture stays
 */
async function pictureChange(
  services: Pick<Services, "committee" | "events" | "images">,
  card: { collection: CardCollection; id: string },
  picture: string | null | undefined,
): Promise<PictureChange | undefined> {
  if (picture === undefined) return undefined;
  if (picture !== null && !(await services.images.get(picture))) return undefined;
  return { was: await shownPicture(services, card), is: picture };
}

export const refusalsByLabel = (errors: FieldErrors, labels: Readonly<Record<string, string>>): string[] =>
  Object.entries(errors).map(([field, sentence]) => `${labels[field] ?? field}\u00a0: ${sentence}`);

type CardRestoration<Fields> = {
  where: string;
  collection: CardCollection;
  id: string;
  store: { get(id: string): Promise<Stored<Fields> | null>; listRevisions(id: string): Promise<Revision<Fields>[]> };
  /** @param current the stored document: its values are valid even if the form no longer offers them */
  read: (fields: Fields, current: Fields) => ReadFields<Fields> | Promise<ReadFields<Fields>>;
  labels: Readonly<Record<string, string>>;
};

/** Restores nothing if the version changed after the page was shown. */
export const restoreCard = <Fields>(args: Args & { url: URL }, restoration: CardRestoration<Fields>) =>
  handleForm(args, { where: restoration.where, fields: REVISION_FIELDS }, async ({ typed, services, by }) => {
    const { collection, id, store, read, labels } = restoration;
    const { context, url } = args;
    const [stored, revisions] = [await store.get(id), await store.listRevisions(id)];
    if (!stored) return historyResponse({ gone: true }, 404);
    const revision = revisions.find(({ until }) => until === typed.state);
    if (!revision) return historyResponse({ expired: true }, 409);
    const parsed = await read(revision.content, stored);
    if (!parsed.success) return historyResponse({ refused: refusalsByLabel(errorsByField(parsed.error), labels) }, 400);
    const picture = await pictureChange(services, { collection, id }, revision.picture);
    const version = typed.version ?? "";
    const change = { collection, id, fields: parsed.data, version, ...(picture && { picture }) } as CardChange;
    const outcome = await changeCard(services, change, by);
    if (outcome === "updated") return redirectWithToast(context, url.pathname, "state-restored");
    if (outcome === "no-poster") return historyResponse({ refused: [PUBLICATION_SENTENCES.poster] }, 400);
    const current = outcome === "outdated" ? await store.get(id) : null;
    return current
      ? historyResponse({ changedBy: current.updatedBy?.name ?? null }, 409)
      : historyResponse({ gone: true }, 404);
  });

/** `state` is the key of the revision. `version` is the version of the document. */
export const REVISION_FIELDS = ["version", "state"];
