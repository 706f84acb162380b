/**
 * Finished public pages in memory: most visitors are answered from here, before any routing. One entry per address,
 * whatever query string was asked for. What is written is rendered behind the page of before (docs/decisions/0026).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Source } from "#app/route-handle.ts";
import { type CachedResponse, finishResponse, pageResponse, sendPage } from "./cached-response.ts";
import { withHashes } from "./content-security-policy.ts";

/** A page as it was rendered. */
export type Rendered = {
  response: Response;
  /** Of its inline scripts. */
  nonce: string;
  /** All that it shows could be read; only such a page is kept. */
  whole: boolean;
};

type Render = () => Promise<Rendered>;

/** How much longer a page is served when the one to follow it could not be made. */
const GRACE_MS = 15_000;
/** How long visitors may be given the page of before a write, while the next one is made. */
const BEHIND_MAX_MS = 1_000;
/** Writes that follow each other within it are shown together: a picture, then the event that it belongs to. */
const TOGETHER_MS = 100;

/** What a page is of. */
export type Shown = {
  /** What it shows besides the settings, which stand in the footer of every page. */
  readonly shows: readonly Source[];
  /** One of many of its kind, of which so many are kept: after a write it is made anew when somebody asks for it. */
  readonly many: boolean;
};

const SETTINGS_ONLY: Shown = { shows: [], many: false };

/** So many pages that are one of many. */
const MANY_MAX = 200;

/** What is known of a page. Writes are counted, so that each page and each render is known to be of before or after one. */
type Entry = {
  readonly shown: Shown;
  /** How often something that the page shows was written. */
  writes: number;
  /** The last one that was whole. */
  page?: CachedResponse;
  pageShows: number;
  expires: number;
  /** Makes the one to follow. */
  render?: Render;
  /** The render under way. */
  rendering?: { readonly shows: number; readonly done: Promise<Response> };
};

const isCurrent = (entry: Entry): entry is Entry & { page: CachedResponse } =>
  entry.page !== undefined && entry.pageShows === entry.writes;

/** Somebody who is signed in, or to whom a toast is owed, gets a page of their own. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:__Host-)?(?:session|avis)=/;

const isRead = (method: string | undefined) => method === "GET" || method === "HEAD";

export class PageCache {
  readonly #entries = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  readonly #commonHeaders: Record<string, string>;
  readonly #maxAgeMs: number;

  /**
   * @param commonHeaders headers that every answer carries
   * @param maxAgeMs how long a page may be served although nothing was written here: another process may have
   */
  constructor(commonHeaders: Record<string, string>, maxAgeMs = 60_000) {
    this.#commonHeaders = commonHeaders;
    this.#maxAgeMs = maxAgeMs;
  }

  /**
   * Makes the pages anew that show what was written. Until they are ready, and for a second at most, visitors are given
   * those of before instead of waiting. A page that is being rendered now is answered, but not kept.
   */
  clear(written: Source): void {
    for (const [path, entry] of this.#entries) {
      if (written !== "settings" && !entry.shown.shows.includes(written)) continue;
      entry.writes++;
      if (entry.shown.many) this.#entries.delete(path);
      entry.expires = Math.min(entry.expires, Date.now() + BEHIND_MAX_MS);
    }
    this.#timer ??= setTimeout(() => void this.#renew(), TOGETHER_MS).unref();
  }

  /** Resolves when no visitor is given a page of before the last write any more: whoever wrote may then be answered. */
  async settle(): Promise<void> {
    const { promise: longEnough, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, BEHIND_MAX_MS);
    await Promise.race([this.#renew(), longEnough]);
    clearTimeout(timer);
  }

  /** Makes no more pages. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** @returns whether a request for a page of everybody's may be answered from here, or fill it */
  takes(method: string | undefined, cookie: string | undefined): boolean {
    return isRead(method) && !PERSONAL_COOKIE.test(cookie ?? "");
  }

  /** Answers from memory. @returns false when the page is not there */
  reply(req: IncomingMessage, res: ServerResponse): boolean {
    const { url = "", method, headers } = req;
    const query = url.indexOf("?");
    const entry = this.#entries.get(query === -1 ? url : url.slice(0, query));
    if (!entry?.page || entry.expires < Date.now() || !isRead(method)) return false;
    if (headers.cookie !== undefined && PERSONAL_COOKIE.test(headers.cookie)) return false;
    sendPage(entry.page, req, res);
    return true;
  }

  /**
   * Renders a page that is not in memory, once for all who ask for it meanwhile, and keeps it when it is whole. When it
   * is not, the page of before is served a little longer, if nothing has been written since.
   * @param render gives the page as it is without the cache, now and when it has to be made anew
   */
  async fill(path: string, accepts: string | undefined, render: Render, shown = SETTINGS_ONLY): Promise<Response> {
    const entry: Entry = this.#entries.get(path) ?? { shown, writes: 0, pageShows: 0, expires: 0 };
    this.#entries.set(path, entry);
    const response = await this.#render(entry, render).finally(() => {
      if (shown.many) this.#makeRoom(path, entry);
    });
    return isCurrent(entry) ? pageResponse(entry.page, accepts) : response.clone();
  }

  /** Of those that are one of many, forgets one that is no page, and the oldest of too many. */
  #makeRoom(path: string, entry: Entry): void {
    if (!entry.page && this.#entries.get(path) === entry) this.#entries.delete(path);
    const many = [...this.#entries].filter(([, { shown }]) => shown.many);
    for (const [oldest] of many.slice(0, -MANY_MAX)) this.#entries.delete(oldest);
  }

  /** Makes the pages anew that were written to, one after the other, until none is left. */
  async #renew(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (;;) {
      const entry = [...this.#entries.values()].find((each) => each.page && !isCurrent(each));
      if (!entry?.render || this.#stopped) return;
      const { writes } = entry;
      if (entry.expires >= Date.now()) await this.#render(entry, entry.render).catch(() => {});
      // One that could not be made is made, and its error told of, when somebody asks for it.
      if (entry.writes === writes && !isCurrent(entry)) delete entry.page;
    }
  }

  #render(entry: Entry, render: Render): Promise<Response> {
    if (entry.rendering?.shows === entry.writes) return entry.rendering.done;
    const done = this.#make(entry, render).finally(() => {
      if (entry.rendering?.done === done) delete entry.rendering;
    });
    entry.rendering = { shows: entry.writes, done };
    return done;
  }

  async #make(entry: Entry, render: Render): Promise<Response> {
    const { writes } = entry;
    const rendered = await render().catch((error: unknown) => ({ error }));
    if (("error" in rendered || !rendered.whole) && isCurrent(entry)) {
      entry.expires = Date.now() + GRACE_MS;
      return pageResponse(entry.page, undefined);
    }
    if ("error" in rendered) throw rendered.error;
    const { html, policy } = withHashes(await rendered.response.text(), rendered.nonce);
    const { status } = rendered.response;
    const headers = new Headers(rendered.response.headers);
    headers.set("content-security-policy", policy);
    if (rendered.whole && status === 200) {
      const own = ["content-type", "content-security-policy"].map((name) => [name, headers.get(name) ?? ""]);
      const page = await finishResponse(html, { ...this.#commonHeaders, ...Object.fromEntries(own) });
      if (entry.writes === writes)
        Object.assign(entry, { page, pageShows: writes, expires: Date.now() + this.#maxAgeMs, render });
    }
    return new Response(html, { status, headers });
  }
}
