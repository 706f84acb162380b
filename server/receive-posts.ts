/** Takes in what is sent to the site: whether it may be sent, and how much of it is read before it is answered. */
import type { Next } from "hono";
import type { App, Contexte } from "./app-env.ts";
import { wholeParts } from "./form-beginning.ts";
import { Gate, RETRY_AFTER_S, Surcharge } from "./overload.ts";
import { takesFile } from "./path-rules.ts";
import { type RefusDeCorps, readBeginning, readBody } from "./request-body.ts";
import { estEtrangere } from "./security.ts";
import { type SimpleStatus, simpleAnswer } from "./simple-page.ts";

type Options = {
  publicUrl: string;
  /** How long the body of a form without a file may take to arrive. */
  formMs?: number | undefined;
  /** @returns what became of the session that a browser carries, if it carries one; null when nobody can say */
  sessionOf: (c: Contexte) => Promise<"open" | "ended" | "none" | null>;
};

/** More than the largest accepted picture, so that one that is too large can be told so beside its field. */
const FICHIER_MAX = 32 * 1024 * 1024;
/** More than the longest message, however its signs are encoded. */
const FORMULAIRE_MAX = 256 * 1024;
const DELAI_FORMULAIRE_MS = 30_000;
/** A large picture on a slow telephone. */
const DELAI_FICHIER_MS = 5 * 60_000;

/** A picture is up to 32 MB of memory from its first byte to its last: so many at once, and so many that wait. */
const UPLOADS = { atOnce: 4, waiting: 8 };

const REFUS_DE_CORPS: Record<RefusDeCorps, [SimpleStatus, string]> = {
  "trop-lourd": [413, "Cet envoi est trop lourd pour le site. Choisissez un fichier de 25 Mo au plus."],
  "trop-lent": [
    408,
    "Cet envoi est arrivé trop lentement. Rien n’a été enregistré\u00a0: réessayez avec un meilleur réseau.",
  ],
  incomplet: [400, "Cet envoi est arrivé incomplet. Rien n’a été enregistré\u00a0: réessayez."],
};

/** Puts what was sent into the context of the request, or answers with the reason why not. */
export function receivePosts(app: App, { publicUrl, formMs = DELAI_FORMULAIRE_MS, sessionOf }: Options): void {
  const uploads = new Gate(UPLOADS.atOnce, UPLOADS.waiting);
  app.post("*", async (c, next) => {
    const [origine, secFetchSite, cookie] = ["origin", "sec-fetch-site", "cookie"].map((nom) => c.req.header(nom));
    if (estEtrangere({ origine, secFetchSite, cookie }, publicUrl))
      return simpleAnswer(c, 403, "Ce formulaire vient d’un autre site. Rien n’a été enregistré.");
    if (!takesFile(c.req.path)) {
      const giveBack = c.get("garde").receive();
      if (!giveBack) throw new Surcharge();
      return readAndGoOn(c, next, readBody(c.req.raw, FORMULAIRE_MAX, formMs).finally(giveBack));
    }
    const session = await sessionOf(c);
    if (session === null)
      return simpleAnswer(
        c,
        503,
        "Le site n’arrive pas à retrouver votre session. Rien n’a été enregistré\u00a0: revenez en arrière et réessayez dans un instant.",
        { "retry-after": String(RETRY_AFTER_S.panne) },
      );
    // What a visitor sends is not read: they are sent to the login anyway.
    if (session === "none") return next();
    if (session === "ended") return receiveBeginning(c, next, formMs);
    return uploads.passer(() => readAndGoOn(c, next, readBody(c.req.raw, FICHIER_MAX, DELAI_FICHIER_MS)));
  });
}

/** Whoever had a session gets back what was typed, which comes before the file; the file itself is not read. */
function receiveBeginning(c: Contexte, next: Next, formMs: number): Promise<Response | undefined> {
  const giveBack = c.get("garde").receive();
  if (!giveBack) throw new Surcharge();
  const type = c.req.header("content-type") ?? "";
  const reading = readBeginning(c.req.raw, FORMULAIRE_MAX, formMs).finally(giveBack);
  return readAndGoOn(
    c,
    next,
    reading.then((corps) => (typeof corps === "string" ? corps : wholeParts(type, corps))),
  );
}

async function readAndGoOn(
  c: Contexte,
  next: Next,
  reading: ReturnType<typeof readBody>,
): Promise<Response | undefined> {
  const corps = await reading;
  if (typeof corps === "string") return simpleAnswer(c, ...REFUS_DE_CORPS[corps]);
  c.set("corps", corps);
  await next();
  return undefined;
}
