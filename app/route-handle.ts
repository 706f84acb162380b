import type { Collection } from "#domain/pictures/stored-image.ts";

/** Something that can be written: a collection with its pictures, the pictures of a page, or the settings. */
export type Source = Collection | "settings";

export type Handle = {
  /** Nothing but reading: not hydrated for a visitor, thus no React at all. */
  reading?: true;
  /** Needs the committee's styles although nobody is signed in. */
  committee?: true;
  /** Has something to copy, or to change in place. */
  gestures?: true;
  /** Has something to share. */
  share?: true;
  /** Ends in a night picture. */
  night?: true;
  /** The same for every visitor, thus kept in memory: what it shows besides the settings, which stand in every footer. */
  cached?: readonly Collection[];
  /** Stands in the site map: what it shows that was written at a known time. */
  listed?: readonly Source[];
  /** A screen of the committee, to which signing in may lead. */
  screen?: true;
  /** No search engine may list it. */
  unlisted?: true;
  /** Opens something for whoever knows its address: what a page of it asks for does not say where it stands. */
  secret?: true;
  /** Its form takes a file. */
  takesFile?: true;
  /** Made anew for each request, at addresses that many could ask for again and again. */
  costly?: true;
  /** A file that the committee takes away: the page that offers it. */
  offeredOn?: string;
};

/** The route of an address that somebody asks for. */
export type SiteRoute = {
  /** The one spelling of the path. */
  readonly path: string;
  readonly handle: Handle;
  /** It was asked for in that spelling, and as a page or file, not as a page's data. */
  readonly exact: boolean;
  /** One route for many addresses: a part of this one names what is shown. */
  readonly many: boolean;
};

export type SiteRoutes = {
  /** @param pathname as a URL has it; a path that no route has stays as it is, and says nothing of itself */
  readonly find: (pathname: string) => SiteRoute;
  /** Those with one address each. */
  readonly fixed: readonly SiteRoute[];
};

/** @returns whether the handle of one of the matched routes has the flag */
export const hasFlag = (matches: readonly { handle?: unknown }[], key: keyof Handle): boolean =>
  matches.some(({ handle }) => (handle as Handle | undefined)?.[key] === true);
