/** @returns the path of an event's own page, which is what people share: a fragment never reaches a server */
export const lienEvenement = (id: string): string => `/planning/${encodeURIComponent(id)}`;
