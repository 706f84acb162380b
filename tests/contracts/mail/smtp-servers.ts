/** Mail servers for tests: a real one that can refuse any step, and raw ones that misbehave. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import { freePort } from "#tests/free-ports.ts";

export type ReceivedMail = { rawResponse: Uint8Array; from: string; a: string[] };

/**
 * A server that speaks SMTP, and closes when the test ends.
 * @param options handlers that replace those of a server that accepts every mail
 * @returns its URL without a user, and the accepted mails
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
 * A server that calls `greet` with each connection, and closes when the test ends.
 * @returns its URL
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

/** @returns the URL of an absent server: a port on which no process listens */
export const absentServer = async (): Promise<string> => `smtp://127.0.0.1:${await freePort()}`;

const urlOf = (server: Pick<Server, "address">) => `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** An error that makes the server refuse a step with a reply code. */
export const refusal = (responseCode: number, message = "Non merci pour paul@exemple.ch") =>
  Object.assign(new Error(message), { responseCode });
