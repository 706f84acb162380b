/** The fields of the point that stays in sight, and the point they say. */
import type { TypedValues } from "#domain/fields.ts";
import { CHECKED } from "#domain/fields.ts";
import { type Focus, focusIn, focusPoint } from "#domain/pictures/focus.ts";
import type { CardKind } from "./card-kinds.ts";

export const FOCUS_FIELDS = ["focusX", "focusY", "cropped"] as const;

/** In tenths from the upper left corner; the crop of a portrait is always around it, that of a poster if somebody wants it. */
export type TypedFocus = { readonly x: number; readonly y: number; readonly cropped: boolean };

const MIDDLE = 5;

/** @returns what the fields say of a point */
export function focusAsTyped(focus: Focus): TypedFocus {
  const { x, y } = focusPoint(focus) ?? { x: MIDDLE, y: MIDDLE };
  return { x, y, cropped: focus !== "" };
}

/** @returns the point that the fields say; the middle of a portrait, and a poster that stays whole, are none */
export function focusOf(kind: CardKind, { x, y, cropped }: TypedFocus): Focus {
  const isNone = kind === "evenement" ? !cropped : x === MIDDLE && y === MIDDLE;
  return isNone ? "" : focusIn(`${x} ${y}`);
}

/** @returns what was sent; what is no number in tenths is the middle */
export function readFocus({ focusX = "", focusY = "", cropped }: TypedValues): TypedFocus {
  return { ...focusAsTyped(focusIn(`${focusX} ${focusY}`)), cropped: cropped === CHECKED };
}
