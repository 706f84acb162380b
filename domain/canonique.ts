/**
 * @param valeur what JSON can say, and instants
 * @returns one text for what is the same, whatever the order of its fields
 */
export const canonique = (valeur: unknown): string => JSON.stringify(valeur, trier);

function trier(_: string, valeur: unknown): unknown {
  if (typeof valeur !== "object" || valeur === null || Array.isArray(valeur)) return valeur;
  return Object.fromEntries(Object.entries(valeur).sort(([a], [b]) => (a < b ? -1 : 1)));
}
