/** Takes in what is sent to the site: whether it may be sent, and how much of it is read before it is answered. */
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Site } from "#app/contexts.ts";
import { readSession } from "#app/session/cookies.ts";
import { boundaryOf, isMultipart } from "#app/ui/form/multipart-boundary.ts";
import { FILE_FORM_MAX, PICTURE_MEGABYTES, TEXT_FORM_MAX } from "#domain/pictures/upload-limits.ts";
import type { Services } from "#usecases/services.ts";
import { type ErrorStatus, errorResponse } from "./error-page.ts";
import { tooManyRequests } from "./limits/rate-limit-requests.ts";
import { Overload, OverloadGate, RETRY_AFTER_S } from "./overload.ts";
import { BodyRefused, type Limits, readBody } from "./request-body.ts";
import type { App, AppContext } from "./request-context.ts";
import { isForeign } from "./same-origin.ts";

type Options = {
  services: Pick<Services, "auth">;
  site: Pick<Site, "publicUrl" | "report">;
  /** How long the body of a form without a file may take to arrive. */
  formMs?: number | undefined;
};

const FORM = { max: TEXT_FORM_MAX, ms: 30_000 };
/** A large picture on a slow telephone. */
const FILE = { max: FILE_FORM_MAX, ms: 5 * 60_000 };

/** A picture is up to 32 MB of memory from its first byte to its last: so many at once, and so many that wait. */
const UPLOADS = { atOnce: 4, waiting: 8 };

const MALFORMED = "Le site n’arrive pas à lire ce formulaire. Rien n’a été enregistré.";

const REFUSALS: Record<BodyRefused["why"], [ErrorStatus, string]> = {
  "too-much": [413, `Cet envoi est trop lourd pour le site. Choisissez un fichier de ${PICTURE_MEGABYTES} Mo au plus.`],
  "too-slow": [
    408,
    "Cet envoi est arrivé trop lentement. Rien n’a été enregistré\u00a0: réessayez avec un meilleur réseau.",
  ],
  "in-pieces": [400, MALFORMED],
  incomplete: [400, "Cet envoi est arrivé incomplet. Rien n’a été enregistré\u00a0: réessayez."],
};

/** Keeps what was sent for the routes, or answers with the reason why not. */
export function receivePosts(app: App, { services, site, formMs = FORM.ms }: Options): void {
  const uploads = new OverloadGate(UPLOADS.atOnce, UPLOADS.waiting);
  const form = { ...FORM, ms: formMs };

  /** One form of many that come at the same moment. */
  async function receive(c: AppContext, limits: Limits): Promise<void> {
    const giveBack = c.get("guard").receive();
    if (!giveBack) throw new Overload();
    c.set("sent", await bodyOf(c, limits).finally(giveBack));
  }

  app.post("*", async (c, next) => {
    const [origin, secFetchSite, cookie] = ["origin", "sec-fetch-site", "cookie"].map((name) => c.req.header(name));
    if (isForeign({ origin, secFetchSite, cookie }, site.publicUrl))
      return errorResponse(c, 403, "Ce formulaire vient d’un autre site. Rien n’a été enregistré.");
    try {
      const session = c.get("route").handle.takesFile ? await sessionOf(c, services, site) : "any";
      if (session === null)
        return errorResponse(
          c,
          503,
          "Le site n’arrive pas à retrouver votre session. Rien n’a été enregistré\u00a0: revenez en arrière et réessayez dans un instant.",
          { "retry-after": String(RETRY_AFTER_S.error) },
        );
      const refusal = refuseMultipart(c, session === "open");
      if (refusal) return refusal;
      if (session === "open")
        return await uploads.enter(async () => {
          c.set("sent", await bodyOf(c, FILE));
          await next();
        });
      // Whoever had a session gets back what was typed, which comes before the file; the file itself is not read.
      if (session === "ended") await receive(c, { ...form, beginning: true });
      // What a visitor sends is not read: they are sent to the login anyway.
      else if (session === "any") await receive(c, form);
    } catch (refusal) {
      if (!(refusal instanceof BodyRefused)) throw refusal;
      if (refusal.why === "in-pieces") c.get("guard").malformed();
      return errorResponse(c, ...REFUSALS[refusal.why]);
    }
    return next();
  });
}

function bodyOf(c: AppContext, limits: Limits): Promise<Uint8Array> {
  const { incoming } = c.env ?? {};
  const source = incoming instanceof Readable ? incoming : Readable.fromWeb(streamOf(c.req.raw));
  return readBody(source, Number(c.req.header("content-length") ?? 0), limits);
}

const streamOf = ({ body }: Request) => (body ?? new Blob().stream()) as ReadableStream;

/**
 * A multipart form that cannot be read counts as something costly, and waits like it. Browsers send the forms of visitors
 * in the other encoding, so that nobody on the address is kept from theirs; nor is the committee.
 */
function refuseMultipart(c: AppContext, signedIn: boolean) {
  const type = c.req.header("content-type") ?? "";
  if (!isMultipart(type)) return null;
  const wait = signedIn ? 0 : c.get("guard").costlyWait();
  if (wait > 0) return tooManyRequests(c, wait);
  if (boundaryOf(type) !== null) return null;
  c.get("guard").malformed();
  return errorResponse(c, 400, MALFORMED);
}

/** @returns what became of the session that a browser carries, if it carries one; null when nobody can say */
async function sessionOf(c: AppContext, { auth }: Options["services"], { publicUrl, report }: Options["site"]) {
  const token = await readSession(new Request(publicUrl, { headers: c.req.raw.headers }));
  if (token === null) return "none";
  try {
    return (await auth.findSession(token)) ? "open" : "ended";
  } catch (error) {
    report(error, "session");
    return null;
  }
}
