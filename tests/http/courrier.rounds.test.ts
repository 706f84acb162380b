/**
 * The whole site with its outbox, before mail servers that do not do their work. Whatever they do, who signs up or
 * writes gets the thanks at once; once they are well again, everything arrives, once.
 */

import type { Socket } from "node:net";
import PostalMime from "postal-mime";
import { expect, it, vi } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { refus, serveurAbsent, serveurBrut, serveurSmtp } from "#tests/contracts/smtp-servers.ts";
import { noter } from "#tests/figures.ts";
import { LONG } from "#tests/rounds.ts";
import { ouvrirSiteDuCourrier, premierId } from "./site-du-courrier.ts";

/** How long the site waits for a mail server that does nothing, in milliseconds. */
const PATIENCE_MS = 200;
/** Sign-ups and messages sent to each bad mail server, so many each. */
const ENVOIS = 3;

/** The site, and a mail server that the test may change. */
async function site(url: string, patienceMs?: number) {
  const ici = await ouvrirSiteDuCourrier({ MAIL_TO: "comite@exemple.ch" });
  const brancher = (autre: string, timeoutMs?: number) => {
    const options = {
      url: autre,
      from: "site@exemple.ch",
      to: ["comite@exemple.ch"],
      publicUrl: "https://jeunesse.exemple.ch",
    };
    ici.services.mailer = createSmtpMailer(timeoutMs === undefined ? options : { ...options, timeoutMs });
  };
  brancher(url, patienceMs);
  return { ...ici, brancher };
}

const sujetsDe = async (recus: { brut: Uint8Array }[]) =>
  (await Promise.all(recus.map(async ({ brut }) => (await PostalMime.parse(brut)).subject ?? ""))).toSorted();

const ATTENDUS = Array.from({ length: ENVOIS }, (_, i) => [
  `Message\u00a0: Sujet${i}`,
  `Nouvelle inscription\u00a0: Zoé Nom${i}`,
])
  .flat()
  .toSorted();

/** Says so many lines of a conversation, each when the client has spoken, then does something else. */
const parler = (lignes: readonly string[], puis: (client: Socket) => void) => (client: Socket) => {
  const reste = [...lignes];
  const suite = () => {
    const ligne = reste.shift();
    if (ligne === undefined) puis(client);
    else client.write(`${ligne}\r\n`);
  };
  client.on("data", suite);
  suite();
};

const refuser = (code: number) => async () =>
  (await serveurSmtp({ onData: (flux, _, fini) => flux.resume().on("end", () => fini(refus(code))) })).url;

const MALADES: readonly [string, () => Promise<string>][] = [
  ["is away", serveurAbsent],
  ["has no name", async () => "smtp://nulle-part.invalid:25"],
  ["takes the call and says nothing", () => serveurBrut(() => {})],
  ["falls silent after its greeting", () => serveurBrut(parler(["220 bonjour"], () => {}))],
  [
    "is endlessly slow",
    () =>
      serveurBrut((client) => {
        client.write("220 bonjour\r\n");
        const goutte = setInterval(() => client.write("250-encore\r\n"), PATIENCE_MS / 5);
        client.on("close", () => clearInterval(goutte));
      }),
  ],
  ["hangs up at once", () => serveurBrut((client) => client.destroy())],
  [
    "hangs up in the middle of the conversation",
    () => serveurBrut(parler(["220 bonjour", "250 oui", "250 oui"], (client) => client.destroy())),
  ],
  ["answers 421 to everybody", async () => (await serveurSmtp({ onConnect: (_, fini) => fini(refus(421)) })).url],
  ["answers 451 to every mail", refuser(451)],
  ["is full and answers 452", refuser(452)],
  ["answers 554 to everybody", async () => (await serveurSmtp({ onConnect: (_, fini) => fini(refus(554)) })).url],
  ["speaks another language", () => serveurBrut((client) => void client.write("HTTP/1.1 200 OK\r\n\r\n"))],
];

let survecus = 0;

/** Of those that a quick run tries. */
const TRIED = LONG ? MALADES : MALADES.filter((_, i) => i % 3 === 0);

it.each(TRIED)("a mail server that %s keeps nobody waiting, and gets everything later, once", async (_, malade) => {
  const { recevoir, etats, reveiller, attendreUneHeure, brancher, journal } = await site(await malade(), PATIENCE_MS);
  for (const page of await recevoir(ENVOIS)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
  await vi.waitUntil(async () => (await etats()).every((etat) => etat.etat === "en-attente" && etat.tentatives > 0), {
    timeout: 20_000,
    interval: 50,
  });
  expect(await etats()).toHaveLength(2 * ENVOIS);
  reveiller();

  const { url, recus } = await serveurSmtp();
  brancher(url);
  attendreUneHeure();
  await vi.waitUntil(async () => (await etats()).every(({ etat }) => etat === "envoye"), {
    timeout: 20_000,
    interval: 50,
  });
  attendreUneHeure();
  expect(await sujetsDe(recus)).toEqual(ATTENDUS);
  expect(journal.filter(({ panne }) => panne !== null)).toEqual([]);
  survecus++;
});

it.each([
  ["/inscriptions", 550, { onMailFrom: (_, __, fini) => fini(refus(550)) }],
  ["/messages", 553, { onRcptTo: (_, __, fini) => fini(refus(553)) }],
  ["/messages", 554, { onData: (flux, _, fini) => flux.resume().on("end", () => fini(refus(554))) }],
] satisfies [string, number, Parameters<typeof serveurSmtp>[0]][])(
  "a refusal for good stands on %s with the reply %i, and goes out with « Renvoyer »",
  async (chemin, code, options) => {
    const sourd = await serveurSmtp(options);
    const { recevoir, lire, envoyer, cookie, etats, reveiller, brancher } = await site(sourd.url);
    await recevoir(1);
    await vi.waitUntil(async () => (await etats()).every(({ etat }) => etat === "echec"), {
      timeout: 20_000,
      interval: 50,
    });
    const id = premierId(await lire(`${chemin}?filtre=echec`));
    const page = await lire(`${chemin}?filtre=echec&id=${id}`);
    expect(page).toContain("Échec de l’e-mail");
    expect(page).toContain(`(réponse ${code})`);
    expect(page).toContain("Renvoyer l’e-mail");
    expect(sourd.recus).toEqual([]);

    const { url, recus } = await serveurSmtp();
    brancher(url);
    const reponse = await envoyer(`${chemin}?id=${id}`, { id, intention: "renvoyer" }, cookie);
    expect(reponse.status).toBe(302);
    reveiller();
    await vi.waitUntil(() => recus.length === 1, { timeout: 20_000, interval: 50 });
    await vi.waitUntil(async () => (await lire(`${chemin}?id=${id}`)).includes("E-mail envoyé"), { timeout: 20_000 });
    survecus++;
  },
);

it("the figures of all of them are kept", () => {
  expect(survecus).toBe(TRIED.length + 3);
  noter("2-mail", {
    promesse: "Whatever the mail server does, visitors are thanked at once and the mail arrives once it is well again",
    chiffres:
      `${TRIED.length} mail servers that are away, silent, slow, hang up or answer 4xx, ${2 * ENVOIS} mails each: ` +
      "all delivered, once; 3 refusals for good (550, 553, 554), shown to the committee and delivered on « Renvoyer »",
  });
});
