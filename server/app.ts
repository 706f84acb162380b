/** Carries requests to React Router: checks that come first, files, the page cache, and the pages. */
import { randomBytes } from "node:crypto";
import { Hono, type Next } from "hono";
import { compress } from "hono/compress";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { Garde } from "#app/context.ts";
import { lireSession } from "#app/cookies.ts";
import { nextTurn } from "#domain/next-turn.ts";
import type { Services } from "#ports/services.ts";
import type { App, Contexte } from "./app-env.ts";
import { createGuard } from "./guard.ts";
import { backupHealth, onceASecond } from "./health.ts";
import { Gate, Surcharge } from "./overload.ts";
import type { PageCache, Rendue } from "./page-cache.ts";
import { type RefusDeCorps, readBody } from "./request-body.ts";
import { cspWithNonce, estEtrangere, type PublicHost, securite } from "./security.ts";
import { simplePage } from "./simple-page.ts";
import { type ImageFile, serveBuild, serveImages } from "./static.ts";
import { visitorAddress } from "./visitor-address.ts";

/** What a route may know of the place it runs in; the shape that app/context.ts declares. */
type Site = { publicUrl: string; behindProxy: boolean; signaler: (panne: unknown, ou: string) => void };

/** The contexts are the bundle's own objects, so entry.server exports them. */
type Build = ServerBuild & {
  entry: {
    module: {
      contexts: {
        nonceContext: RouterContext<string>;
        servicesContext: RouterContext<Services>;
        siteContext: RouterContext<Site>;
        gardeContext: RouterContext<Garde>;
        corpsContext: RouterContext<Uint8Array>;
      };
    };
  };
};

type Options = {
  services: Services;
  site: Omit<Site, "behindProxy"> & PublicHost;
  /** @returns whether the store can be written right now */
  enBonneSante: () => boolean | Promise<boolean>;
  imageFile: ImageFile;
  /** While one works on the site: what gives the present one, asked for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  /** Absent: every page is rendered anew. */
  cache?: PageCache;
  /** The client build; absent where something else serves it. */
  assets?: string;
  /** How many proxies stand before the site: whose address counts (visitor-address.ts). */
  trustProxy: number;
  /** How long the body of a form may take to arrive. */
  delaiCorpsMs?: number;
};

/**
 * How much is done at the same time, and how much may wait for it. A page takes a few milliseconds: those who wait here do so for a second or two. A picture is up to 32 MB of memory
 * from its first byte to its last.
 */
const DEBIT = { rendus: 32, rendusEnAttente: 512, televersements: 4, televersementsEnAttente: 8 };

/** More than the largest accepted picture, so that one that is too large can be told so beside its field. */
const FICHIER_MAX = 32 * 1024 * 1024;
/** More than the longest message, however its signs are encoded. */
const FORMULAIRE_MAX = 256 * 1024;
const DELAI_FORMULAIRE_MS = 30_000;
/** A large picture on a slow telephone. */
const DELAI_FICHIER_MS = 5 * 60_000;

/** The forms that take a file, as pages and as data. */
const AVEC_FICHIER = /^\/(?:comite\/|evenement\/|reglages(?:\.|$))/;

/** What is made anew for each request, and has an address that many could ask for again and again. */
const COUTEUX = /\.(?:pdf|csv|ics|svg)(?:\.data)?$|^\/(?:autorisation|invitation|qr-facture)\//;

/** The site has no use for any other method. */
const METHODES = ["GET", "HEAD", "POST"];

/** A crowd has gone by after some seconds; a store that failed takes longer to come back. */
const RETRY_AFTER_S = { surcharge: 5, panne: 30 };

/** What no search engine may list. */
const PRIVES =
  /^\/(?:login|logout|autorisation\/|invitation\/|mot-de-passe|comite\/|evenement\/|inscriptions|messages|reglages|comptes)/;

/** Stands for an address that is none; no page is there. */
const INTROUVABLE = "/introuvable";

/** Whether some route can match: what does not decode throws in the router, and its `*` stops at a line break. */
function seLit(chemin: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(chemin));
  } catch {
    return false;
  }
}

type StatutSimple = 400 | 403 | 405 | 408 | 413 | 429 | 500 | 503;

/** For what no page of the site can answer. */
const pageSimple = (c: Contexte, status: StatutSimple, phrase: string, enTetes: Record<string, string> = {}) =>
  c.html(simplePage(phrase), status, { "cache-control": "no-store", ...enTetes });

const REFUS_DE_CORPS: Record<RefusDeCorps, [StatutSimple, string]> = {
  "trop-lourd": [413, "Cet envoi est trop lourd pour le site. Choisissez un fichier de 25 Mo au plus."],
  "trop-lent": [
    408,
    "Cet envoi est arrivé trop lentement. Rien n’a été enregistré : réessayez avec un meilleur réseau.",
  ],
  incomplet: [400, "Cet envoi est arrivé incomplet. Rien n’a été enregistré : réessayez."],
};

/**
 * The whole site without a socket: `createApp(…).request("/comite")` answers as the server does.
 */
export function createApp(options: Options): App {
  const { services, site, enBonneSante, imageFile, build, mode, cache, assets, trustProxy } = options;
  const { delaiCorpsMs = DELAI_FORMULAIRE_MS } = options;
  const app: App = new Hono();
  const rendus = new Gate(DEBIT.rendus, DEBIT.rendusEnAttente);
  const televersements = new Gate(DEBIT.televersements, DEBIT.televersementsEnAttente);
  const gardePour = createGuard();
  const handler = createRequestHandler(build, mode);
  const enProduction = mode === "production";

  app.use(securite(site, enProduction));
  app.onError((panne, c) => {
    if (panne instanceof Surcharge)
      return pageSimple(c, 503, "Il y a foule sur le site. Réessayez dans quelques secondes.", {
        "retry-after": String(RETRY_AFTER_S.surcharge),
      });
    // No more than the first segment: the rest may be a key.
    site.signaler(panne, `${c.req.method} /${c.req.path.split("/")[1]}`);
    return pageSimple(c, 500, "Quelque chose a cassé. Réessayez dans un instant.");
  });

  app.use(async (c, next) => {
    if (METHODES.includes(c.req.method)) return next();
    return pageSimple(c, 405, "Le site ne connaît pas cette façon de demander.", { allow: METHODES.join(", ") });
  });

  const peutEcrire = onceASecond(enBonneSante);
  app.get("/healthz", async (c) => {
    const ok = await peutEcrire();
    const corps = { statut: ok ? "ok" : "en panne", sauvegarde: await backupHealth(services) };
    return c.json(corps, ok ? 200 : 503, { "cache-control": "no-store" });
  });

  if (assets) serveBuild(app, assets);
  serveImages(app, imageFile);

  app.use(async (c, next) => {
    const socket = c.env?.incoming?.socket?.remoteAddress;
    const garde = gardePour(visitorAddress(socket, c.req.header("x-forwarded-for"), trustProxy));
    c.set("garde", garde);
    c.set("corps", null);
    const attente = COUTEUX.test(c.req.path) || c.req.query("q") ? garde.couteux() : 0;
    if (attente === 0) return next();
    return pageSimple(c, 429, "Trop de demandes d’affilée. Réessayez dans une minute.", {
      "retry-after": String(attente),
    });
  });

  app.post("*", async (c, next) => {
    const [origine, secFetchSite, cookie] = ["origin", "sec-fetch-site", "cookie"].map((nom) => c.req.header(nom));
    if (estEtrangere({ origine, secFetchSite, cookie }, site.publicUrl))
      return pageSimple(c, 403, "Ce formulaire vient d’un autre site. Rien n’a été enregistré.");
    if (!AVEC_FICHIER.test(c.req.path)) return lireEtSuivre(c, next, FORMULAIRE_MAX, delaiCorpsMs);
    const connecte = await estConnecte(c);
    if (connecte === null)
      return pageSimple(
        c,
        503,
        "Le site n’arrive pas à retrouver votre session. Rien n’a été enregistré : revenez en arrière et réessayez dans un instant.",
        { "retry-after": String(RETRY_AFTER_S.panne) },
      );
    // Whoever is not signed in is sent to the login anyway: what they send is not read.
    if (!connecte) return next();
    return televersements.passer(() => lireEtSuivre(c, next, FICHIER_MAX, DELAI_FICHIER_MS));
  });
  if (enProduction) app.use(compress());

  app.all("*", async (c) => {
    const { path, method } = c.req;
    if (cache?.concerne(method, path, c.req.header("cookie"))) {
      const reponse = await cache.remplir(path, c.req.header("accept-encoding"), pourTous(path));
      return method === "HEAD" ? new Response(null, reponse) : reponse;
    }
    const nonce = enProduction ? randomBytes(16).toString("base64") : "";
    const garde = c.get("garde");
    const reponse = await rendre(requeteInterne(c), nonce, garde, site.signaler, c.get("corps") ?? undefined);
    if (method === "POST") await cache?.aJour();
    // The router's own page names files of the site, in English.
    if (reponse.status === 405)
      return pageSimple(c, 405, "Cette page ne reçoit aucun formulaire.", { allow: "GET, HEAD" });
    const enTetes = new Headers(reponse.headers);
    if (reponse.status === 429) enTetes.set("retry-after", String(garde.attente()));
    if (reponse.status === 503) enTetes.set("retry-after", String(RETRY_AFTER_S.panne));
    if (!enTetes.has("cache-control")) enTetes.set("cache-control", "private, no-store");
    if (PRIVES.test(path)) enTetes.set("x-robots-tag", "noindex, nofollow");
    // The address of a one-time link is a secret.
    if (path.startsWith("/invitation/")) enTetes.set("referrer-policy", "no-referrer");
    if (enProduction && enTetes.get("content-type")?.startsWith("text/html"))
      enTetes.set("content-security-policy", cspWithNonce(nonce));
    return new Response(reponse.body, { status: reponse.status, headers: enTetes });
  });

  /** @returns what renders a page that is kept for everybody: it holds nothing of the visitor who asks for it first */
  function pourTous(chemin: string): () => Promise<Rendue> {
    return async () => {
      let pannes = 0;
      const signaler: Site["signaler"] = (panne, ou) => {
        if (panne !== null) pannes++;
        site.signaler(panne, ou);
      };
      const reponse = await rendre(new Request(site.publicUrl + chemin), "", gardePour(""), signaler);
      return { reponse, entiere: pannes === 0 && reponse.status < 500 };
    };
  }

  /** @param nonce of the inline scripts; empty where their hashes allow them, or nothing forbids them */
  function rendre(
    requete: Request,
    nonce: string,
    garde: Garde,
    signaler = site.signaler,
    corps = new Uint8Array(),
  ): Promise<Response> {
    return rendus.passer(async () => {
      const courant = typeof build === "function" ? await build() : build;
      const { contexts } = (courant as Build).entry.module;
      const context = new RouterContextProvider();
      context.set(contexts.nonceContext, nonce);
      context.set(contexts.servicesContext, services);
      context.set(contexts.siteContext, { publicUrl: site.publicUrl, behindProxy: trustProxy > 0, signaler });
      context.set(contexts.gardeContext, garde);
      context.set(contexts.corpsContext, corps);
      return handler(requete, context);
    });
  }

  /** @returns null when nobody can say */
  async function estConnecte(c: Contexte): Promise<boolean | null> {
    const jeton = await lireSession(requeteInterne(c));
    try {
      return jeton !== null && (await services.auth.session(jeton)) !== null;
    } catch (panne) {
      site.signaler(panne, "session");
      return null;
    }
  }

  /** Reads what was sent, in bounded time and memory, and has the site answer to it. */
  async function lireEtSuivre(c: Contexte, next: Next, max: number, delaiMs: number): Promise<Response | undefined> {
    const corps = await readBody(c.req.raw, max, delaiMs);
    if (typeof corps === "string") return pageSimple(c, ...REFUS_DE_CORPS[corps]);
    c.set("corps", corps);
    // Visitors who came meanwhile are answered before the form is taken apart.
    await nextTurn();
    await next();
    return undefined;
  }

  /**
   * The request as React Router gets it: on the public origin, whatever the Host header said, without the Origin
   * header that was checked above, and without what was sent, which the routes find in a context.
   */
  function requeteInterne(c: Contexte): Request {
    const { pathname, search } = new URL(c.req.url);
    const headers = new Headers(c.req.raw.headers);
    headers.delete("origin");
    const { method, signal } = c.req.raw;
    const init: RequestInit = { method, headers, signal };
    return new Request(site.publicUrl + (seLit(pathname) ? pathname : INTROUVABLE) + search, init);
  }

  return app;
}
