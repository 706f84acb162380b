const trier = (valeurs: readonly number[]) => valeurs.toSorted((a, b) => a - b);

/** @returns the middle value */
export const mediane = (valeurs: readonly number[]): number => quantile(valeurs, 0.5);

/** @param part between 0 and 1 */
export const quantile = (valeurs: readonly number[], part: number): number =>
  trier(valeurs)[Math.min(valeurs.length - 1, Math.floor(valeurs.length * part))] ?? Number.NaN;
