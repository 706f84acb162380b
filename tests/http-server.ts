/** A local HTTP server with the test's answers, in place of a provider's. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Respond = (response: ServerResponse, received: ReceivedRequest) => void;

/** @returns an answer with this status and text */
export const answer =
  (status: number, text: string): Respond =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(text);

/** The answer of EmailJS to an accepted mail. */
export const accept = answer(200, "OK");

/**
 * Starts the server, which closes when the test ends.
 * @param respond answers all requests, until the test calls the returned `respond`
 * @returns its origin, the received requests, and a function that replaces the answer
 */
export async function startHttpServer(respond: Respond = accept) {
  const requests: ReceivedRequest[] = [];
  let current = respond;
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const received = { method, path, headers, body: await text(request) };
    requests.push(received);
    current(response, received);
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
    respond(other: Respond) {
      current = other;
    },
  };
}
