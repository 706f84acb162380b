/**
 * Plays Google for the one thing that the emulator leaves out: session cookies that are signed, and the keys they are
 * verified with. It knows one account, and answers what Google's documentation says.
 */
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { onTestFinished } from "vitest";

export type Signature = { cle?: KeyObject; alg?: string; kid?: string };

const KID = "cle-du-jour";
const nouvelleCle = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

const segment = (objet: object) => Buffer.from(JSON.stringify(objet)).toString("base64url");
const secondes = () => Math.floor(Date.now() / 1000);

async function corpsDe(requete: IncomingMessage): Promise<Record<string, unknown>> {
  const morceaux: Buffer[] = [];
  for await (const morceau of requete) morceaux.push(morceau);
  return JSON.parse(Buffer.concat(morceaux).toString() || "{}");
}

/** @param projectId of the project whose accounts these are */
export async function ouvrirGoogleLocal(projectId: string) {
  const { privateKey, publicKey } = nouvelleCle();
  const compte = {
    localId: "uid-de-zoe",
    email: "zoe@exemple.ch",
    password: "Pâquerette 1965",
    disabled: false,
    validSince: String(secondes() - 60),
    customAttributes: JSON.stringify({ comite: true }),
    providerUserInfo: [{ providerId: "password", rawId: "zoe@exemple.ch", email: "zoe@exemple.ch" }],
  };
  const etat = { present: true, clesEnPanne: false };
  const recues: string[] = [];

  /** @returns a session cookie, well made but for what `champs` and `signature` change */
  function cookie(champs: object = {}, { cle = privateKey, alg = "RS256", kid = KID }: Signature = {}): string {
    const charge = {
      iss: `https://session.firebase.google.com/${projectId}`,
      aud: projectId,
      auth_time: secondes(),
      user_id: compte.localId,
      sub: compte.localId,
      iat: secondes(),
      exp: secondes() + 14 * 24 * 3600,
      email: compte.email,
      email_verified: false,
      comite: true,
      firebase: { identities: { email: [compte.email] }, sign_in_provider: "password" },
      ...champs,
    };
    const texte = `${segment({ alg, kid, typ: "JWT" })}.${segment(charge)}`;
    if (alg === "none") return `${texte}.`;
    return `${texte}.${createSign("RSA-SHA256").update(texte).sign(cle, "base64url")}`;
  }

  const REPONSES: [RegExp, (corps: Record<string, unknown>) => object | null][] = [
    [/publicKeys/, () => (etat.clesEnPanne ? null : { [KID]: publicKey.export({ type: "spki", format: "pem" }) })],
    [
      /accounts:signInWithPassword/,
      ({ password }) => (password === compte.password ? { localId: compte.localId, idToken: "preuve" } : null),
    ],
    [
      /:createSessionCookie/,
      // Who signed in after a revocation did so no sooner than it.
      () => ({ sessionCookie: cookie({ auth_time: Math.max(secondes(), Number(compte.validSince)) }) }),
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
    [/accounts:lookup/, () => (etat.present ? { users: [compte] } : {})],
  ];

  const serveur = createServer(async (requete, reponse) => {
    const corps = await corpsDe(requete);
    const url = String(requete.url);
    const nom = /(?:accounts)?:?(\w+)(?:\?|$)/.exec(url)?.[1] ?? "";
    recues.push(nom);
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

  return {
    compte,
    etat,
    recues,
    cookie,
    httpAgent,
    url: `http://127.0.0.1:${port}`,
    autreCle: nouvelleCle().privateKey,
  };
}
