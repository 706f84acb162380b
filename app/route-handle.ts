import type { Collection } from "#domain/pictures/stored-image.ts";
import type { TextSlug } from "#domain/texts/texts.ts";

/** Stored content on which pages depend: a collection with its pictures, the settings, or the texts. */
export type PageSource = Collection | "settings" | "texts";

/** Texts while a page loads (docs/specification.md section 2). */
export type PendingText = "Loading..." | "Chargement en cours...";

/**
 * Properties of a route, for the document, the page cache, the site map, the sign-in and the rate limits. A route also
 * has the properties of its layout.
 */
export type Handle = {
  /** A page without forms. It is not hydrated for visitors, so that they do not load React. */
  reading?: true;
  /** Loads the committee's styles even without a session. */
  committee?: true;
  /** Loads browser/gestures.ts: copy buttons and the amount of a donation. */
  gestures?: true;
  /** Loads browser/share.ts: calendar subscription and sharing. */
  share?: true;
  /** Ends with a drawing of the night, which replaces the drawing of the footer. */
  night?: true;
  /** Stored in the page cache. Lists the collections that the page shows; every page also shows the settings. */
  cached?: readonly Collection[];
  /** Listed in the site map, with a `lastmod` computed from these sources. */
  listed?: readonly PageSource[];
  /** A screen of the committee to which the sign-in may redirect. */
  screen?: true;
  /** Excluded from search engines. */
  unlisted?: true;
  /** Slug of the text that the committee can edit. Its editor may show the page in a frame. */
  text?: TextSlug;
  /** The address is a secret: requests from this page send no referrer. */
  secret?: true;
  /** The page's form has a file field, so larger request bodies are allowed. */
  takesFile?: true;
  /** Generated anew for each request: requests are rate-limited. */
  costly?: true;
  /** For a file of the committee: path of the page that links to the file. */
  offeredOn?: string;
  /** Pattern for the last path segment. Other paths count as unknown: they are neither redirected nor cached. */
  segment?: RegExp;
  /** Text while this page loads during a client-side navigation. When absent, the previous page stays visible. */
  pendingText?: PendingText;
};

/** The route that a path matches. */
export type SiteRoute = {
  /** The canonical spelling of the path. */
  readonly path: string;
  readonly handle: Handle;
  /** Whether the request used the canonical spelling, and asked for a page or file rather than a page's data. */
  readonly exact: boolean;
  /** Whether the route has parameters and so matches many paths. */
  readonly many: boolean;
};

export type SiteRoutes = {
  /** @param pathname URL-encoded; a path without a route keeps its spelling and has an empty handle */
  readonly find: (pathname: string) => SiteRoute;
  /** All routes without parameters. */
  readonly fixed: readonly SiteRoute[];
  readonly pendingTexts: readonly (readonly [pattern: string, text: PendingText])[];
};

/** @returns whether the handle of one of the matched routes has the flag */
export const hasFlag = (matches: readonly ({ handle?: unknown } | undefined)[], key: keyof Handle): boolean =>
  matches.some((match) => (match?.handle as Handle | undefined)?.[key] === true);
