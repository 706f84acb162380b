/**
 * Stands at the door of a container before the site is open (decision 0053). `/up` is answered at once; everything else
 * waits, with its body still on the wire, and not for ever.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { BROKEN, simplePage } from "../http/simple-page.ts";
import { createWaitingRoom, type Patience } from "./waiting-room.ts";

const PATIENCE: Patience = { waitMs: 60_000, most: 500 };

type Headers = Readonly<Record<string, string>>;

export type Gate = {
  listener: RequestListener;
  /** Lets everybody in, first those who wait. */
  open(site: RequestListener): void;
  /** Has each request answer a question before it may wait, those too that wait already; null: none any more. */
  ask(next: Question | null): void;
  /** Sends everybody away: the container stops. */
  close(): void;
};

/** @returns whether the request has to wait for the site: false when it was answered */
type Question = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>;

const STARTING = "Le site démarre. Réessayez dans un instant.";
const RETRY_AFTER_S = 5;

/** Answers 503 with a sentence. What the request still brings is not read. */
export function refuse(res: ServerResponse, headers: Headers, sentence: string): void {
  res.writeHead(503, {
    ...headers,
    "content-type": "text/html; charset=utf-8",
    "retry-after": String(RETRY_AFTER_S),
    connection: "close",
  });
  res.end(simplePage(sentence));
}

/** @returns the path that is asked for, without a query; a proxy may write the whole address */
export const pathOf = (req: IncomingMessage): string =>
  (req.url ?? "").replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");

/**
 * @param headers of every answer
 * @param report hears what goes wrong at the door
 */
export function createGate(
  headers: Headers,
  report: (fault: unknown, where: string) => void,
  patience = PATIENCE,
): Gate {
  let site: RequestListener | null = null;
  let question: Question | null = null;
  let closed = false;
  const turnAway = (res: ServerResponse) => refuse(res, headers, STARTING);
  const enter: RequestListener = (req, res) => {
    if (site) site(req, res);
    else if (closed) turnAway(res);
    else room.enter(req, res);
  };
  const room = createWaitingRoom(patience, { admit: look, turnAway });

  function look(req: IncomingMessage, res: ServerResponse): void {
    if (!question) {
      enter(req, res);
      return;
    }
    question(req, res).then(
      (waits) => {
        if (waits) enter(req, res);
      },
      (fault: unknown) => {
        report(fault, "first address");
        if (!res.headersSent) refuse(res, headers, BROKEN);
      },
    );
  }

  return {
    listener(req, res) {
      if (pathOf(req) === "/up") answerUp(req, res, headers);
      else look(req, res);
    },
    open(listener) {
      site = listener;
      question = null;
      room.release();
    },
    ask(next) {
      question = next;
      if (next) room.release();
    },
    close() {
      closed = true;
      room.release();
    },
  };
}

/** The container runs and listens: whether the store can be written is what /healthz says. */
function answerUp({ method }: IncomingMessage, res: ServerResponse, headers: Headers): void {
  const read = method === "GET" || method === "HEAD";
  res.writeHead(read ? 200 : 405, { ...headers, "content-type": "text/plain; charset=utf-8" });
  res.end(read ? "ok\n" : "");
}
