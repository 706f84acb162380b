import type { PictureCollection } from "#domain/pictures/picture.ts";
import type { TextSlug } from "#domain/texts/texts.ts";

/** `slots`: slots of events, and how many people come to them. */
export type PageCacheSource = PictureCollection | "settings" | "texts" | "slots";

/** Text shown while a page loads (docs/specification.md section 2). */
export type LoadingText = "Loading..." | "Chargement en cours...";

/** A route also has the properties of its layout route. */
export type Handle = {
  /** Visitors do not load React: a form of the page is sent as a document. */
  reading?: true;
  /** Loads the committee's styles even without a session. */
  committee?: true;
  /** Loads browser/gestures.ts: copy buttons, shared bills and the amount of a donation. */
  gestures?: true;
  /** Loads browser/share.ts: calendar subscription and sharing. */
  share?: true;
  /** Ends with a drawing of the night, which replaces the drawing of the footer. */
  night?: true;
  /** If present, the page cache stores the page. The page shows this data and the settings. */
  cached?: readonly PageCacheSource[];
  /** If present, the site map lists the page with the date of the last change to these sources. */
  listed?: readonly PageCacheSource[];
  /** The sign-in may redirect to this screen of the committee. */
  screen?: true;
  unlisted?: true;
  /** Chapter of the page: id of a heading of docs/guide-comite.md. The committee sees a link to it. */
  help?: string;
  /** Slug of the text on this page. The editor of the text may show the page in a frame. */
  text?: TextSlug;
  /** The address is a secret: requests from this page send no referrer. */
  secret?: true;
  /**
   * Mail programs post to this address without a session (RFC 8058), so forms of other sites are accepted. The action may
   * only do what the secret in the address allows everybody who knows it.
   */
  oneClick?: true;
  /** The form has a file field: larger request bodies are allowed. */
  takesFile?: true;
  /** Generated for each request: requests are rate-limited. */
  costly?: true;
  /** For a file of the committee: path of the page that links to the file. */
  offeredOn?: string;
  /** Pattern for the last path segment. `SiteRoutes` finds no route for a path that does not match. */
  segment?: RegExp;
  /** Shown while this page loads. If absent, the previous page stays visible. */
  pendingText?: LoadingText;
};

export type SiteRoute = {
  /** The path in its canonical spelling. */
  readonly path: string;
  readonly handle: Handle;
  /** True if the path has the canonical spelling. False for React Router's data requests (`/planning.data`). */
  readonly exact: boolean;
  readonly many: boolean;
};

export type SiteRoutes = {
  /** Finds the route of a path. Without a route, returns the given `pathname` and an empty handle. */
  readonly find: (pathname: string) => SiteRoute;
  /** Whether a route, a file or the server itself answers paths that begin with this segment. Page addresses cannot. */
  readonly isReserved: (segment: string) => boolean;
  readonly fixed: readonly SiteRoute[];
  readonly pendingTexts: readonly (readonly [pattern: string, text: LoadingText])[];
};

export const hasHandleFlag = (matches: readonly ({ handle?: unknown } | undefined)[], key: keyof Handle): boolean =>
  matches.some((match) => (match?.handle as Handle | undefined)?.[key] === true);
