/**
 * A loopback server between a store and the Storage emulator, for what the emulator cannot do: fail, lose an answer,
 * and keep to `ifGenerationMatch=0`, the way in which Cloud Storage refuses to overwrite.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What becomes of a request: a status as Cloud Storage words it, a connection that breaks, or no answer ever. */
type Sort = { status: number } | "coupure" | "silence" | "reponse-perdue" | null;

/** One request, as a plan of faults sees it. */
export type Demande = { methode: string; chemin: string; recherche: URLSearchParams };

/**
 * @param vers origin of the emulator; null where every request is planned
 * @param plan what becomes of each request; null: it is passed on
 * @returns the origin to give to the store, and what was asked of it
 */
export async function startRelay(vers: string | null, plan: (demande: Demande) => Sort = () => null) {
  const demandes: Demande[] = [];
  const serveur = createServer((requete, reponse) => void repondre(requete, reponse));

  async function repondre(requete: IncomingMessage, reponse: ServerResponse): Promise<void> {
    const { pathname: chemin, searchParams: recherche } = new URL(requete.url ?? "/", "http://relais");
    const demande = { methode: requete.method ?? "GET", chemin, recherche };
    const corps = Buffer.concat(await requete.toArray());
    demandes.push(demande);
    const sort = plan(demande);
    if (sort === "silence") return;
    if (sort !== null && typeof sort === "object") refuser(reponse, sort.status);
    else if (sort === "coupure" || !vers) requete.socket.destroy();
    else if (recherche.get("ifGenerationMatch") === "0" && (await existe(vers, demande))) refuser(reponse, 412);
    else {
      const passe = await passer(vers + requete.url, requete, corps);
      if (sort === "reponse-perdue") requete.socket.destroy();
      else passe.pipe(reponse.writeHead(passe.statusCode ?? 500, passe.headers));
    }
  }

  serveur.listen(0, "127.0.0.1");
  await once(serveur, "listening");
  onTestFinished(() => {
    serveur.closeAllConnections();
    serveur.close();
  });
  return { origine: `http://127.0.0.1:${(serveur.address() as AddressInfo).port}`, demandes };
}

async function passer(url: string, { method, headers }: IncomingMessage, corps: Buffer): Promise<IncomingMessage> {
  const { "transfer-encoding": _, ...enTetes } = headers;
  const requete = request(url, { method, headers: { ...enTetes, "content-length": corps.length } });
  requete.end(corps);
  const [reponse] = await once(requete, "response");
  return reponse;
}

async function existe(vers: string, { chemin, recherche }: Demande): Promise<boolean> {
  const seau = /\/b\/([^/]+)\/o$/.exec(chemin)?.[1];
  const reponse = await fetch(`${vers}/b/${seau}/o/${encodeURIComponent(recherche.get("name") ?? "")}`);
  await reponse.body?.cancel();
  return reponse.ok;
}

function refuser(reponse: ServerResponse, status: number): void {
  const message = MESSAGES[status] ?? "refused";
  const corps = { error: { code: status, message, errors: [{ message, reason: "refused" }] } };
  reponse.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(corps));
}

const MESSAGES: Record<number, string> = {
  402: "Cloud Storage for Firebase no longer supports Firebase projects that are on the no-cost Spark pricing plan.",
  404: "The specified bucket does not exist.",
  412: "At least one of the pre-conditions you specified did not hold.",
};
