/**
 * Local accounts: better-auth keeps passwords and sessions in the tables of `0003-accounts.sql`.
 * It serves no page and no endpoint here; the site asks it through the port only.
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";
import type { Authenticator, Compte } from "#ports/authenticator.ts";
import { transaction } from "./transaction.ts";

const JOUR_MS = 24 * 60 * 60 * 1000;

/** A session ends this long after it was last used; its end moves at most once a day. */
const DUREE_MS = 14 * JOUR_MS;
const REPORT_MS = JOUR_MS;

const LONGUEUR_MINIMUM = 6;

/** Belongs to no password; checked when there is no account, so that both answers take the same time. */
const EMPREINTE_DE_PERSONNE = `${"0".repeat(32)}:${"0".repeat(128)}`;

/**
 * Makes the authenticator.
 * @param db as `openDatabase` gave it
 * @param secret at least 32 random characters; another secret ends every session
 * @param now the present instant
 */
export async function createAuthenticator({
  db,
  secret,
  now = () => new Date(),
}: {
  db: DatabaseSync;
  secret: string;
  now?: () => Date;
}): Promise<Authenticator> {
  const { internalAdapter, password } = await betterAuth({
    database: db,
    secret,
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: LONGUEUR_MINIMUM },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // The migrations make the tables, and a test compares them with what better-auth expects.
    advanced: { database: { validateSchema: false } },
  }).$context;

  const listing = db.prepare("SELECT id, email FROM user ORDER BY email");
  const forgettingExpired = db.prepare("DELETE FROM session WHERE expiresAt <= ?");
  const addingUser = db.prepare(
    `INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt) VALUES (?1, ?2, ?2, 1, ?3, ?3)
     ON CONFLICT (email) DO NOTHING`,
  );
  const addingPassword = db.prepare(
    `INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)
     VALUES (?1, ?2, 'credential', ?2, ?3, ?4, ?4)`,
  );

  const empreinteDe = (jeton: string) => createHmac("sha256", secret).update(jeton).digest("base64url");
  const finDepuis = (instant: Date) => new Date(instant.getTime() + DUREE_MS);

  return {
    async signIn(email, motDePasse) {
      const trouve = await internalAdapter.findUserByEmail(adresseDe(email), { includeAccounts: true });
      const hash = trouve?.accounts.find(({ providerId }) => providerId === "credential")?.password;
      const juste = await password.verify({ hash: hash ?? EMPREINTE_DE_PERSONNE, password: motDePasse });
      if (!trouve || !juste) return null;

      const maintenant = now();
      forgettingExpired.run(maintenant.toISOString());
      const jeton = randomBytes(32).toString("base64url");
      const expireLe = finDepuis(maintenant);
      const ligne = { token: empreinteDe(jeton), expiresAt: expireLe, createdAt: maintenant, updatedAt: maintenant };
      await internalAdapter.createSession(trouve.user.id, false, ligne, true);
      return { jeton, expireLe, compte: compteDe(trouve.user) };
    },

    async session(jeton) {
      const trouvee = await internalAdapter.findSession(empreinteDe(jeton));
      const maintenant = now();
      if (!trouvee || trouvee.session.expiresAt <= maintenant) return null;
      const expiresAt = finDepuis(maintenant);
      if (expiresAt.getTime() - trouvee.session.expiresAt.getTime() >= REPORT_MS)
        await internalAdapter.updateSession(trouvee.session.token, { expiresAt, updatedAt: maintenant });
      return compteDe(trouvee.user);
    },

    async signOut(jeton) {
      await internalAdapter.deleteSession(empreinteDe(jeton));
    },

    async accounts() {
      return listing.all().map((ligne) => compteDe(ligne as Compte));
    },

    async createAccount(email, motDePasse) {
      if (motDePasse.length < LONGUEUR_MINIMUM)
        throw new Error(`A password needs at least ${LONGUEUR_MINIMUM} characters.`);
      const hash = await password.hash(motDePasse);
      const compte = { id: randomUUID(), email: adresseDe(email) };
      const le = now().toISOString();
      // One write of its own: an account without its password would occupy the address and let nobody in.
      return transaction(db, () => {
        if (addingUser.run(compte.id, compte.email, le).changes === 0) return null;
        addingPassword.run(randomUUID(), compte.id, hash, le);
        return compte;
      });
    },
  };
}

const adresseDe = (email: string): string => email.trim().toLowerCase();
const compteDe = ({ id, email }: Compte): Compte => ({ id, email });
