/** 500 visitors who ask at once for a page that is not in memory: how often it is rendered. */
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { PageCache } from "#server/page-cache.ts";

const VISITEURS = 500;
const RENDU_MS = 20;

export async function mesurerLaRuee(): Promise<{ visiteurs: number; rendus: number }> {
  const cache = new PageCache({});
  let rendus = 0;
  const rendre = async () => {
    rendus++;
    await new Promise((fini) => setTimeout(fini, RENDU_MS));
    const reponse = new Response("<!doctype html><p>Planning</p>", { headers: { "content-type": "text/html" } });
    return { reponse, entiere: true };
  };
  const serveur = createServer(async (req, res) => {
    if (cache.repondre(req, res)) return;
    const reponse = await cache.remplir("/planning", "identity", rendre);
    res.end(Buffer.from(await reponse.arrayBuffer()));
  });
  await new Promise<void>((pret) => serveur.listen(0, "127.0.0.1", pret));
  const { port } = serveur.address() as AddressInfo;
  const visite = () =>
    new Promise<void>((resolve, reject) => {
      get({ port, host: "127.0.0.1", path: "/planning", agent: false }, (res) => res.resume().on("end", resolve)).on(
        "error",
        reject,
      );
    });
  await Promise.all(Array.from({ length: VISITEURS }, visite));
  serveur.close();
  return { visiteurs: VISITEURS, rendus };
}
