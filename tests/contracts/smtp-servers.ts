/** Servers that mail can meet: one that does its work or refuses a step of it, and several that misbehave. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

export type Recu = { brut: Uint8Array; de: string; a: string[] };

/**
 * A server that speaks SMTP; it goes away when the test ends.
 * @param options what it does differently
 * @returns its url without a user, and what it has accepted
 */
export async function serveurSmtp(options: SMTPServerOptions = {}): Promise<{ url: string; recus: Recu[] }> {
  const recus: Recu[] = [];
  const serveur = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    async onData(flux, { envelope }, fini) {
      const brut = await buffer(flux);
      const { mailFrom, rcptTo } = envelope;
      recus.push({ brut, de: mailFrom ? mailFrom.address : "", a: rcptTo.map(({ address }) => address) });
      fini();
    },
    ...options,
  });
  serveur.on("error", () => {});
  serveur.listen(0, "127.0.0.1");
  await once(serveur.server, "listening");
  onTestFinished(() => new Promise<void>((ferme) => void serveur.close(ferme)));
  return { url: urlDe(serveur.server), recus };
}

/**
 * A server that does with a connection what it is told to; it goes away when the test ends.
 * @returns its url
 */
export async function serveurBrut(accueillir: (client: Socket) => void): Promise<string> {
  const clients = new Set<Socket>();
  const serveur = createServer((client) => {
    clients.add(client.on("error", () => {}));
    accueillir(client);
  });
  serveur.listen(0, "127.0.0.1");
  await once(serveur, "listening");
  onTestFinished(async () => {
    for (const client of clients) client.destroy();
    if (serveur.listening) await new Promise((ferme) => void serveur.close(ferme));
  });
  return urlDe(serveur);
}

/** The url of a server that is not there: its port was free a moment ago. */
export async function serveurAbsent(): Promise<string> {
  const serveur = createServer().listen(0, "127.0.0.1");
  await once(serveur, "listening");
  const url = urlDe(serveur);
  await new Promise((ferme) => void serveur.close(ferme));
  return url;
}

const urlDe = (serveur: Pick<Server, "address">) => `smtp://127.0.0.1:${(serveur.address() as AddressInfo).port}`;

/** A refusal with its reply code, as a step of the server hands it on. */
export const refus = (responseCode: number, message = "Non merci pour paul@exemple.ch") =>
  Object.assign(new Error(message), { responseCode });
