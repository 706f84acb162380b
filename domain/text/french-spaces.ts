/** Replaces spaces by the no-break spaces of French punctuation. */
export const withFrenchSpaces = (text: string): string => text.replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0");
