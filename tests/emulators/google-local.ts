/**
 * Replaces Google's identity provider, with one account and the answers of Google's documentation. Other than the
 * emulator, it can revoke sessions until a time that is ahead of this machine's clock.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { onTestFinished } from "vitest";

const seconds = () => Math.floor(Date.now() / 1000);

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString() || "{}");
}

export async function openLocalGoogle() {
  const account = {
    localId: "uid-de-zoe",
    email: "zoe@exemple.ch",
    password: "Pâquerette 1965",
    disabled: false,
    validSince: String(seconds() - 60),
    customAttributes: JSON.stringify({ committee: true }),
    providerUserInfo: [{ providerId: "password", rawId: "zoe@exemple.ch", email: "zoe@exemple.ch" }],
  };
  const state = { counterpart: true, failing: false };
  const RESPONSES: [RegExp, (body: Record<string, unknown>) => object | null][] = [
    [
      /accounts:signInWithPassword/,
      ({ password }) => (password === account.password ? { localId: account.localId, idToken: "preuve" } : null),
    ],
    [
      /accounts:update/,
      ({ password, validSince }) => {
        if (typeof password === "string") {
          // Google revokes earlier sessions. A time ahead of the clock has this effect immediately.
          Object.assign(account, { password, validSince: String(seconds() + 60) });
        }
        if (validSince) Object.assign(account, { validSince: String(validSince) });
        return { localId: account.localId };
      },
    ],
    [/accounts:lookup/, () => (state.failing ? null : state.counterpart ? { users: [account] } : {})],
  ];

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const url = String(request.url);
    const result = RESPONSES.find(([pattern]) => pattern.test(url))?.[1](body) ?? null;
    response
      .writeHead(result ? 200 : 400, { "content-type": "application/json", "cache-control": "max-age=3600" })
      .end(JSON.stringify(result ?? { error: { code: 400, message: "INVALID_LOGIN_CREDENTIALS" } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;

  // Google's library uses https; connect it to this server without encryption.
  const httpAgent = new Agent();
  httpAgent.createConnection = () => connect(port, "127.0.0.1");

  return { account, state, httpAgent, url: `http://127.0.0.1:${port}` };
}
