/**
 * Plays Google where the emulator's clock would have to move on: an instant until which sessions are revoked that lies
 * ahead of this machine's clock. It knows one account, and answers what Google's documentation says.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { onTestFinished } from "vitest";

const secondes = () => Math.floor(Date.now() / 1000);

async function corpsDe(requete: IncomingMessage): Promise<Record<string, unknown>> {
  const morceaux: Buffer[] = [];
  for await (const morceau of requete) morceaux.push(morceau);
  return JSON.parse(Buffer.concat(morceaux).toString() || "{}");
}

export async function ouvrirGoogleLocal() {
  const compte = {
    localId: "uid-de-zoe",
    email: "zoe@exemple.ch",
    password: "Pâquerette 1965",
    disabled: false,
    validSince: String(secondes() - 60),
    customAttributes: JSON.stringify({ comite: true }),
    providerUserInfo: [{ providerId: "password", rawId: "zoe@exemple.ch", email: "zoe@exemple.ch" }],
  };
  const etat = { present: true, enPanne: false };
  const REPONSES: [RegExp, (corps: Record<string, unknown>) => object | null][] = [
    [
      /accounts:signInWithPassword/,
      ({ password }) => (password === compte.password ? { localId: compte.localId, idToken: "preuve" } : null),
    ],
    [
      /accounts:update/,
      ({ password, validSince }) => {
        if (typeof password === "string") {
          // Google revokes what was signed in before; here the clock need not move on for it.
          Object.assign(compte, { password, validSince: String(secondes() + 5) });
        }
        if (validSince) Object.assign(compte, { validSince: String(validSince) });
        return { localId: compte.localId };
      },
    ],
    [/accounts:lookup/, () => (etat.enPanne ? null : etat.present ? { users: [compte] } : {})],
  ];

  const serveur = createServer(async (requete, reponse) => {
    const corps = await corpsDe(requete);
    const url = String(requete.url);
    const resultat = REPONSES.find(([motif]) => motif.test(url))?.[1](corps) ?? null;
    reponse
      .writeHead(resultat ? 200 : 400, { "content-type": "application/json", "cache-control": "max-age=3600" })
      .end(JSON.stringify(resultat ?? { error: { code: 400, message: "INVALID_LOGIN_CREDENTIALS" } }));
  }).listen(0, "127.0.0.1");
  await once(serveur, "listening");
  onTestFinished(() => {
    serveur.closeAllConnections();
    serveur.close();
  });
  const { port } = serveur.address() as AddressInfo;

  // Google's library speaks https; on this machine its words need no envelope.
  const httpAgent = new Agent();
  httpAgent.createConnection = () => connect(port, "127.0.0.1");

  return { compte, etat, httpAgent, url: `http://127.0.0.1:${port}` };
}
