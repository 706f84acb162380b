/** The action of the pages that change the picture of a card: another one, another point of it, none, or the one of before. */
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import { PICTURE_STATUS, tooManyPictures } from "#app/ui/form/image-refusals.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { pictureOf } from "#app/ui/pictures/pictures.server.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import type { Focus } from "#domain/pictures/focus.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { Stored, Updated } from "#domain/stored.ts";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";
import type { PictureAnswer } from "./picture-answer.ts";
import { FOCUS_FIELDS, focusOf, readFocus } from "./typed-focus.ts";

/** What the card is to show. */
type Wanted =
  | { readonly file: SentFile }
  | { readonly key: string }
  | { readonly stays: true }
  | { readonly none: true };

type Order = {
  readonly version: string;
  readonly wanted: Wanted;
  readonly focus: Focus;
  readonly by: Person | null;
};

type PictureChange = {
  kind: CardKind;
  id: string;
  /** Path of the form of the card. */
  form: string;
  /** @returns the document as it is now; null when it is gone */
  get: () => Promise<Stored<unknown> | null>;
  change: (order: Order) => Promise<Result<{ readonly outcome: Updated; readonly was: string | null }, PublishRefusal>>;
};

const NOTHING_NEW = "Choisissez une image, ou déplacez le point de celle-ci.";
const FORGOTTEN = "Cette image n’est plus gardée. Choisissez-en une autre.";

type Intention = keyof (typeof CARD_KINDS)[CardKind]["toasts"];

const reply = (what: PictureAnswer, status: number) => formResponse(what, status);

export function answerPicture(args: Args, card: PictureChange) {
  const { field } = CARD_KINDS[card.kind];
  const form = {
    where: `${card.kind} picture`,
    fields: ["version", "intention", "picture", ...FOCUS_FIELDS],
    fileField: field,
    choice: { field: "intention", among: card.kind === "membre" ? ["save", "remove", "undo"] : ["save", "undo"] },
    ofCommittee: true,
  } as const;
  return handleForm(args, form, async ({ typed, file }) => {
    const order = await orderOf(args, card, typed, file);
    if ("refusal" in order) return reply({ errors: { [field]: order.refusal }, typed }, order.status);
    const changed = await card.change(order);
    if (!changed.ok) {
      const { errors, image } = changed.reason;
      return reply({ errors: { [field]: errors.image ?? "" }, typed }, image ? PICTURE_STATUS[image] : 400);
    }
    const { outcome, was } = changed.value;
    if (outcome === "updated") return leadBack(args, card, order, typed.intention as Intention, was);
    const current = await card.get();
    if (!current) return reply({ gone: true, typed }, 409);
    if (outcome === "absent") return reply({ errors: { [field]: FORGOTTEN }, typed }, 409);
    const { version, updatedBy } = current;
    const own = updatedBy !== null && updatedBy.id !== "" && updatedBy.id === order.by?.id;
    return reply({ conflict: { version, current: [], by: updatedBy?.name ?? null }, own, typed }, 409);
  });
}

type Refusal = { readonly refusal: string; readonly status: number };

/** @returns what somebody wants, or why nothing can come of it */
async function orderOf(
  { context }: Args,
  { kind, id }: PictureChange,
  typed: TypedValues,
  file: SentFile | null,
): Promise<Order | Refusal> {
  const common = {
    version: typed.version ?? "",
    focus: focusOf(kind, readFocus(typed)),
    by: actingPerson(context),
  };
  const { intention, picture: key = "" } = typed;
  if (intention === "remove" || (intention === "undo" && key === "")) return { ...common, wanted: { none: true } };
  if (intention === "undo") return { ...common, wanted: { key } };
  if (file) {
    const excess = tooManyPictures(context);
    return excess ? { refusal: excess, status: 429 } : { ...common, wanted: { file } };
  }
  const image = await pictureOf(context, { collection: CARD_KINDS[kind].collection, id });
  if (!image && common.focus === "") return { refusal: PICTURE_SENTENCES.missing, status: 400 };
  if (image?.focus === common.focus) return { refusal: NOTHING_NEW, status: 400 };
  return { ...common, wanted: { stays: true } };
}

/** Back to the form of the card, which offers to take it back. */
async function leadBack(
  { context }: Args,
  { kind, form, get }: PictureChange,
  { version: from, wanted }: Order,
  intention: Intention,
  was: string | null,
): Promise<Response> {
  const { segment, toasts } = CARD_KINDS[kind];
  const toast: ToastCode = "stays" in wanted ? "crop-changed" : toasts["none" in wanted ? "remove" : intention];
  const to = (await get())?.version ?? "";
  const before = intention === "undo" ? {} : { was };
  return redirectWithToast(context, form, toast, { page: `${form}/${segment}`, from, to, ...before });
}
