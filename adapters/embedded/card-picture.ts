/** The column `picture` of a card: a path or null, as JSON; empty where it is not known (ports/document-store.ts). */

export const pictureIn = (text: string): string | null | undefined => (text === "" ? undefined : JSON.parse(text));

export const pictureText = (picture: string | null | undefined): string =>
  picture === undefined ? "" : JSON.stringify(picture);
