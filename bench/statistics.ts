const sortKeys = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** @returns the middle value */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** @param part between 0 and 1 */
export const quantile = (values: readonly number[], part: number): number =>
  sortKeys(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
