/**
 * Finished public pages in memory, compressed and with their headers: most visitors are answered from here,
 * before any routing. One entry per page of public-pages.ts, whatever query string was asked for. What is written is
 * rendered behind the page of before (docs/decisions/0026).
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { nextTurn } from "#domain/next-turn.ts";
import { estPublique, montre, type Source } from "./public-pages.ts";
import { cspOf } from "./security.ts";

const br = promisify(brotliCompress);
const gz = promisify(gzip);

/**
 * A window of 64 KB is more than a page repeats itself over. With the usual one of 4 MB the same bytes come out, after
 * 30 ms instead of 1 and with 32 MB of tables that the process has to hand back.
 */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };

type Encodage = "br" | "gzip" | "identity";

/** One encoding of a page, as it goes onto the wire. */
type Reponse = {
  /** A byte per character: Node then writes headers and body in one piece, which is faster than a buffer. */
  readonly corps: string;
  /** Names and values in turn. */
  readonly enTetes: string[];
  readonly sansLongueur: string[];
};

/** A page as it was rendered. */
export type Rendue = {
  reponse: Response;
  /** All that it shows could be read; only such a page is kept. */
  entiere: boolean;
};

/** How much longer a page is served when the one to follow it could not be made. */
const SURSIS_MS = 15_000;
/** How long visitors may be given the page of before a write, while the next one is made. */
const RETARD_MAX_MS = 1_000;
/** Writes that follow each other within it are shown together: a picture, then the event that it belongs to. */
const ENSEMBLE_MS = 100;

type Rendre = () => Promise<Rendue>;

type Page = {
  expire: number;
  /** Something that it shows has been written since. */
  perimee: boolean;
  /** Makes the page to follow. */
  readonly rendre: Rendre;
  readonly etag: string;
  readonly reponses: Readonly<Record<Encodage, Reponse>>;
};

type Rendu = { promesse: Promise<Response>; perime: boolean };

/** Somebody who is signed in, or to whom a toast is owed, gets a page of their own. */
const COOKIE_PERSONNEL = /(?:^|;\s*)(?:__Host-)?(?:session|avis)=/;

function encodageDe(accepte: string | undefined): Encodage {
  if (!accepte) return "identity";
  if (/\bbr\b/.test(accepte)) return "br";
  return /\bgzip\b/.test(accepte) ? "gzip" : "identity";
}

/** @returns whether one of the ETags in an If-None-Match header is this one */
const correspond = (siNon: string, etag: string) =>
  siNon.split(",").some((un) => un.trim() === etag || un.trim() === "*");

const estLecture = (methode: string | undefined) => methode === "GET" || methode === "HEAD";

function sansRequete(url: string): string {
  const fin = url.indexOf("?");
  return fin === -1 ? url : url.slice(0, fin);
}

export class PageCache {
  #pages = new Map<string, Page>();
  #enCours = new Map<string, Rendu>();
  /** Pages to make anew. */
  #aRefaire = new Set<string>();
  #minuterie: NodeJS.Timeout | undefined;
  #refection: Promise<void> | undefined;
  #arrete = false;
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

  /**
   * Makes the pages anew that show what was written. Until they are ready, and for a second at most, visitors are given
   * those of before instead of waiting. A page that is being rendered now is answered, but not kept.
   */
  clear(ecrit: Source): void {
    for (const [chemin, page] of this.#pages) {
      if (!montre(chemin, ecrit)) continue;
      page.perimee = true;
      page.expire = Math.min(page.expire, Date.now() + RETARD_MAX_MS);
      this.#aRefaire.add(chemin);
    }
    for (const [chemin, rendu] of this.#enCours) {
      if (!montre(chemin, ecrit)) continue;
      rendu.perime = true;
      this.#enCours.delete(chemin);
    }
    this.#minuterie ??= setTimeout(() => void this.#refaire(), ENSEMBLE_MS).unref();
  }

  /** Resolves when no visitor is given a page of before the last write any more: whoever wrote may then be answered. */
  async aJour(): Promise<void> {
    const refection = this.#aRefaire.size > 0 ? this.#refaire() : this.#refection;
    if (!refection) return;
    const { promise: assezAttendu, resolve } = Promise.withResolvers<void>();
    const minuterie = setTimeout(resolve, RETARD_MAX_MS);
    await Promise.race([refection, assezAttendu]);
    clearTimeout(minuterie);
  }

  /** Makes no more pages. */
  stop(): void {
    this.#arrete = true;
  }

  /** @returns whether a request may be answered from here, or fill it */
  concerne(methode: string | undefined, chemin: string, cookie: string | undefined): boolean {
    return estLecture(methode) && estPublique(chemin) && !COOKIE_PERSONNEL.test(cookie ?? "");
  }

  /** Answers from memory. @returns false when the page is not there */
  repondre(req: IncomingMessage, res: ServerResponse): boolean {
    const page = this.#pages.get(sansRequete(req.url ?? ""));
    if (!page || page.expire < Date.now() || !estLecture(req.method)) return false;
    const { cookie, "accept-encoding": accepte, "if-none-match": siNon } = req.headers;
    if (cookie !== undefined && COOKIE_PERSONNEL.test(cookie)) return false;
    const { corps, enTetes, sansLongueur } = page.reponses[encodageDe(accepte?.toString())];
    if (siNon !== undefined && correspond(siNon, page.etag)) res.writeHead(304, sansLongueur).end();
    else if (req.method === "HEAD") res.writeHead(200, enTetes).end();
    else res.writeHead(200, enTetes).end(corps, "latin1");
    return true;
  }

  /**
   * Renders a page that is not in memory, once for all who ask for it meanwhile, and keeps it when it is whole. When it
   * is not, the page of before is served a little longer, if nothing has been written since.
   * @param rendre gives the page as it is without the cache, now and when it has to be made anew
   */
  async remplir(chemin: string, accepte: string | undefined, rendre: Rendre): Promise<Response> {
    const reponse = (await this.#rendre(chemin, rendre)).clone();
    const page = this.#pages.get(chemin);
    if (!page || page.perimee) return reponse;
    const { corps, enTetes } = page.reponses[encodageDe(accepte)];
    return new Response(new Uint8Array(Buffer.from(corps, "latin1")), { headers: enPaires(enTetes) });
  }

  /** Makes the pages that `clear` left, one after the other. */
  #refaire(): Promise<void> {
    clearTimeout(this.#minuterie);
    this.#minuterie = undefined;
    this.#refection ??= this.#toutRefaire().finally(() => {
      this.#refection = undefined;
    });
    return this.#refection;
  }

  async #toutRefaire(): Promise<void> {
    for (const chemin of this.#aRefaire) {
      this.#aRefaire.delete(chemin);
      const page = this.#pages.get(chemin);
      if (!page || this.#arrete) continue;
      if (page.expire >= Date.now()) await this.#rendre(chemin, page.rendre).catch(() => {});
      // One that could not be made is made, and its fault told of, when somebody asks for it.
      if (page === this.#pages.get(chemin) && !this.#aRefaire.has(chemin)) this.#pages.delete(chemin);
    }
  }

  #rendre(chemin: string, rendre: Rendre): Promise<Response> {
    const enCours = this.#enCours.get(chemin);
    if (enCours) return enCours.promesse;
    const rendu: Rendu = { perime: false, promesse: Promise.resolve(new Response()) };
    const ratee = (panne: unknown): Rendue => {
      if (this.#prolonger(chemin)) return { reponse: new Response(), entiere: false };
      throw panne;
    };
    rendu.promesse = rendre()
      .catch(ratee)
      .then(async ({ reponse, entiere }) => {
        if (!entiere && this.#prolonger(chemin)) return reponse;
        const html = await reponse.text();
        // Whoever asks for a finished page meanwhile is answered first.
        await nextTurn();
        const politique = cspOf(html);
        const enTetes = new Headers(reponse.headers);
        enTetes.set("content-security-policy", politique);
        if (entiere && reponse.status === 200) {
          const page = await this.#finir(html, politique, enTetes.get("content-type") ?? "", rendre);
          if (!rendu.perime) this.#pages.set(chemin, page);
        }
        return new Response(html, { status: reponse.status, headers: enTetes });
      });
    this.#enCours.set(chemin, rendu);
    const oublier = () => {
      if (this.#enCours.get(chemin) === rendu) this.#enCours.delete(chemin);
    };
    rendu.promesse.then(oublier, oublier);
    return rendu.promesse;
  }

  /** @returns false when there is no page of before, or something has been written since */
  #prolonger(chemin: string): boolean {
    const page = this.#pages.get(chemin);
    if (!page || page.perimee) return false;
    page.expire = Date.now() + SURSIS_MS;
    return true;
  }

  async #finir(html: string, politique: string, type: string, rendre: Rendre): Promise<Page> {
    const identity = Buffer.from(html);
    const [brotli, gzipped] = await Promise.all([br(identity, { params: BROTLI }), gz(identity, { level: 9 })]);
    const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
    const communs = {
      ...this.#enTetesCommuns,
      "content-type": type,
      "content-security-policy": politique,
      "cache-control": "private, no-cache",
      vary: "Accept-Encoding, Cookie",
      etag,
    };
    const reponse = (encodage: Encodage, corps: Buffer): Reponse => {
      const propres = encodage === "identity" ? communs : { ...communs, "content-encoding": encodage };
      const sansLongueur = Object.entries(propres).flat();
      const enTetes = [...sansLongueur, "content-length", String(corps.length)];
      return { corps: corps.toString("latin1"), enTetes, sansLongueur };
    };
    const reponses = {
      br: reponse("br", brotli),
      gzip: reponse("gzip", gzipped),
      identity: reponse("identity", identity),
    };
    return { expire: Date.now() + this.#maxAgeMs, perimee: false, rendre, etag, reponses };
  }
}

function enPaires(enTetes: readonly string[]): [string, string][] {
  return Array.from({ length: enTetes.length / 2 }, (_, i) => [enTetes[2 * i] ?? "", enTetes[2 * i + 1] ?? ""]);
}
