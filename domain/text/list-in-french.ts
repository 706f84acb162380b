const format = new Intl.ListFormat("fr-CH");

/** The texts in a sentence: `Ana, Léo et Zoé`. Empty for none. */
export const listInFrench = (texts: Iterable<string>): string => format.format(texts);
