import { type Focus, focusPoint } from "#domain/pictures/focus.ts";

/** @returns the classes that say where a point is (pictures.css); empty for the middle */
export function pointClasses(focus: Focus): string {
  const point = focusPoint(focus);
  return point ? `focus-x-${point.x} focus-y-${point.y}` : "";
}

/** @returns the classes of a picture whose crop keeps its point in sight; empty for the middle */
export const focusClasses = (focus: Focus): string => focus && `focused ${pointClasses(focus)}`;
