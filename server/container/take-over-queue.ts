/** Queues requests until the site has opened its data (decision 0053). The bodies of queued requests stay unread. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { errorPage } from "../http/error-page.ts";

/** `most`: maximum of queued requests. `waitMs` is long, because an update may migrate a large database. */
const LIMITS = { waitMs: 60_000, most: 500 };
const STARTING = "Le site démarre. Réessayez dans un instant.";

/** Path of the container's health check, also outside a container: an installation may move. */
export const UP_HEALTH_PATH = "/up";

type Headers = Readonly<Record<string, string>>;

export function createTakeOverQueue(headers: Headers, { waitMs, most } = LIMITS) {
  let next: RequestListener | null = null;
  const waiting = new Map<ServerResponse, () => void>();
  const refuse: RequestListener = (_, res) => {
    const own = { "content-type": "text/html; charset=utf-8", "retry-after": "5", connection: "close" };
    res.writeHead(503, { ...headers, ...own }).end(errorPage(STARTING));
  };

  function wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const idleMs = socket.timeout ?? 0;
    socket.setTimeout(0);
    const leave = () => {
      waiting.delete(res);
      clearTimeout(timer);
      res.off("close", leave);
      socket.setTimeout(idleMs);
    };
    const goOn = (listener: RequestListener) => {
      leave();
      listener(req, res);
    };
    const timer = setTimeout(() => goOn(refuse), waitMs).unref();
    res.once("close", leave);
    waiting.set(res, () => goOn(next ?? refuse));
  }

  const passTo = (listener: RequestListener) => {
    next = listener;
    for (const goOn of [...waiting.values()]) goOn();
  };
  return {
    listener(req: IncomingMessage, res: ServerResponse) {
      if (pathOf(req) === UP_HEALTH_PATH) answerUp(req, res, headers);
      else if (next) next(req, res);
      else if (waiting.size >= most) refuse(req, res);
      else wait(req, res);
    },
    open: passTo,
    close: () => passTo(next ?? refuse),
  };
}

/** A proxy may send an absolute URL. */
const pathOf = (req: IncomingMessage): string =>
  (req.url ?? "").replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");

/** Status 200 only means that the container listens. `/healthz` reports whether the site works. */
function answerUp({ method }: IncomingMessage, res: ServerResponse, headers: Headers): void {
  const isRead = method === "GET" || method === "HEAD";
  res.writeHead(isRead ? 200 : 405, { ...headers, "content-type": "text/plain; charset=utf-8" });
  res.end(isRead ? "ok\n" : "");
}
