/**
 * The listener of a container before the site is open (decision 0053). `/up` is answered at once; everything else waits
 * with its body unread, so many requests at most, and none for ever.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { errorPage } from "../http/error-page.ts";

/** An update takes a second, a large migration some more. */
const PATIENCE = { waitMs: 60_000, most: 500 };

type Headers = Readonly<Record<string, string>>;

export type Gate = {
  listener: RequestListener;
  /** Hands all requests to the site, first those that wait. */
  open(site: RequestListener): void;
  /** Answers 503 to all requests, because the container stops. */
  close(): void;
};

const STARTING = "Le site démarre. Réessayez dans un instant.";
const RETRY_AFTER_S = 5;

/** @param headers of every answer */
export function createGate(headers: Headers, { waitMs, most } = PATIENCE): Gate {
  let site: RequestListener | null = null;
  let closed = false;
  const waiting = new Map<ServerResponse, () => void>();
  const release = () => {
    for (const go of [...waiting.values()]) go();
  };

  function enter(req: IncomingMessage, res: ServerResponse): void {
    if (site) site(req, res);
    else if (closed || waiting.size >= most) refusal(res, headers);
    else wait(req, res);
  }

  function wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const silence = socket.timeout ?? 0;
    // Nothing is said on it as long as it waits.
    socket.setTimeout(0);
    const leave = () => {
      waiting.delete(res);
      clearTimeout(timer);
      res.off("close", leave);
      socket.setTimeout(silence);
    };
    const timer = setTimeout(() => {
      leave();
      refusal(res, headers);
    }, waitMs).unref();
    res.once("close", leave);
    waiting.set(res, () => {
      leave();
      enter(req, res);
    });
  }

  return {
    listener(req, res) {
      if (pathOf(req) === "/up") answerUp(req, res, headers);
      else enter(req, res);
    },
    open(listener) {
      site = listener;
      release();
    },
    close() {
      closed = true;
      release();
    },
  };
}

/** Answers 503. What the request still brings is not read. */
function refusal(res: ServerResponse, headers: Headers): void {
  res.writeHead(503, {
    ...headers,
    "content-type": "text/html; charset=utf-8",
    "retry-after": String(RETRY_AFTER_S),
    connection: "close",
  });
  res.end(errorPage(STARTING));
}

/** @returns the path that is asked for, without a query; a proxy may write the whole address */
const pathOf = (req: IncomingMessage): string =>
  (req.url ?? "").replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");

/** The container runs and listens: whether the store can be written is what /healthz says. */
function answerUp({ method }: IncomingMessage, res: ServerResponse, headers: Headers): void {
  const read = method === "GET" || method === "HEAD";
  res.writeHead(read ? 200 : 405, { ...headers, "content-type": "text/plain; charset=utf-8" });
  res.end(read ? "ok\n" : "");
}
