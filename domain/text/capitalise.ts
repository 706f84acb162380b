/** @returns the text with its first letter in upper case */
export const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase("fr-CH") + text.slice(1);
