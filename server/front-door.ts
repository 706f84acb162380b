/**
 * What stands between the wire and the site: pages from memory, the shape of a request, and answers to what is not even
 * HTTP. No answer leaves without the headers of security.ts, also where Node or the adapter of the framework gives it.
 */
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { App } from "./app-env.ts";
import type { PageCache } from "./page-cache.ts";
import { enTetesDeRefus, type PublicHost } from "./security-headers.ts";
import { simplePage } from "./simple-page.ts";

type Options = PublicHost & {
  app: App;
  /** Absent: nothing is answered from memory. */
  cache?: PageCache;
};

const PHRASES = {
  400: "Le site n’a pas compris cette demande.",
  408: "Cette demande est arrivée trop lentement.",
  417: "Le site ne connaît pas cette attente.",
  431: "Cette demande est trop longue.",
  500: "Quelque chose a cassé. Réessayez dans un instant.",
} as const;
type Statut = keyof typeof PHRASES;

/** What a parse that failed is answered with, by the code of Node's error. */
const STATUTS: Record<string, Statut> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** `http://anything/path` asks for the same as `/path`; a proxy may write it so. */
const ORIGINE = /^https?:\/\/[^/?#]*/i;

/** @returns the listener of every request that Node could read */
export function frontDoor({ app, cache, publicUrl, hstsSubdomains }: Options): RequestListener {
  const refusal = enTetesDeRefus({ publicUrl, hstsSubdomains });
  const enTetes = Object.entries(refusal).filter(([nom]) => nom !== "cache-control");
  const { host } = new URL(publicUrl);
  const refusee = (status: Statut) =>
    new Response(simplePage(PHRASES[status]), {
      status,
      headers: { ...refusal, "content-type": "text/html; charset=utf-8" },
    });
  const listener = getRequestListener(app.fetch, {
    errorHandler: (panne) => refusee(panne instanceof Error && panne.constructor.name === "RequestError" ? 400 : 500),
  });

  return (req: IncomingMessage, res: ServerResponse) => {
    if (cache?.repondre(req, res)) return;
    for (const [nom, valeur] of enTetes) res.setHeader(nom, valeur);
    const cible = (req.url ?? "").replace(ORIGINE, "");
    req.url = cible.startsWith("/") ? cible : `/${cible}`;
    // Nothing depends on what the Host header says; a request is one to the public address, whatever it claims.
    req.headers.host = host;
    void listener(req, res);
  };
}

/** Answers what Node could not read as a request, or would refuse by itself. */
export function refuseMalformed(server: Server, host: PublicHost): void {
  const enTetes = enTetesDeRefus(host);
  server.on("clientError", (panne: NodeJS.ErrnoException, socket: Duplex) => {
    if (panne.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    socket.end(brut(STATUTS[panne.code ?? ""] ?? 400, enTetes));
  });
  server.on("checkExpectation", (_req: IncomingMessage, res: ServerResponse) => {
    res.writeHead(417, { ...enTetes, "content-type": "text/html; charset=utf-8", connection: "close" });
    res.end(simplePage(PHRASES[417]));
  });
}

/** @returns an answer as it goes onto the wire, after which the connection ends */
function brut(status: Statut, enTetes: Readonly<Record<string, string>>): string {
  const corps = simplePage(PHRASES[status]);
  const lignes = Object.entries({
    ...enTetes,
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(corps)),
    connection: "close",
  }).map(([nom, valeur]) => `${nom}: ${valeur}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lignes.join("\r\n")}\r\n\r\n${corps}`;
}
