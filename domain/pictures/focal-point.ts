/** Focal point in tenths of width and height, from the upper left corner: `3 7`. Empty for the middle. */
export type FocalPoint = string;

const FOCUS = /^(\d|10) (\d|10)$/;

/** The focal point in tenths of width and height. Null for an empty or invalid text. */
export function focalPointCoordinates(text: FocalPoint): { readonly x: number; readonly y: number } | null {
  const [, x, y] = FOCUS.exec(text) ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

/** The focal point nearest to a position. `x` and `y` are fractions of width and height, from 0 to 1. */
export const focalPointAt = (x: number, y: number): FocalPoint => `${tenths(x)} ${tenths(y)}`;

const tenths = (part: number): number => Math.min(10, Math.max(0, Math.round(part * 10)));

/** Turns untrusted input into a focal point. An invalid text becomes the middle. */
export const focalPointIn = (sent: string): FocalPoint => (focalPointCoordinates(sent) ? sent : "");
