/** Servers that mail can meet: one that does its work or refuses a step of it, and several that misbehave. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

export type ReceivedMail = { rawResponse: Uint8Array; from: string; a: string[] };

/**
 * A server that speaks SMTP; it goes away when the test ends.
 * @param options what it does differently
 * @returns its url without a user, and what it has accepted
 */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
): Promise<{ url: string; received: ReceivedMail[] }> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    async onData(flux, { envelope }, done) {
      const rawResponse = await buffer(flux);
      const { mailFrom, rcptTo } = envelope;
      received.push({ rawResponse, from: mailFrom ? mailFrom.address : "", a: rcptTo.map(({ address }) => address) });
      done();
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((closed) => void server.close(closed)));
  return { url: urlOf(server.server), received };
}

/**
 * A server that does with a connection what it is told to; it goes away when the test ends.
 * @returns its url
 */
export async function startRawServer(greet: (client: Socket) => void): Promise<string> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client.on("error", () => {}));
    greet(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const client of clients) client.destroy();
    if (server.listening) await new Promise((closed) => void server.close(closed));
  });
  return urlOf(server);
}

/** The url of a server that is not there: its port was free a moment ago. */
export async function absentServer(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = urlOf(server);
  await new Promise((closed) => void server.close(closed));
  return url;
}

const urlOf = (server: Pick<Server, "address">) => `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A refusal with its reply code, as a step of the server hands it on. */
export const refusal = (responseCode: number, message = "Non merci pour paul@exemple.ch") =>
  Object.assign(new Error(message), { responseCode });
