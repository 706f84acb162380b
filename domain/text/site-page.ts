/** Whether a path is a page of the site. */
export type IsPage = (path: string) => boolean;

const QUOTED_MAX = 60;
export const quoteShortened = (text: string) =>
  `«\u00a0${text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text}\u00a0»`;

/** French sentence if a link to this site has no page, else null. Ignores query and fragment. */
export function missingPageSentence(link: string, isPage: IsPage): string | null {
  const [path = ""] = link.split(/[?#]/, 1);
  return isPage(path) ? null : `Le site n’a pas de page ${quoteShortened(path)}.`;
}
