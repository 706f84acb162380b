/** The point of a picture that a crop keeps in sight: somebody tapped on it. */

/** Two whole numbers from 0 to 10, tenths of width and height from the upper left corner: `3 7`. Empty: the middle. */
export type Focus = string;

const FOCUS = /^(\d|10) (\d|10)$/;

/** @param text as a form or a store gave it @returns the point in tenths; null for none, and for what is no point */
export function focusPoint(text: Focus): { readonly x: number; readonly y: number } | null {
  const [, x, y] = FOCUS.exec(text) ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

/** @returns what is saved of a point @param x, y from 0 to 1, from the upper left corner */
export const focusAt = (x: number, y: number): Focus => `${tenths(x)} ${tenths(y)}`;

const tenths = (part: number): number => Math.min(10, Math.max(0, Math.round(part * 10)));

/** @returns what was sent as a point; what is none is the middle */
export const focusIn = (sent: string): Focus => (focusPoint(sent) ? sent : "");
