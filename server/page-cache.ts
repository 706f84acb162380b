/**
 * Finished pages for visitors, compressed and with their headers, in memory: answered before anything else looks at
 * the request. Only the paths named here are kept, so that no query string or invented path can make it grow.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { cspOf } from "./security.ts";

const br = promisify(brotliCompress);
const gz = promisify(gzip);

/** Pages that are the same for every visitor. */
const CHEMINS = new Set([
  "/",
  "/comite",
  "/planning",
  "/dons",
  "/inscription",
  "/contact",
  "/rjv2025",
  "/charte",
  "/responsabilite",
  "/confidentialite",
]);

type Encodage = "br" | "gzip" | "identity";
const ENCODAGES = ["br", "gzip", "identity"] as const;

type Page = {
  readonly expire: number;
  readonly etag: string;
  readonly corps: Record<Encodage, Buffer>;
  readonly enTetes: Record<Encodage, Record<string, string>>;
};

/** Somebody who is signed in, or to whom a toast is owed, gets a page of their own. */
const COOKIE_PERSONNEL = /(?:^|;\s*)(?:session|avis)=/;

function encodageDe(accepte: string | undefined): Encodage {
  if (!accepte) return "identity";
  if (/\bbr\b/.test(accepte)) return "br";
  return /\bgzip\b/.test(accepte) ? "gzip" : "identity";
}

/** @returns whether one of the ETags in an If-None-Match header is this one */
const correspond = (siNon: string | undefined, etag: string) =>
  siNon?.split(",").some((un) => un.trim() === etag || un.trim() === "*") ?? false;

export class PageCache {
  #pages = new Map<string, Page>();
  #enCours = new Map<string, Promise<Response>>();
  #generation = 0;
  readonly #enTetesCommuns: Record<string, string>;
  readonly #maxAgeMs: number;

  /**
   * @param enTetesCommuns headers that every answer carries
   * @param maxAgeMs how long a page may be served although nothing was written here: another process may have
   */
  constructor(enTetesCommuns: Record<string, string>, maxAgeMs = 60_000) {
    this.#enTetesCommuns = enTetesCommuns;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Forgets all pages; one that is being rendered now is answered, but not kept. */
  clear(): void {
    this.#generation++;
    this.#pages.clear();
    this.#enCours.clear();
  }

  /** @returns whether a request may be answered from here, or fill it */
  concerne(methode: string | undefined, chemin: string, cookie: string | undefined): boolean {
    return (methode === "GET" || methode === "HEAD") && CHEMINS.has(chemin) && !COOKIE_PERSONNEL.test(cookie ?? "");
  }

  /** Answers from memory. @returns false when the page is not there */
  repondre(req: IncomingMessage, res: ServerResponse): boolean {
    const chemin = req.url?.split("?", 1)[0] ?? "";
    if (!this.concerne(req.method, chemin, req.headers.cookie)) return false;
    const page = this.#pages.get(chemin);
    if (!page || page.expire < Date.now()) return false;
    const encodage = encodageDe(req.headers["accept-encoding"]?.toString());
    const { "content-length": longueur, ...enTetes } = page.enTetes[encodage];
    if (correspond(req.headers["if-none-match"], page.etag)) res.writeHead(304, enTetes).end();
    else if (req.method === "HEAD") res.writeHead(200, { ...enTetes, "content-length": longueur }).end();
    else res.writeHead(200, { ...enTetes, "content-length": longueur }).end(page.corps[encodage]);
    return true;
  }

  /**
   * Renders a page that is not in memory, once for all who ask for it meanwhile, and keeps it when it is whole.
   * @param rendre gives the page as it is without the cache
   */
  async remplir(chemin: string, accepte: string | undefined, rendre: () => Promise<Response>): Promise<Response> {
    const enCours = this.#enCours.get(chemin) ?? this.#rendre(chemin, rendre);
    const reponse = (await enCours).clone();
    const page = this.#pages.get(chemin);
    if (!page) return reponse;
    const encodage = encodageDe(accepte);
    return new Response(new Uint8Array(page.corps[encodage]), { headers: page.enTetes[encodage] });
  }

  #rendre(chemin: string, rendre: () => Promise<Response>): Promise<Response> {
    const generation = this.#generation;
    const enCours = rendre().then(async (reponse) => {
      const html = await reponse.text();
      const politique = cspOf(html);
      const enTetes = new Headers(reponse.headers);
      enTetes.set("content-security-policy", politique);
      if (reponse.status === 200) {
        const page = await this.#finir(html, politique);
        if (generation === this.#generation) this.#pages.set(chemin, page);
      }
      return new Response(html, { status: reponse.status, headers: enTetes });
    });
    this.#enCours.set(chemin, enCours);
    const oublier = () => {
      if (this.#enCours.get(chemin) === enCours) this.#enCours.delete(chemin);
    };
    enCours.then(oublier, oublier);
    return enCours;
  }

  async #finir(html: string, politique: string): Promise<Page> {
    const identity = Buffer.from(html);
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    const [brotli, gzipped] = await Promise.all([br(identity, options), gz(identity, { level: 9 })]);
    const corps = { br: brotli, gzip: gzipped, identity };
    const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
    const communs = {
      ...this.#enTetesCommuns,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": politique,
      "cache-control": "private, no-cache",
      vary: "Accept-Encoding, Cookie",
      etag,
    };
    const enTetesDe = (encodage: Encodage): Record<string, string> => ({
      ...communs,
      "content-length": String(corps[encodage].length),
      ...(encodage === "identity" ? {} : { "content-encoding": encodage }),
    });
    const enTetes = Object.fromEntries(ENCODAGES.map((e) => [e, enTetesDe(e)])) as Page["enTetes"];
    return { expire: Date.now() + this.#maxAgeMs, etag, corps, enTetes };
  }
}
