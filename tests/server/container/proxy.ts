/** A proxy in front of containers, like that of ONCE: keeps the Host header, adds the scheme, and can switch containers. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";

export type Answer = { status: number; headers: IncomingMessage["headers"]; text: string };
type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** Sends a request, with any Host header. Rejects if the connection breaks. */
export async function ask(url: string, { method = "GET", headers = {}, body = "" }: Sent = {}): Promise<Answer> {
  const req = request(url, { method, headers, agent: false });
  req.end(body);
  const [res] = (await once(req, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of res.setEncoding("utf8")) text += piece;
  return { status: res.statusCode ?? 0, headers: res.headers, text };
}

/** Starts a proxy that forwards requests to the container with the URL `first`. */
export async function startProxy(first: string) {
  const inProgress = new Map<string, number>();
  let target = first;
  const server = createServer((req, res) => {
    const to = target;
    inProgress.set(to, (inProgress.get(to) ?? 0) + 1);
    res.once("close", () => inProgress.set(to, (inProgress.get(to) ?? 0) - 1));
    const headers = { ...req.headers, "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https" };
    const onward = request(to + req.url, { method: req.method, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
      answer.once("error", () => res.destroy());
    });
    onward.once("error", () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
    req.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url: string) {
      target = url;
    },
    /** Resolves when no request to a container is in progress. */
    drained: (url: string) => vi.waitUntil(() => !inProgress.get(url), { timeout: 10_000, interval: 5 }),
  };
}
