import { redirectDocument } from "react-router";
import { type Services, siteContext } from "#app/contexts.ts";
import { redirectWithToast, toastHeaders } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode, ToastDetails } from "#app/layout/toasts/toast-texts.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { checkUploadRateLimit, PICTURE_REFUSAL_STATUS } from "#app/ui/pictures/pictures.server.ts";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { errorsByField, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import type { PictureFormRefusal, UploadedFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { CardOutcome, Stored } from "#domain/stored.ts";

/** Loads a new document: the browser then scrolls to the card, focuses the card and applies `:target`. */
export async function redirectToCard(
  context: FormRequestArgs["context"],
  page: string,
  id: string,
  toast: ToastCode,
  more?: ToastDetails,
): Promise<Response> {
  return redirectDocument(`${page}#${encodeURIComponent(id)}`, await toastHeaders(context, toast, more));
}

type CardCreation = {
  where: string;
  fields: readonly string[];
  fileField: string;
  add: (
    services: Services,
    typed: TypedValues,
    file: UploadedFile | null,
    by: Person | null,
  ) => Promise<Result<string, PictureFormRefusal>>;
  /** `target`: path of the page that lists the new card. `form`: path of the form to add another card. */
  next: { target: (id: string) => string | Promise<string>; toast: ToastCode; form: string };
};

const ANOTHER = "another";

export const createCardAction = (args: FormRequestArgs, { add, next, ...form }: CardCreation) =>
  handleForm(
    args,
    { ...form, fields: [...form.fields, "intention"], ofCommittee: true },
    async ({ typed, file, services, by }) => {
      const { context } = args;
      const limitError = file && checkUploadRateLimit(context);
      if (limitError) return formResult({ errors: { [form.fileField]: limitError }, typed }, 429);
      const outcome = await add(services, typed, file, by);
      if (outcome.ok) {
        const id = outcome.value;
        if (typed.intention !== ANOTHER) return redirectToCard(context, await next.target(id), id, next.toast);
        // The query makes the browser load an empty form: a redirect that changes only the fragment has no effect.
        const again = `${next.form}?apres=${encodeURIComponent(id)}`;
        return redirectToCard(context, again, form.fields[0] ?? "", next.toast);
      }
      const { errors, image } = outcome.reason;
      return formResult({ errors, typed }, image ? PICTURE_REFUSAL_STATUS[image] : 400);
    },
  );

export type CardFieldsResult<Fields> =
  | { success: true; data: Fields }
  | { success: false; error: Parameters<typeof errorsByField>[0] };

type CardUpdate<Fields> = {
  where: string;
  fields: readonly string[];
  /** @returns null if the document was deleted */
  get: () => Promise<(Fields & Pick<Stored<Fields>, "version" | "updatedBy">) | null>;
  update: (fields: Fields, version: string) => Promise<CardOutcome>;
  /** @param stored current document, whose values are valid even if the form no longer offers them */
  read: (typed: TypedValues, stored: Fields) => CardFieldsResult<Fields> | Promise<CardFieldsResult<Fields>>;
  /** @returns one French line per field */
  describe: (fields: Fields) => string[];
  next: (saved: FormResult) => Promise<ReturnType<typeof formResult> | Response>;
};

/** Saves nothing if the version changed after the form was opened. */
export const updateCardAction = <Fields>(
  args: FormRequestArgs,
  { where, fields, get, update, read, describe, next }: CardUpdate<Fields>,
) =>
  handleForm(args, { where, fields: [...fields, "version"], ofCommittee: true }, async ({ typed }) => {
    const stored = await get();
    if (!stored) return formResult({ gone: true, typed }, 409);
    const parsed = await read(typed, stored);
    if (!parsed.success) return formResult({ errors: errorsByField(parsed.error), typed }, 400);
    const outcome = await update(parsed.data, typed.version ?? "");
    if (outcome === "updated") return next({ saved: true, typed });
    if (outcome === "no-poster")
      return formResult({ errors: { publication: PUBLICATION_SENTENCES.poster }, typed }, 400);
    const current = outcome === "outdated" ? await get() : null;
    if (!current) return formResult({ gone: true, typed }, 409);
    const by = current.updatedBy?.name ?? null;
    return formResult({ conflict: { version: current.version, current: describe(current), by }, typed }, 409);
  });

type CardDeletion = {
  where: string;
  /** @returns key in the recycle bin; null if the card no longer exists */
  remove: (id: string) => Promise<string | null>;
  target: string;
  toast: ToastCode;
};

export async function deleteCardAndRedirect(
  context: FormRequestArgs["context"],
  id: string,
  { where, remove, target, toast }: CardDeletion,
): Promise<Response> {
  try {
    const key = await remove(id);
    return redirectWithToast(context, target, toast, { undo: key ?? undefined });
  } catch (error) {
    context.get(siteContext).report(error, where);
    return redirectWithToast(context, target, "deletion-failed");
  }
}
