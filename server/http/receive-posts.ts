import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { SiteContext } from "#app/contexts.ts";
import { readBrowserTokens, readSession } from "#app/session/cookies.ts";
import { isMultipart, multipartBoundary } from "#app/ui/form/multipart-boundary.ts";
import { FILE_FORM_MAX, PICTURE_MEGABYTES, TEXT_FORM_MAX } from "#domain/pictures/upload-limits.ts";
import type { Services } from "#usecases/services.ts";
import { type ErrorStatus, errorResponse, RETRY_AFTER_S, tooManyRequests } from "./error-page.ts";
import { QueueOverload } from "./limits/fair-queue.ts";
import { type BodyLimits, BodyRefused, readRequestBody } from "./request-body.ts";
import type { AppContext, SiteApp } from "./request-context.ts";
import { isCrossSite } from "./same-origin.ts";

type Options = {
  services: Pick<Services, "auth">;
  site: Pick<SiteContext, "publicUrl" | "report">;
  formMs?: number | undefined;
};

const FORM = { max: TEXT_FORM_MAX, ms: 30_000 };
/** For a form with a picture. Five minutes are enough for a slow mobile connection. */
const FILE = { max: FILE_FORM_MAX, ms: 5 * 60_000 };

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

export function receivePosts(app: SiteApp, { services, site, formMs = FORM.ms }: Options): void {
  const form = { ...FORM, ms: formMs };

  async function receive(c: AppContext, limits: BodyLimits): Promise<void> {
    const release = c.get("limiter").receive();
    if (!release) throw new QueueOverload();
    c.set("sent", await bodyOf(c, limits).finally(release));
  }

  app.post("*", async (c, next) => {
    const [origin, secFetchSite, cookie] = ["origin", "sec-fetch-site", "cookie"].map((name) => c.req.header(name));
    const { handle, exact } = c.get("route");
    const isOneClick = handle.oneClick === true && exact;
    if (!isOneClick && isCrossSite({ origin, secFetchSite, cookie }, site.publicUrl))
      return errorResponse(c, 403, "Ce formulaire vient d’un autre site. Rien n’a été enregistré.");
    try {
      const session = handle.takesFile ? await sessionOf(c, services, site) : "any";
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
        return await c.get("limiter").runQueued("upload", async () => {
          c.set("sent", await bodyOf(c, FILE));
          await next();
        });
      // The session has ended: read only the text fields, which precede the file. The form shows these fields again.
      if (session === "ended") await receive(c, { ...form, beginning: true });
      // `any`: the form has no file. With `none`, do not read the body: the route redirects to the login.
      else if (session === "any") await receive(c, form);
    } catch (error) {
      return refusalOf(c, error);
    }
    return next();
  });
}

function refusalOf(c: AppContext, error: unknown) {
  if (!(error instanceof BodyRefused)) throw error;
  if (error.why === "in-pieces") c.get("limiter").malformed();
  return errorResponse(c, ...REFUSALS[error.why]);
}

function bodyOf(c: AppContext, limits: BodyLimits): Promise<Uint8Array> {
  const { incoming } = c.env ?? {};
  const source = incoming instanceof Readable ? incoming : Readable.fromWeb(streamOf(c.req.raw));
  return readRequestBody(source, Number(c.req.header("content-length") ?? 0), limits);
}

const streamOf = ({ body }: Request) => (body ?? new Blob().stream()) as ReadableStream;

/**
 * After too many malformed multipart forms, refuses all multipart forms of an address. Signed-in users are exempt: only
 * the pages for signed-in users have multipart forms.
 */
function refuseMultipart(c: AppContext, signedIn: boolean) {
  const type = c.req.header("content-type") ?? "";
  if (!isMultipart(type)) return null;
  const wait = signedIn ? 0 : c.get("limiter").costlyWait();
  if (wait > 0) return tooManyRequests(c, wait);
  if (multipartBoundary(type) !== null) return null;
  c.get("limiter").malformed();
  return errorResponse(c, 400, MALFORMED);
}

/**
 * @returns whether the session of the request is open, has ended, or does not exist; null if the store is unavailable
 */
async function sessionOf(c: AppContext, { auth }: Options["services"], { publicUrl, report }: Options["site"]) {
  const request = new Request(publicUrl, { headers: c.req.raw.headers });
  const token = await readSession(request);
  if (token === null) return (await readBrowserTokens(request)).length > 0 ? "ended" : "none";
  try {
    return (await auth.findSession(token)) ? "open" : "ended";
  } catch (error) {
    report(error, "session");
    return null;
  }
}
