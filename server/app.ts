/** Carries requests to React Router: checks that come first, files, the page cache, and the pages. */
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { Garde, Site } from "#app/context.ts";
import { lireSession } from "#app/cookies.ts";
import type { Services } from "#ports/services.ts";
import { StoreAway } from "#ports/store-away.ts";
import type { App, Contexte } from "./app-env.ts";
import { AWAY, AWAY_HEADERS, watchAway } from "./away.ts";
import { canonicalPaths, isReadable } from "./canonical-path.ts";
import { createGuard } from "./guard.ts";
import { backupHealth, onceASecond } from "./health.ts";
import { Gate, RETRY_AFTER_S, Surcharge } from "./overload.ts";
import type { PageCache, Rendue } from "./page-cache.ts";
import { headersOf, isCostly } from "./path-rules.ts";
import { receivePosts } from "./receive-posts.ts";
import { cspWithNonce, type PublicHost, securite } from "./security.ts";
import { simpleAnswer } from "./simple-page.ts";
import { type ImageFile, serveBuild, serveImages } from "./static.ts";
import { visitorAddress } from "./visitor-address.ts";

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

/** How many pages are made at once, and how many may wait: a page takes some milliseconds, who waits does so for a second or two. */
const RENDERS = { atOnce: 32, waiting: 512 };

/** The site has no use for any other method. */
const METHODES = ["GET", "HEAD", "POST"];

const FULL = {
  page: "Il y a foule sur le site. Réessayez dans quelques secondes.",
  form: "Il y a foule sur le site. Rien n’a été enregistré\u00a0: revenez en arrière et réessayez dans quelques secondes.",
};

/** Stands for an address that is none; no page is there. */
const INTROUVABLE = "/introuvable";

/**
 * The whole site without a socket: `createApp(…).request("/comite")` answers as the server does.
 */
export function createApp(options: Options): App {
  const { services, site, enBonneSante, imageFile, build, mode, cache, assets, trustProxy } = options;
  const app: App = new Hono();
  const rendus = new Gate(RENDERS.atOnce, RENDERS.waiting);
  const gardePour = createGuard();
  const handler = createRequestHandler(build, mode);
  const enProduction = mode === "production";

  app.use(securite(site, enProduction));
  app.onError((panne, c) => {
    if (panne instanceof StoreAway) {
      site.signaler(panne, `${c.req.method} /${c.req.path.split("/")[1]}`);
      return simpleAnswer(c, 503, AWAY, AWAY_HEADERS);
    }
    if (panne instanceof Surcharge)
      return simpleAnswer(c, 503, FULL[c.req.method === "POST" ? "form" : "page"], {
        "retry-after": String(RETRY_AFTER_S.surcharge),
      });
    // No more than the first segment: the rest may be a key.
    site.signaler(panne, `${c.req.method} /${c.req.path.split("/")[1]}`);
    return simpleAnswer(c, 500, "Quelque chose a cassé. Réessayez dans un instant.");
  });

  app.use(async (c, next) => {
    if (METHODES.includes(c.req.method)) return next();
    return simpleAnswer(c, 405, "Le site ne connaît pas cette façon de demander.", { allow: METHODES.join(", ") });
  });

  const peutEcrire = onceASecond(enBonneSante);
  app.get("/healthz", async (c) => {
    const ok = await peutEcrire();
    const corps = { statut: ok ? "ok" : "en panne", sauvegarde: await backupHealth(services) };
    return c.json(corps, ok ? 200 : 503, { "cache-control": "no-store" });
  });

  if (assets) serveBuild(app, assets);
  serveImages(app, imageFile);

  const spelt =
    typeof build === "function"
      ? async (pathname: string) => canonicalPaths((await build()).routes)(pathname)
      : canonicalPaths(build.routes);
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const path = await spelt(pathname);
    if (path === pathname) return next();
    // The method and what was sent stay as they are.
    return c.body(null, 308, { location: path + search, "cache-control": "private, no-store", ...headersOf(path) });
  });

  app.use(async (c, next) => {
    const socket = c.env?.incoming?.socket?.remoteAddress;
    const garde = gardePour(visitorAddress(socket, c.req.header("x-forwarded-for"), trustProxy));
    c.set("garde", garde);
    c.set("corps", null);
    const attente = isCostly(c.req.path) || c.req.query("recherche") ? garde.couteux() : 0;
    if (attente === 0) return next();
    return simpleAnswer(c, 429, "Trop de demandes d’affilée. Réessayez dans une minute.", {
      "retry-after": String(attente),
    });
  });

  receivePosts(app, { publicUrl: site.publicUrl, formMs: options.delaiCorpsMs, sessionOf });
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
      return simpleAnswer(c, 405, "Cette page ne reçoit aucun formulaire.", { allow: "GET, HEAD" });
    const enTetes = new Headers(reponse.headers);
    if (reponse.status === 429) enTetes.set("retry-after", String(garde.attente()));
    if (reponse.status === 503) enTetes.set("retry-after", String(RETRY_AFTER_S.panne));
    if (!enTetes.has("cache-control")) enTetes.set("cache-control", "private, no-store");
    for (const [nom, valeur] of Object.entries(headersOf(path))) enTetes.set(nom, valeur);
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
      const away = watchAway(signaler);
      context.set(contexts.siteContext, {
        publicUrl: site.publicUrl,
        behindProxy: trustProxy > 0,
        demo: site.demo,
        signaler: away.signaler,
        record: site.record,
      });
      context.set(contexts.gardeContext, garde);
      context.set(contexts.corpsContext, corps);
      return away.answer(await handler(requete, context));
    });
  }

  /** @returns null when nobody can say */
  async function sessionOf(c: Contexte): Promise<"open" | "ended" | "none" | null> {
    const jeton = await lireSession(requeteInterne(c));
    if (jeton === null) return "none";
    try {
      return (await services.auth.session(jeton)) ? "open" : "ended";
    } catch (panne) {
      site.signaler(panne, "session");
      return null;
    }
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
    return new Request(site.publicUrl + (isReadable(pathname) ? pathname : INTROUVABLE) + search, init);
  }

  return app;
}
