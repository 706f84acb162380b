import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { CARD_KINDS, type CardKind } from "#app/ui/cards/card-kinds.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { checkUploadRateLimit, PICTURE_REFUSAL_STATUS, readPublicPicture } from "#app/ui/pictures/pictures.server.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import type { FocalPoint } from "#domain/pictures/focal-point.ts";
import { PICTURE_SENTENCES, type UploadedFile } from "#domain/pictures/upload-limits.ts";
import { cardStoreOf } from "#usecases/cards/card.ts";
import { changePicture, type WantedPicture } from "#usecases/cards/change-picture.ts";
import { FOCAL_POINT_FIELDS, focalPointFromTyped, parseFocalPoint } from "./focus-fields.tsx";
import type { PictureResult } from "./picture-form.tsx";

type Card = {
  readonly kind: CardKind;
  readonly id: string;
  readonly form: string;
};

const NOTHING_NEW = "Choisissez une image, ou déplacez le point de celle-ci.";
const PICTURE_DELETED = "Cette image n’est plus gardée. Choisissez-en une autre.";

type Intention = keyof (typeof CARD_KINDS)[CardKind]["toasts"];

const respond = (result: PictureResult, status: number) => formResult(result, status);

export function pictureAction(args: FormRequestArgs, card: Card) {
  const { context } = args;
  const { collection, field, segment } = CARD_KINDS[card.kind];
  const form = {
    where: `${card.kind} picture`,
    fields: ["version", "intention", "picture", ...FOCAL_POINT_FIELDS],
    fileField: field,
    choice: { field: "intention", among: card.kind === "membre" ? ["save", "remove", "undo"] : ["save", "undo"] },
    ofCommittee: true,
  } as const;
  return handleForm(args, form, async ({ typed, file, services, by }) => {
    const focus = focalPointFromTyped(card.kind, parseFocalPoint(typed));
    const wanted = await wantedPicture(args, card, typed, { file, focus });
    if ("refusal" in wanted) return respond({ errors: { [field]: wanted.refusal }, typed }, wanted.status);
    const { version = "" } = typed;
    const changed = await changePicture(services, { collection, id: card.id, version }, wanted, focus, by);
    if (!changed.ok) {
      const { errors, image } = changed.reason;
      return respond({ errors: { [field]: errors.image ?? "" }, typed }, image ? PICTURE_REFUSAL_STATUS[image] : 400);
    }
    const { outcome, was } = changed.value;
    const current = await cardStoreOf(services, collection).get(card.id);
    if (outcome === "updated") {
      const undo = typed.intention === "undo" ? {} : { was };
      const change = { page: `${card.form}/${segment}`, from: version, to: current?.version ?? "", ...undo };
      return redirectWithToast(context, card.form, toastOf(card.kind, wanted, typed.intention as Intention), {
        undo: change,
      });
    }
    if (!current) return respond({ gone: true, typed }, 409);
    if (outcome === "absent") return respond({ errors: { [field]: PICTURE_DELETED }, typed }, 409);
    return respond({ ...conflictOf(current, by), typed }, 409);
  });
}

function toastOf(kind: CardKind, wanted: WantedPicture, intention: Intention) {
  if ("stays" in wanted) return "crop-changed";
  return CARD_KINDS[kind].toasts["none" in wanted ? "remove" : intention];
}

function conflictOf({ version, updatedBy }: { version: string; updatedBy: Person | null }, by: Person | null) {
  const own = updatedBy !== null && updatedBy.id !== "" && updatedBy.id === by?.id;
  return { own, conflict: { version, current: [], by: updatedBy?.name ?? null } };
}

type Refusal = { readonly refusal: string; readonly status: number };

async function wantedPicture(
  { context }: FormRequestArgs,
  { kind, id }: Card,
  { intention, picture: key = "" }: TypedValues,
  { file, focus }: { file: UploadedFile | null; focus: FocalPoint },
): Promise<WantedPicture | Refusal> {
  if (intention === "remove" || (intention === "undo" && key === "")) return { none: true };
  if (intention === "undo") return { key };
  if (file) {
    const limitError = checkUploadRateLimit(context);
    return limitError ? { refusal: limitError, status: 429 } : { file };
  }
  const image = await readPublicPicture(context, { collection: CARD_KINDS[kind].collection, id });
  if (!image && focus === "") return { refusal: PICTURE_SENTENCES.missing, status: 400 };
  return image?.focus === focus ? { refusal: NOTHING_NEW, status: 400 } : { stays: true };
}
