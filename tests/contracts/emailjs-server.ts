/** A server on this machine that plays EmailJS, and does with a request what a test wants. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export type Demande = { methode: string; chemin: string; entetes: IncomingHttpHeaders; corps: string };

/** Answers a request; the answer of EmailJS to a mail that it takes is `OK`. */
type Repondre = (reponse: ServerResponse, demande: Demande) => void;

export const prendre: Repondre = (reponse) => void reponse.writeHead(200, EN_TEXTE).end("OK");

const EN_TEXTE = { "content-type": "text/html; charset=utf-8" };

/** @returns an answer with this status and text */
export const dire =
  (status: number, texte: string): Repondre =>
  (reponse) =>
    void reponse.writeHead(status, EN_TEXTE).end(texte);

/**
 * Starts the server; it goes away when the test ends.
 * @param repondre to all requests, until the test changes it
 * @returns its origin, what it was asked, and what changes its answer
 */
export async function serveurEmailJs(repondre: Repondre = prendre) {
  const demandes: Demande[] = [];
  let suivante = repondre;
  const serveur = createServer(async (requete, reponse) => {
    const { method = "", url = "", headers: entetes } = requete;
    const demande = { methode: method, chemin: url, entetes, corps: await text(requete) };
    demandes.push(demande);
    suivante(reponse, demande);
  });
  serveur.listen(0, "127.0.0.1");
  await once(serveur, "listening");
  onTestFinished(async () => {
    const ferme = once(serveur, "close");
    serveur.close();
    serveur.closeAllConnections();
    await ferme;
  });
  return {
    url: `http://127.0.0.1:${(serveur.address() as AddressInfo).port}`,
    demandes,
    repondre(autre: Repondre) {
      suivante = autre;
    },
  };
}
