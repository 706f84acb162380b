import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { checkPictureLimit, PICTURE_STATUS, pictureOf } from "#app/ui/pictures/pictures.server.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import type { Focus } from "#domain/pictures/focus.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { Stored, Updated } from "#domain/stored.ts";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";
import type { PictureAnswer } from "./current-picture.tsx";
import { FOCUS_FIELDS, focusOf, readFocus } from "./focus-fields.tsx";

/** The requested picture: a new file, a stored one by key, the current one with another focus point, or none. */
type RequestedPicture =
  | { readonly file: SentFile }
  | { readonly key: string }
  | { readonly stays: true }
  | { readonly none: true };

type PictureRequest = {
  readonly version: string;
  readonly picture: RequestedPicture;
  readonly focus: Focus;
  readonly by: Person | null;
};

type PictureChange = {
  kind: CardKind;
  id: string;
  /** Path of the card's form. */
  form: string;
  /** @returns the current document; null when it was deleted */
  get: () => Promise<Stored<unknown> | null>;
  change: (
    request: PictureRequest,
  ) => Promise<Result<{ readonly outcome: Updated; readonly was: string | null }, PublishRefusal>>;
};

const NOTHING_NEW = "Choisissez une image, ou déplacez le point de celle-ci.";
const PICTURE_DELETED = "Cette image n’est plus gardée. Choisissez-en une autre.";

type Intention = keyof (typeof CARD_KINDS)[CardKind]["toasts"];

const pictureResponse = (what: PictureAnswer, status: number) => formResponse(what, status);

/** Action of a picture page: replaces, crops or removes the picture, or restores the previous one. */
export function handlePicture(args: Args, card: PictureChange) {
  const { field } = CARD_KINDS[card.kind];
  const form = {
    where: `${card.kind} picture`,
    fields: ["version", "intention", "picture", ...FOCUS_FIELDS],
    fileField: field,
    choice: { field: "intention", among: card.kind === "membre" ? ["save", "remove", "undo"] : ["save", "undo"] },
    ofCommittee: true,
  } as const;
  return handleForm(args, form, async ({ typed, file }) => {
    const request = await readRequest(args, card, typed, file);
    if ("refusal" in request) return pictureResponse({ errors: { [field]: request.refusal }, typed }, request.status);
    const changed = await card.change(request);
    if (!changed.ok) {
      const { errors, image } = changed.reason;
      return pictureResponse({ errors: { [field]: errors.image ?? "" }, typed }, image ? PICTURE_STATUS[image] : 400);
    }
    const { outcome, was } = changed.value;
    if (outcome === "updated") return redirectToForm(args, card, request, typed.intention as Intention, was);
    const current = await card.get();
    if (!current) return pictureResponse({ gone: true, typed }, 409);
    if (outcome === "absent") return pictureResponse({ errors: { [field]: PICTURE_DELETED }, typed }, 409);
    const { version, updatedBy } = current;
    const own = updatedBy !== null && updatedBy.id !== "" && updatedBy.id === request.by?.id;
    return pictureResponse({ conflict: { version, current: [], by: updatedBy?.name ?? null }, own, typed }, 409);
  });
}

type Refusal = { readonly refusal: string; readonly status: number };

async function readRequest(
  { context }: Args,
  { kind, id }: PictureChange,
  typed: TypedValues,
  file: SentFile | null,
): Promise<PictureRequest | Refusal> {
  const common = {
    version: typed.version ?? "",
    focus: focusOf(kind, readFocus(typed)),
    by: actingPerson(context),
  };
  const { intention, picture: key = "" } = typed;
  if (intention === "remove" || (intention === "undo" && key === "")) return { ...common, picture: { none: true } };
  if (intention === "undo") return { ...common, picture: { key } };
  if (file) {
    const limitError = checkPictureLimit(context);
    return limitError ? { refusal: limitError, status: 429 } : { ...common, picture: { file } };
  }
  const image = await pictureOf(context, { collection: CARD_KINDS[kind].collection, id });
  if (!image && common.focus === "") return { refusal: PICTURE_SENTENCES.missing, status: 400 };
  if (image?.focus === common.focus) return { refusal: NOTHING_NEW, status: 400 };
  return { ...common, picture: { stays: true } };
}

/** Redirects to the card's form, which offers to undo the change. */
async function redirectToForm(
  { context }: Args,
  { kind, form, get }: PictureChange,
  { version: from, picture }: PictureRequest,
  intention: Intention,
  was: string | null,
): Promise<Response> {
  const { segment, toasts } = CARD_KINDS[kind];
  const toast: ToastCode = "stays" in picture ? "crop-changed" : toasts["none" in picture ? "remove" : intention];
  const to = (await get())?.version ?? "";
  const undo = intention === "undo" ? {} : { was };
  return redirectWithToast(context, form, toast, { page: `${form}/${segment}`, from, to, ...undo });
}
