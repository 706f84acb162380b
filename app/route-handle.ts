import type { Collection } from "#domain/pictures/stored-image.ts";

/** Stored content with a time of its last change: a collection with its pictures, the pictures of a page, or the settings. */
export type Source = Collection | "settings";

/** docs/specification.md section 2. */
export type PendingText = "Loading..." | "Chargement en cours...";

/** Properties of a route, read by the document, the page cache, the site map, the sign-in and the limits. */
export type Handle = {
  /** A page without forms: not hydrated for visitors, so that they load no React. */
  reading?: true;
  /** Loads the committee's styles although nobody is signed in. */
  committee?: true;
  /** Loads browser/gestures.ts: copy buttons and the amount of a donation. */
  gestures?: true;
  /** Loads browser/share.ts. */
  share?: true;
  /** Ends in a night picture. */
  night?: true;
  /** Kept in the page cache: the collections that it shows besides the settings, which every footer shows. */
  cached?: readonly Collection[];
  /** Listed in the site map: the sources of its `lastmod`. */
  listed?: readonly Source[];
  /** A screen of the committee to which the sign-in may redirect. */
  screen?: true;
  /** Excluded from search engines. */
  unlisted?: true;
  /** The address is a secret: requests from this page send no referrer. */
  secret?: true;
  /** The form takes a file. */
  takesFile?: true;
  /** Made anew for each request, so the number of requests is limited. */
  costly?: true;
  /** For a file of the committee: path of the page that offers it. */
  offeredOn?: string;
  /** Text while this page loads during a client-side navigation; absent: the previous page stays until then. */
  pendingText?: PendingText;
};

/** The route that a path matches. */
export type SiteRoute = {
  /** The canonical spelling of the path. */
  readonly path: string;
  readonly handle: Handle;
  /** The request used the canonical spelling, and asked for a page or file rather than a page's data. */
  readonly exact: boolean;
  /** The route has parameters, thus many addresses. */
  readonly many: boolean;
};

export type SiteRoutes = {
  /** @param pathname URL-encoded; a path without a route keeps its spelling and has an empty handle */
  readonly find: (pathname: string) => SiteRoute;
  /** Routes without parameters. */
  readonly fixed: readonly SiteRoute[];
  readonly pendingTexts: readonly (readonly [pattern: string, text: PendingText])[];
};

/** @returns whether the handle of one of the matched routes has the flag */
export const hasFlag = (matches: readonly { handle?: unknown }[], key: keyof Handle): boolean =>
  matches.some(({ handle }) => (handle as Handle | undefined)?.[key] === true);
