/** What the actions of the committee's forms have in common: creating with a picture, and saving over a version. */
import { redirectDocument } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { redirectWithToast, withToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import { PICTURE_STATUS, tooManyPictures } from "#app/ui/form/image-refusals.server.ts";
import { type Args, readForm } from "#app/ui/form/read-form.server.ts";
import { errorsByField, type TypedValues } from "#domain/fields.ts";
import type { PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { Stored, Updated } from "#domain/stored.ts";

/**
 * Sends the browser to the new card on a page that shows a toast. As a new document, with script too: the browser
 * itself goes to the card then, moves focus there and marks it (`:target`).
 */
async function leadToCard(context: Args["context"], page: string, id: string, toast: ToastCode): Promise<Response> {
  return redirectDocument(`${page}#${encodeURIComponent(id)}`, await withToast(context, toast));
}

type CardCreation = {
  where: string;
  fields: readonly string[];
  fileField: string;
  publish: (typed: TypedValues, file: SentFile | null) => Promise<Result<string, PublishRefusal>>;
  /** The page of the new card, and its toast. */
  next: { target: (id: string) => string | Promise<string>; toast: ToastCode };
};

/** The action of a form that creates a card with its picture. */
export const create = (args: Args, { publish, next, ...form }: CardCreation) =>
  handleForm(args, { ...form, ofCommittee: true }, async ({ typed, file }) => {
    const { context } = args;
    const excess = file && tooManyPictures(context);
    if (excess) return formResponse({ errors: { [form.fileField]: excess }, typed }, 429);
    const outcome = await publish(typed, file);
    if (outcome.ok) return leadToCard(context, await next.target(outcome.value), outcome.value, next.toast);
    const { errors, image } = outcome.reason;
    return formResponse({ errors, typed }, image ? PICTURE_STATUS[image] : 400);
  });

type CardUpdate<Fields> = {
  where: string;
  fields: readonly string[];
  /** @returns the document as it is now; null when it is gone */
  get: () => Promise<Stored<Fields> | null>;
  update: (fields: Fields, version: string) => Promise<Updated>;
  /** @param kept the document as it is now: what a list does not know may stay */
  read: (
    typed: TypedValues,
    kept: Fields,
  ) => { success: true; data: Fields } | { success: false; error: Parameters<typeof errorsByField>[0] };
  /** The document as the committee reads it, one line per field. */
  describe: (fields: Fields) => string[];
  /** What follows once it is saved. */
  next: (saved: FormAnswer) => Promise<ReturnType<typeof formResponse> | Response>;
};

/** The action of a form that saves over the version it was opened on. */
export const updateCard = <Fields>(
  args: Args,
  { where, fields, get, update, read, describe, next }: CardUpdate<Fields>,
) =>
  handleForm(args, { where, fields: [...fields, "version"], ofCommittee: true }, async ({ typed }) => {
    const kept = await get();
    if (!kept) return formResponse({ gone: true, typed }, 409);
    const parsed = read(typed, kept);
    if (!parsed.success) return formResponse({ errors: errorsByField(parsed.error), typed }, 400);
    const outcome = await update(parsed.data, typed.version ?? "");
    if (outcome === "updated") return next({ saved: true, typed });
    const current = outcome === "outdated" ? await get() : null;
    if (!current) return formResponse({ gone: true, typed }, 409);
    const by = current.updatedBy?.name ?? null;
    return formResponse({ conflict: { version: current.version, current: describe(current), by }, typed }, 409);
  });

type CardDeletion = {
  where: string;
  /** @returns its key in the recycle bin; null when it is gone already */
  remove: (id: string) => Promise<string | null>;
  target: string;
  toast: ToastCode;
};

/** The action that moves the card named in the form into the recycle bin, from where the page can take it back. */
export async function answerDeletion({ request, context }: Args, deletion: CardDeletion) {
  const { typed } = await readForm({ request, context }, ["id"]);
  return deleteNamed(context, typed.id ?? "", deletion);
}

/** The same, once the form is read. */
export async function deleteNamed(
  context: Args["context"],
  id: string,
  { where, remove, target, toast }: CardDeletion,
): Promise<Response> {
  try {
    const key = await remove(id);
    return redirectWithToast(context, target, toast, key ?? undefined);
  } catch (error) {
    context.get(siteContext).report(error, where);
    return redirectWithToast(context, target, "deletion-failed");
  }
}
