/**
 * The whole site with its outbox and mail servers that fail. Visitors are thanked at once in every case, and all mail is
 * sent once when the server works again.
 */

import type { Socket } from "node:net";
import PostalMime from "postal-mime";
import { expect, it, vi } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { absentServer, refusal, startRawServer, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { writeFigures } from "#tests/figures.ts";

import { openMailSite } from "./mail-site.ts";

const WAIT = { timeout: 20_000, interval: 50 };
/** Timeout of the mail server in ms. */
const PATIENCE_MS = 200;
/** Number of sign-ups, and of messages, for each failing mail server. */
const SUBMISSIONS = 3;

/** The site with a mail server that the test can replace. */
async function site(url: string, patienceMs?: number) {
  const here = await openMailSite({ MAIL_TO: "comite@exemple.ch" });
  const plugIn = (other: string, timeoutMs?: number, to = ["comite@exemple.ch"]) => {
    const addresses = { from: "site@exemple.ch", to, publicUrl: "https://jeunesse.exemple.ch" };
    const options = { url: other, ...addresses };
    here.services.mailer = createSmtpMailer(timeoutMs === undefined ? options : { ...options, timeoutMs });
  };
  plugIn(url, patienceMs);
  return { ...here, plugIn };
}

const subjectsOf = async (received: { rawResponse: Uint8Array }[]) =>
  (
    await Promise.all(received.map(async ({ rawResponse }) => (await PostalMime.parse(rawResponse)).subject ?? ""))
  ).toSorted();

const numbers = [...Array(SUBMISSIONS).keys()];
const EXPECTED = [
  ...numbers.map((i) => `Message\u00a0: Sujet${i}`),
  ...numbers.map((i) => `Nouvelle inscription\u00a0: Zoé Nom${i}`),
];

/** Sends one line after each command of the client, then calls `andThen`. */
const talk = (lines: readonly string[], andThen: (client: Socket) => void) => (client: Socket) => {
  const rest = [...lines];
  const answerNext = () => {
    const line = rest.shift();
    if (line === undefined) andThen(client);
    else client.write(`${line}\r\n`);
  };
  client.on("data", answerNext);
  answerNext();
};

const smtp = (options: Parameters<typeof startSmtpServer>[0]) => async () => (await startSmtpServer(options)).url;
const refuse = (code: number) =>
  smtp({ onData: (flux, _, done) => flux.resume().on("end", () => done(refusal(code))) });

const FAILING_SERVERS: readonly [string, () => Promise<string>][] = [
  ["is away", absentServer],
  ["has no name", async () => "smtp://nulle-part.invalid:25"],
  ["takes the call and says nothing", () => startRawServer(() => {})],
  ["falls silent after its greeting", () => startRawServer(talk(["220 bonjour"], () => {}))],
  [
    "is endlessly slow",
    () =>
      startRawServer((client) => {
        client.write("220 bonjour\r\n");
        const trickle = setInterval(() => client.write("250-encore\r\n"), PATIENCE_MS / 5);
        client.on("close", () => clearInterval(trickle));
      }),
  ],
  ["hangs up at once", () => startRawServer((client) => client.destroy())],
  [
    "hangs up in the middle of the conversation",
    () => startRawServer(talk(["220 bonjour", "250 oui", "250 oui"], (client) => client.destroy())),
  ],
  ["answers 421 to everybody", smtp({ onConnect: (_, done) => done(refusal(421)) })],
  ["answers 451 to every mail", refuse(451)],
  ["is full and answers 452", refuse(452)],
  ["answers 554 to everybody", smtp({ onConnect: (_, done) => done(refusal(554)) })],
  ["speaks another language", () => startRawServer((client) => void client.write("HTTP/1.1 200 OK\r\n\r\n"))],
  ["does not relay the site's mail", smtp({ onRcptTo: (_, __, done) => done(refusal(554, "5.7.1 Relay denied")) })],
  ["wants another sender", smtp({ onMailFrom: (_, __, done) => done(refusal(550)) })],
];

/** @returns the id of an entry of the committee's list */
function firstId(list: string): string {
  const [, id = ""] = /name="id" value="([^"]+)"/.exec(list) ?? /[?&](?:amp;)?id=([\w-]+)/.exec(list) ?? [];
  expect(id).not.toBe("");
  return id;
}

let survived = 0;

it.each(FAILING_SERVERS)(
  "a mail server that %s does not delay visitors; all mail is sent once later",
  async (_, failingServer) => {
    const { receive, states, wake, wait, plugIn, log } = await site(await failingServer(), PATIENCE_MS);
    for (const page of await receive(SUBMISSIONS)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
    const hasTried = async () => (await states()).every((mail) => mail.state === "en-attente" && mail.reason !== null);
    await vi.waitUntil(hasTried, WAIT);
    expect(await states()).toHaveLength(2 * SUBMISSIONS);
    wake();

    const { url, received } = await startSmtpServer();
    plugIn(url);
    await wait(60);
    await vi.waitUntil(async () => (await states()).every(({ state }) => state === "envoye"), WAIT);
    await wait(60);
    expect(await subjectsOf(received)).toEqual(EXPECTED);
    expect(log.filter(({ error }) => error !== null)).toEqual([]);
    survived++;
  },
);

it("a mail that two of four recipients have names the others in the inbox, on /reglages and in the test mail, not in the log", async () => {
  const codes: Record<string, number> = { "bob@exemple.ch": 450, "zoe@exemple.ch": 550 };
  const { url } = await startSmtpServer({
    onRcptTo: ({ address }, _, done) => done(codes[address] ? refusal(codes[address]) : null),
  });
  const { receive, read, send, cookie, states, plugIn, log, wait, wake } = await site(url);
  const to = ["anne@exemple.ch", "bob@exemple.ch", "carl@exemple.ch", "zoe@exemple.ch"];
  plugIn(url, undefined, to);
  await receive(1);
  const answered = async () => (await states()).every((mail) => mail.state === "en-attente" && mail.reason !== null);
  await vi.waitUntil(answered, WAIT);
  const withoutTags = (html: string) => html.replace(/<[^>]+>|<!-- -->/g, "").replaceAll("&nbsp;", "\u00a0");
  const waiting = withoutTags(await read("/messages"));
  expect(waiting).toContain("E-mail envoyé en partie");
  expect(waiting).toContain(
    "bob@exemple.ch\u00a0: Le serveur de messagerie refuse cette adresse pour l’instant (réponse 450).",
  );
  expect(waiting).toContain("zoe@exemple.ch\u00a0: Le serveur de messagerie refuse cette adresse (réponse 550).");
  expect(waiting).not.toContain("anne@exemple.ch");

  const test = withoutTags(await (await send("/reglages", { what: "test" }, cookie)).text());
  expect(test).toContain("Le courrier d’essai n’est parti qu’en partie.");
  expect(test).toContain("anne@exemple.ch\u00a0: accepté par le serveur de messagerie.");
  expect(test).toContain("zoe@exemple.ch\u00a0: Le serveur de messagerie refuse cette adresse (réponse 550).");

  delete codes["bob@exemple.ch"];
  await wait(60);
  await vi.waitUntil(async () => (await states()).every(({ state }) => state === "echec"), WAIT);
  wake();
  const page = withoutTags(await read("/inscriptions?filtre=echec"));
  expect(page).toContain("E-mail envoyé en partie");
  expect(page).not.toContain("bob@exemple.ch");
  const settings = withoutTags(await read("/reglages"));
  expect(settings).toContain(
    "2\u00a0e-mails en échec. Aucun e-mail en attente. Le serveur de messagerie refuse zoe@exemple.ch.",
  );
  expect(JSON.stringify(log)).not.toContain("@");
});

it.each([
  ["/inscriptions", 552, { onMailFrom: (_, __, done) => done(refusal(552)) }],
  ["/messages", 553, { onRcptTo: (_, __, done) => done(refusal(553)) }],
  ["/messages", 554, { onData: (flux, _, done) => flux.resume().on("end", () => done(refusal(554))) }],
] satisfies [string, number, Parameters<typeof startSmtpServer>[0]][])(
  "a permanently refused mail is shown on %s with the reply %i, and sent by « Renvoyer »",
  async (path, code, options) => {
    const deaf = await startSmtpServer(options);
    const { receive, read, send, cookie, states, wake, plugIn } = await site(deaf.url);
    await receive(1);
    await vi.waitUntil(async () => (await states()).every(({ state }) => state === "echec"), WAIT);
    const id = firstId(await read(`${path}?filtre=echec`));
    const page = await read(`${path}?filtre=echec&id=${id}`);
    expect(page).toContain("Échec de l’e-mail");
    expect(page).toContain(`(réponse ${code})`);
    expect(page).toContain("Renvoyer l’e-mail");
    expect(deaf.received).toEqual([]);

    const { url, received } = await startSmtpServer();
    plugIn(url);
    const response = await send(`${path}?id=${id}`, { id, intention: "resend" }, cookie);
    expect(response.status).toBe(302);
    wake();
    await vi.waitUntil(() => received.length === 1, WAIT);
    await vi.waitUntil(async () => (await read(`${path}?id=${id}`)).includes("E-mail envoyé"), WAIT);
    survived++;
  },
);

it("the waiting times with each failing mail server are recorded in the figures of the test run", () => {
  expect(survived).toBe(FAILING_SERVERS.length + 3);
  writeFigures("2-mail", {
    promise: "Whatever the mail server does, visitors are thanked at once, and each mail arrives once",
    figures:
      `${FAILING_SERVERS.length} mail servers that are down, silent or slow, close the connection, answer 4xx or name a wrong setting, ${2 * SUBMISSIONS} mails each: ` +
      "all delivered once; 3 permanent refusals (552, 553, 554), shown to the committee and delivered by « Renvoyer »",
  });
});
