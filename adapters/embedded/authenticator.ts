/**
 * Local accounts in the tables of `0003-accounts.sql`: passwords hashed as better-auth does it, sessions as fingerprints
 * of what the browser holds. What changes several rows is one synchronous transaction.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { hashPassword, verifyPassword } from "@better-auth/utils/password";
import { DUREES_LIEN_MS, type GenreDeLien } from "#domain/lien-compte.ts";
import { LONGUEURS_MOT_DE_PASSE, longueurDuMotDePasse } from "#domain/mot-de-passe.ts";
import { withShortRuns } from "#domain/normal-form.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Authenticator, Compte, Lien, RefusDeLien } from "#ports/authenticator.ts";
import { accountRows } from "./account-rows.ts";
import { accountSessions } from "./account-sessions.ts";
import { erase } from "./erasure.ts";
import { transaction } from "./transaction.ts";

/** The library normalises what it hashes, in a time that grows with the square of a run of combining marks. */
const hashOf = (motDePasse: string): Promise<string> => hashPassword(withShortRuns(motDePasse));

/** Nobody's password is longer than one that may be chosen: it is not even hashed, whoever it is tried for. */
const matches = async (hashed: string, motDePasse: string): Promise<boolean> =>
  longueurDuMotDePasse(motDePasse) <= LONGUEURS_MOT_DE_PASSE.max &&
  (await verifyPassword(hashed, withShortRuns(motDePasse)));

/** Belongs to no password; checked when there is no account, so that both answers take the same time. */
const EMPREINTE_DE_PERSONNE = `${"0".repeat(32)}:${"0".repeat(128)}`;

/**
 * Makes the authenticator.
 * @param db as `openDatabase` gave it
 * @param secret at least 32 random characters; another secret ends every session and every link
 * @param now the present instant
 */
export function createAuthenticator({
  db,
  secret,
  now = () => new Date(),
}: {
  db: DatabaseSync;
  secret: string;
  now?: () => Date;
}): Authenticator {
  const rows = accountRows(db);

  const empreinteDe = (jeton: string) => createHmac("sha256", secret).update(jeton).digest("base64url");
  const sessions = accountSessions({ db, fingerprintOf: empreinteDe, now });

  /** Within a transaction. */
  function donnerLien(compte: Compte, genre: GenreDeLien, lastsMs = DUREES_LIEN_MS[genre]): Lien {
    const jeton = randomBytes(32).toString("base64url");
    const expireLe = new Date(now().getTime() + lastsMs);
    rows.putLink(compte.id, empreinteDe(jeton), genre, expireLe);
    return { jeton, genre, expireLe, compte: compteDe(compte) };
  }

  function lireLien(jeton: string): Resultat<Omit<Lien, "jeton">, RefusDeLien> {
    const lien = rows.link(empreinteDe(jeton));
    if (!lien) return refuse("inconnu");
    return lien.expireLe <= now() ? refuse("expire") : accepte(lien);
  }

  /** @throws when it has too few or too many characters */
  async function hacher(motDePasse: string): Promise<string> {
    const { min, max } = LONGUEURS_MOT_DE_PASSE;
    const longueur = longueurDuMotDePasse(motDePasse);
    if (longueur < min || longueur > max) throw new Error(`A password needs ${min} to ${max} characters.`);
    return hashOf(motDePasse);
  }

  return {
    ...sessions.own,

    async signIn(email, motDePasse, device = "") {
      const compte = rows.byEmail(adresseDe(email));
      const hash = compte && rows.password(compte.id);
      const juste = await matches(hash ?? EMPREINTE_DE_PERSONNE, motDePasse);
      if (!compte || !hash || !juste) return null;
      // While the password was checked, the account may have been removed or reset.
      return transaction(db, () => (rows.password(compte.id) === hash ? sessions.open(compte, device) : null));
    },

    async confirm(token, password) {
      const compte = sessions.accountOf(token);
      const hash = compte && rows.password(compte.id);
      if (!compte || !hash || !(await matches(hash, password))) return false;
      return transaction(db, () => rows.password(compte.id) === hash && sessions.noteConfirmed(token));
    },

    async accountId(email) {
      return rows.byEmail(adresseDe(email))?.id ?? null;
    },

    async accounts() {
      return rows.list();
    },

    async createAccount(email, motDePasse) {
      const hash = await hacher(motDePasse);
      return transaction(db, () => rows.add(adresseDe(email), hash, now()));
    },

    async invite(email, lastsMs) {
      const adresse = adresseDe(email);
      return transaction(db, () => {
        const nouveau = rows.add(adresse, null, now());
        if (nouveau) return donnerLien(nouveau, "invitation", lastsMs);
        const connu = rows.byEmail(adresse);
        return connu?.lien?.genre === "invitation" ? donnerLien(connu, "invitation", lastsMs) : null;
      });
    },

    async reset(id) {
      return transaction(db, () => {
        const compte = rows.byId(id);
        if (!compte) return null;
        if (compte.lien?.genre === "invitation") return donnerLien(compte, "invitation");
        if (rows.othersCanSignIn(id)) rows.setPassword(id, null, now());
        sessions.endAll(id);
        return donnerLien(compte, "reinitialisation");
      });
    },

    async readLink(jeton) {
      return lireLien(jeton);
    },

    async acceptLink(jeton, motDePasse, device = "") {
      const avant = lireLien(jeton);
      if (!avant.ok) return avant;
      const hash = await hacher(motDePasse);
      return transaction(db, () => {
        const lien = lireLien(jeton);
        if (!lien.ok) return lien;
        const { compte } = lien.valeur;
        rows.setPassword(compte.id, hash, now());
        rows.dropLink(compte.id);
        sessions.endAll(compte.id);
        return accepte(sessions.open(compte, device));
      });
    },

    async removeAccount(id) {
      return erase(db, () => {
        const compte = rows.byId(id);
        if (!compte) return "absent";
        if (compte.peutEntrer && !rows.othersCanSignIn(id)) return "dernier";
        rows.remove(id);
        return "retire";
      });
    },

    async changePassword(id, actuel, nouveau, device = "") {
      const compte = rows.byId(id);
      const avant = rows.password(id);
      const juste = await matches(avant ?? EMPREINTE_DE_PERSONNE, actuel);
      if (!compte || !avant || !juste) return null;
      const hash = await hacher(nouveau);
      return transaction(db, () => {
        if (rows.password(id) !== avant) return null;
        rows.setPassword(id, hash, now());
        rows.dropLink(id);
        sessions.endAll(id);
        return sessions.open(compte, device);
      });
    },
  };
}

const adresseDe = (email: string): string => email.trim().toLowerCase();
const compteDe = ({ id, email }: Compte): Compte => ({ id, email });
