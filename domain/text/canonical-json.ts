/**
 * @param value what JSON can say, and instants
 * @returns one text for what is the same, whatever the order of its fields
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
