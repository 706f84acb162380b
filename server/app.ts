/** Carries requests to React Router: checks that come first, files, the page cache, and the pages. */
import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { Services } from "#ports/services.ts";
import { backupHealth, onceASecond } from "./health.ts";
import type { PageCache } from "./page-cache.ts";
import { cspWithNonce, estEtrangere, securite } from "./security.ts";
import { type ImageFile, serveBuild, serveImages } from "./static.ts";

/** What a route may know of the place it runs in; the shape that app/context.ts declares. */
type Site = { publicUrl: string; signaler: (panne: unknown, ou: string) => void };

/** The contexts are the bundle's own objects, so entry.server exports them. */
type Build = ServerBuild & {
  entry: {
    module: {
      contexts: {
        nonceContext: RouterContext<string>;
        servicesContext: RouterContext<Services>;
        siteContext: RouterContext<Site>;
      };
    };
  };
};

type Options = {
  services: Services;
  site: Site;
  /** @returns whether the store can be written right now */
  enBonneSante: () => boolean;
  imageFile: ImageFile;
  getBuild: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** Absent: every page is rendered anew. */
  cache?: PageCache;
  /** The client build; absent where something else serves it. */
  assets?: string;
};

/** More than the largest accepted picture, so that one that is too large can be told so beside its field. */
const CORPS_MAX = 32 * 1024 * 1024;

/** What no search engine may list. */
const PRIVES =
  /^\/(?:login|logout|autorisation\/|invitation\/|mot-de-passe|comite\/|evenement\/|inscriptions|messages|reglages|comptes)/;

/** Stands for an address that is none; no page is there. */
const INTROUVABLE = "/introuvable";

function seDecode(chemin: string): boolean {
  try {
    decodeURIComponent(chemin);
    return true;
  } catch {
    return false;
  }
}

/** For what no page of the site can answer. */
const pageSimple = (c: Context, status: 403 | 413 | 500, phrase: string) => {
  const html = `<!doctype html><html lang="fr-CH"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>La jeunesse de Savièse</title><h1>${phrase}</h1><p><a href="/">Retour</a></p></html>`;
  return c.html(html, status, { "cache-control": "no-store" });
};

/**
 * The whole site without a socket: `createApp(…).request("/comite")` answers as the server does.
 */
export function createApp({ services, site, enBonneSante, imageFile, getBuild, mode, cache, assets }: Options): Hono {
  const app = new Hono();
  const handler = createRequestHandler(getBuild, mode);
  const enProduction = mode === "production";

  app.use(securite(site.publicUrl, enProduction));
  app.onError((panne, c) => {
    // No more than the first segment: the rest may be a key.
    site.signaler(panne, `${c.req.method} /${c.req.path.split("/")[1]}`);
    return pageSimple(c, 500, "Quelque chose a cassé. Réessayez dans un instant.");
  });

  const peutEcrire = onceASecond(enBonneSante);
  app.get("/healthz", async (c) => {
    const ok = peutEcrire();
    const corps = { statut: ok ? "ok" : "en panne", sauvegarde: await backupHealth(services) };
    return c.json(corps, ok ? 200 : 503, { "cache-control": "no-store" });
  });

  if (assets) serveBuild(app, assets);
  serveImages(app, imageFile);

  app.use(async (c, next) => {
    const lecture = c.req.method === "GET" || c.req.method === "HEAD";
    if (!lecture && estEtrangere(c.req.header("origin"), c.req.header("sec-fetch-site"), site.publicUrl))
      return pageSimple(c, 403, "Ce formulaire vient d’un autre site. Rien n’a été enregistré.");
    return next();
  });
  app.use(
    bodyLimit({
      maxSize: CORPS_MAX,
      onError: (c) =>
        pageSimple(c, 413, "Cet envoi est trop lourd pour le site. Choisissez un fichier de 25 Mo au plus."),
    }),
  );
  if (enProduction) app.use(compress());

  app.all("*", async (c) => {
    const { path, method } = c.req;
    if (cache?.concerne(method, path, c.req.header("cookie"))) {
      const reponse = await cache.remplir(path, c.req.header("accept-encoding"), () => rendre(requetePourTous(c), ""));
      return method === "HEAD" ? new Response(null, reponse) : reponse;
    }
    const nonce = enProduction ? randomBytes(16).toString("base64") : "";
    const reponse = await rendre(requeteInterne(c), nonce);
    const enTetes = new Headers(reponse.headers);
    if (!enTetes.has("cache-control")) enTetes.set("cache-control", "private, no-store");
    if (PRIVES.test(path)) enTetes.set("x-robots-tag", "noindex, nofollow");
    // The address of a one-time link is a secret.
    if (path.startsWith("/invitation/")) enTetes.set("referrer-policy", "no-referrer");
    if (enProduction && enTetes.get("content-type")?.startsWith("text/html"))
      enTetes.set("content-security-policy", cspWithNonce(nonce));
    return new Response(reponse.body, { status: reponse.status, headers: enTetes });
  });

  /** @param nonce of the inline scripts; empty where their hashes allow them, or nothing forbids them */
  async function rendre(requete: Request, nonce: string): Promise<Response> {
    const { contexts } = ((await getBuild()) as Build).entry.module;
    const context = new RouterContextProvider();
    context.set(contexts.nonceContext, nonce);
    context.set(contexts.servicesContext, services);
    context.set(contexts.siteContext, site);
    return handler(requete, context);
  }

  /** The request for a page that is kept for everybody: nothing of this visitor goes into it. */
  const requetePourTous = (c: Context) => new Request(site.publicUrl + c.req.path);

  /**
   * The request as React Router gets it: on the public origin, whatever the Host header said, and without the Origin
   * header that was checked above.
   */
  function requeteInterne(c: Context): Request {
    const { pathname, search } = new URL(c.req.url);
    const headers = new Headers(c.req.raw.headers);
    headers.delete("origin");
    const { method, body, signal } = c.req.raw;
    const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
    return new Request(site.publicUrl + (seDecode(pathname) ? pathname : INTROUVABLE) + search, init);
  }

  return app;
}
