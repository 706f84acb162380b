/** A proxy between a store and the Storage emulator, which can let requests fail and lose answers. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The result of a request: an error status, a broken connection, no answer, or a lost answer. */
type Fate = { status: number } | "cut" | "silence" | "lost-response" | null;

/** A request, as the plan of errors gets it. */
export type RequestedToast = { method: string; path: string; search: URLSearchParams };

/**
 * @param to origin of the emulator; null if `queryPlan` answers every request
 * @param queryPlan returns the result of a request; null to forward it
 * @returns the origin of the proxy, and its requests
 */
export async function startRelay(to: string | null, queryPlan: (asked: RequestedToast) => Fate = () => null) {
  const requests: RequestedToast[] = [];
  const server = createServer((incoming, response) => void reply(incoming, response));

  async function reply(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: search } = new URL(incoming.url ?? "/", "http://relais");
    const asked = { method: incoming.method ?? "GET", path, search };
    const body = Buffer.concat(await incoming.toArray());
    requests.push(asked);
    const fate = queryPlan(asked);
    if (fate === "silence") return;
    if (fate !== null && typeof fate === "object") refusal(response, fate.status);
    else if (fate === "cut" || !to) incoming.socket.destroy();
    else {
      const past = await pass(to + incoming.url, incoming, body);
      if (fate === "lost-response") incoming.socket.destroy();
      else past.pipe(response.writeHead(past.statusCode ?? 500, past.headers));
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function pass(url: string, { method, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { "transfer-encoding": _, ...sentHeaders } = headers;
  const incoming = request(url, { method, headers: { ...sentHeaders, "content-length": body.length } });
  incoming.end(body);
  const [response] = await once(incoming, "response");
  return response;
}

function refusal(response: ServerResponse, status: number): void {
  const message = MESSAGES[status] ?? "refused";
  const body = { error: { code: status, message, errors: [{ message, reason: "refused" }] } };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const MESSAGES: Record<number, string> = {
  402: "Cloud Storage for Firebase no longer supports Firebase projects that are on the no-cost Spark pricing plan.",
  404: "The specified bucket does not exist.",
};
