import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

const br = promisify(brotliCompress);
const gz = promisify(gzip);

/** Window: 64 KB, enough for a page. The default of 4 MB takes 30 ms and 32 MB of memory. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** Order of preference if a client accepts several equally. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

type Answer = { readonly body: Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> };

export type CachedResponse = { readonly etag: string; readonly answers: Readonly<Record<Encoding, Answer>> };

export async function compressForCache(html: string, headers: Record<string, string>): Promise<CachedResponse> {
  const identity = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([br(identity, { params: BROTLI }), gz(identity, { level: 9 })]);
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const common = { ...headers, "cache-control": "private, no-cache", vary: "Accept-Encoding, Cookie", etag };
  const answer = (encoding: Encoding, body: Uint8Array<ArrayBuffer>): Answer => ({
    body,
    headers: encoding === "identity" ? common : { ...common, "content-encoding": encoding },
  });
  const answers = {
    br: answer("br", brotli),
    gzip: answer("gzip", gzipped),
    identity: answer("identity", identity),
  };
  return { etag, answers };
}

export function sendCachedPage({ etag, answers }: CachedResponse, req: IncomingMessage, res: ServerResponse): void {
  const { "accept-encoding": accepts, "if-none-match": knownEtags } = req.headers;
  const { body, headers } = answers[encodingFor(accepts?.toString())];
  if (knownEtags?.split(",").some((each) => each.trim() === etag || each.trim() === "*"))
    return void res.writeHead(304, headers).end();
  // For HEAD, Node sends the headers only.
  res.writeHead(200, { ...headers, "content-length": body.length }).end(body);
}

export function responseFromCache({ answers }: CachedResponse, accepts: string | undefined): Response {
  const { body, headers } = answers[encodingFor(accepts)];
  return new Response(body, { headers: { ...headers, "content-length": String(body.length) } });
}

function encodingFor(accepts: string | undefined): Encoding {
  const accepted = parseAccept(accepts ?? "");
  const quality = (encoding: Encoding): number => {
    const named = accepted.find(({ type }) => type.toLowerCase() === encoding);
    const others = encoding === "identity" ? undefined : accepted.find(({ type }) => type === "*");
    return (named ?? others)?.q ?? 0;
  };
  const qualities = ENCODINGS.map(quality);
  const best = Math.max(...qualities);
  return (best > 0 && ENCODINGS[qualities.indexOf(best)]) || "identity";
}
