/** @returns the path of an event's own page, which is what people share: a fragment never reaches a server */
export const evenementUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;
