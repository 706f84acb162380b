/** Caches public pages in memory, by path. Stale-while-revalidate after writes (docs/decisions/0026). */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageCacheSource } from "#app/route-handle.ts";
import { type CachedResponse, compressForCache, responseFromCache, sendCachedPage } from "./cached-response.ts";
import { cspWithHashes } from "./content-security-policy.ts";

export type RenderedPage = {
  response: Response;
  nonce: string;
  /** True if the page was rendered without errors. A page with errors is not cached. */
  isComplete: boolean;
  /** Unix time in ms at which the page changes, such as the end of an announcement. */
  expires?: number;
};

type Render = () => Promise<RenderedPage>;

/** How long the old page is served after a failed render. */
const GRACE_MS = 15_000;
/** How long the old page is served after a write, while the new page renders. */
const STALE_MAX_MS = 1_000;
const DEBOUNCE_MS = 100;

export type PageDependencies = {
  /** The page depends on this data. Every page also depends on the settings and the texts. */
  readonly sources: readonly PageCacheSource[];
  /** True for a route with parameters. At most `MANY_MAX` such pages are cached. */
  readonly many: boolean;
};

const ON_EVERY_PAGE: readonly PageCacheSource[] = ["settings", "texts"];

const SETTINGS_ONLY: PageDependencies = { sources: [], many: false };

const MANY_MAX = 200;

/** `writes` counts the changes of the sources. The page is stale if `writes` has increased since its render. */
type Entry = {
  readonly dependsOn: PageDependencies;
  writes: number;
  /** `pageWrites`: the value of `writes` when the render of `page` began. */
  page?: CachedResponse;
  pageWrites: number;
  expires: number;
  render?: Render;
  rendering?: { readonly writes: number; readonly done: Promise<Response> };
};

const isCurrent = (entry: Entry): entry is Entry & { page: CachedResponse } =>
  entry.page !== undefined && entry.pageWrites === entry.writes;

/** Visitors with these cookies get an uncached page: `session` is a sign-in, `avis` a message to show once. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:__Host-)?(?:session|avis)=/;

export class PageCache {
  readonly #entries = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  readonly #commonHeaders: Record<string, string>;
  readonly #maxAgeMs: number;

  /** @param maxAgeMs limited, because another process may change data without a notification */
  constructor(commonHeaders: Record<string, string>, maxAgeMs = 60_000) {
    this.#commonHeaders = commonHeaders;
    this.#maxAgeMs = maxAgeMs;
  }

  clear(written: PageCacheSource): void {
    for (const [path, entry] of this.#entries) {
      if (!ON_EVERY_PAGE.includes(written) && !entry.dependsOn.sources.includes(written)) continue;
      entry.writes++;
      if (entry.dependsOn.many) this.#entries.delete(path);
      entry.expires = Math.min(entry.expires, Date.now() + STALE_MAX_MS);
    }
    this.#timer ??= setTimeout(() => void this.#renew(), DEBOUNCE_MS).unref();
  }

  /** Resolves when no stale page can be served any more. Await this promise before the response to a write. */
  async waitUntilFresh(): Promise<void> {
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, STALE_MAX_MS);
    await Promise.race([this.#renew(), timeout]);
    clearTimeout(timer);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  isCacheable(method: string | undefined, cookie: string | undefined): boolean {
    return (method === "GET" || method === "HEAD") && !PERSONAL_COOKIE.test(cookie ?? "");
  }

  reply(req: IncomingMessage, res: ServerResponse): boolean {
    const { url = "" } = req;
    const query = url.indexOf("?");
    const entry = this.#entries.get(query === -1 ? url : url.slice(0, query));
    if (!entry?.page || this.#isExpired(entry) || !this.isCacheable(req.method, req.headers.cookie)) return false;
    sendCachedPage(entry.page, req, res);
    return true;
  }

  /**
   * Also true for an expiry too far in the future for any render: the clock was ahead when the page was rendered, and
   * was then corrected.
   */
  #isExpired({ expires }: Entry): boolean {
    const now = Date.now();
    return expires < now || expires > now + Math.max(this.#maxAgeMs, GRACE_MS);
  }

  /** Renders a page only once for concurrent requests. If the render fails, serves the old page for `GRACE_MS`. */
  async fill(path: string, accepts: string | undefined, render: Render, dependsOn = SETTINGS_ONLY): Promise<Response> {
    const entry: Entry = this.#entries.get(path) ?? { dependsOn, writes: 0, pageWrites: 0, expires: 0 };
    this.#entries.set(path, entry);
    const response = await this.#render(entry, render).finally(() => {
      if (dependsOn.many) this.#evict(path, entry);
    });
    return isCurrent(entry) ? responseFromCache(entry.page, accepts) : response.clone();
  }

  #evict(path: string, entry: Entry): void {
    if (!entry.page && this.#entries.get(path) === entry) this.#entries.delete(path);
    const many = [...this.#entries].filter(([, { dependsOn }]) => dependsOn.many);
    for (const [oldest] of many.slice(0, -MANY_MAX)) this.#entries.delete(oldest);
  }

  async #renew(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (;;) {
      const entry = [...this.#entries.values()].find((each) => each.page && !isCurrent(each));
      if (!entry?.render || this.#stopped) return;
      const { writes } = entry;
      if (entry.expires >= Date.now()) await this.#render(entry, entry.render).catch(() => {});
      // The page was not renewed. Delete the page: the next request renders a new page, or reports the error.
      if (entry.writes === writes && !isCurrent(entry)) delete entry.page;
    }
  }

  #render(entry: Entry, render: Render): Promise<Response> {
    if (entry.rendering?.writes === entry.writes) return entry.rendering.done;
    const done = this.#renderPage(entry, render).finally(() => {
      if (entry.rendering?.done === done) delete entry.rendering;
    });
    entry.rendering = { writes: entry.writes, done };
    return done;
  }

  async #renderPage(entry: Entry, render: Render): Promise<Response> {
    const { writes } = entry;
    const rendered = await render().catch((error: unknown) => ({ error }));
    if (("error" in rendered || !rendered.isComplete) && isCurrent(entry)) {
      entry.expires = Date.now() + GRACE_MS;
      return responseFromCache(entry.page, undefined);
    }
    if ("error" in rendered) throw rendered.error;
    const { html, policy } = cspWithHashes(await rendered.response.text(), rendered.nonce);
    const { status } = rendered.response;
    const headers = new Headers(rendered.response.headers);
    headers.set("content-security-policy", policy);
    if (rendered.isComplete && status === 200) {
      const own = ["content-type", "content-security-policy"].map((name) => [name, headers.get(name) ?? ""]);
      const page = await compressForCache(html, { ...this.#commonHeaders, ...Object.fromEntries(own) });
      if (entry.writes === writes)
        Object.assign(entry, {
          page,
          pageWrites: writes,
          expires: Math.min(Date.now() + this.#maxAgeMs, rendered.expires ?? Number.POSITIVE_INFINITY),
          render,
        });
    }
    return new Response(html, { status, headers });
  }
}
