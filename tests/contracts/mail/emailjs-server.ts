/** A local imitation of EmailJS's server, with the test's answers. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

type RequestedToast = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** Answers a request. EmailJS answers `OK` to an accepted mail. */
type Respond = (response: ServerResponse, received: RequestedToast) => void;

export const capture: Respond = (response) => void response.writeHead(200, AS_TEXT).end("OK");

const AS_TEXT = { "content-type": "text/html; charset=utf-8" };

/** @returns an answer with this status and text */
export const print =
  (status: number, text: string): Respond =>
  (response) =>
    void response.writeHead(status, AS_TEXT).end(text);

/**
 * Starts the server, which closes when the test ends.
 * @param reply answer to all requests, until the test calls the returned `reply`
 * @returns its origin, the received requests, and a function that replaces the answer
 */
export async function startEmailJsServer(reply: Respond = capture) {
  const requests: RequestedToast[] = [];
  let following = reply;
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const received = { method: method, path: url, headers, body: await text(request) };
    requests.push(received);
    following(response, received);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply(other: Respond) {
      following = other;
    },
  };
}
