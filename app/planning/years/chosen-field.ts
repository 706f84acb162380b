/** @returns the name of the box that chooses an event among those of a page */
export const chosenField = (id: string): string => `choisi ${id}`;
