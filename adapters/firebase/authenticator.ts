/**
 * The committee's accounts at Firebase Authentication. It keeps addresses and passwords; Firestore keeps what it has no
 * place for: one-time links, which accounts are shut, and which sessions are open (compte-docs.ts).
 */
import { randomBytes } from "node:crypto";
import { type Firestore, Timestamp } from "@google-cloud/firestore";
import type { Auth } from "firebase-admin/auth";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import { DUREES_LIEN_MS, type GenreDeLien } from "#domain/lien-compte.ts";
import { LONGUEURS_MOT_DE_PASSE, longueurDuMotDePasse } from "#domain/mot-de-passe.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Authenticator, Compte, CompteDuComite, Lien, RefusDeLien, Session } from "#ports/authenticator.ts";
import { withDeadline } from "./client.ts";
import { type CompteFirebase, comiteDe } from "./comite.ts";
import { compteDocs, type Trace } from "./compte-docs.ts";
import { codeDe, IdentityError } from "./identity-error.ts";
import { ownSessions } from "./own-sessions.ts";
import { createJeton, empreinteDe } from "./session-cookie.ts";
import { createSignIn, type Entree, motDePasseNormal } from "./sign-in.ts";
import { createVerrou } from "./verrou.ts";

/** How often a sign-in is asked again when passwords are changed meanwhile. */
const ESSAIS = 3;

/** The account was changed between the sign-in and the session cookie. */
const CHANGE_ENTRETEMPS: ReadonlySet<string | null> = new Set([
  "auth/id-token-expired",
  "auth/id-token-revoked",
  "auth/invalid-id-token",
  "auth/user-disabled",
  "auth/user-not-found",
]);

/**
 * Makes the authenticator.
 * @param auth as `openAuth` gave it
 * @param signInUrl the provider's address for the sign-in call, before `/v1/`
 * @param apiKey the project's web key
 * @param admins addresses, lower case, that count without the claim `comite` once the provider has verified them
 * @param signaler is told why the provider let somebody not in; never of whom
 * @param now the present instant
 */
export function createFirebaseAuthenticator({
  auth,
  db,
  signInUrl,
  apiKey,
  admins,
  signaler,
  now = () => new Date(),
}: {
  auth: Auth;
  db: Firestore;
  signInUrl: string;
  apiKey: string;
  admins: readonly string[];
  signaler: (panne: unknown, ou: string) => void;
  now?: () => Date;
}): Authenticator {
  const comite = comiteDe(auth, admins);
  const docs = compteDocs(db);
  const seul = createVerrou(db);
  const demander = createSignIn({ url: signInUrl, apiKey });

  /** @returns who signs in; null when the provider lets nobody in, which is told in the log */
  async function verifier(email: string, motDePasse: string): Promise<Entree | null> {
    const issue = await demander(email, motDePasse);
    if (issue.ok) return issue.valeur;
    signaler(issue.raison, "sign-in");
    return null;
  }

  /** Makes a session that is not kept yet. */
  async function preparerSession(compte: CompteFirebase, idToken: string, device: string) {
    const jeton = await createJeton(auth, idToken);
    const expireLe = new Date(now().getTime() + DUREES_SESSION_MS.repos);
    const session: Session = { jeton, expireLe, compte: compteDe(compte) };
    return { session, ouvrir: { empreinte: empreinteDe(jeton), expireLe, device } };
  }

  async function ouvrirSession(email: string, motDePasse: string, device: string): Promise<Session | null | "perime"> {
    const changements = await docs.count();
    const entree = await verifier(email, motDePasse);
    if (!entree) return null;
    const compte = await comite.byId(entree.uid);
    if (!compte) {
      signaler(new IdentityError("not-of-the-committee"), "sign-in");
      return null;
    }
    try {
      const { session, ouvrir } = await preparerSession(compte, entree.idToken, device);
      const issue = await docs.openSession(compte.uid, ouvrir, changements, now());
      if (issue === "ouverte") return session;
      if (issue === "ferme") signaler(new IdentityError("account-shut"), "sign-in");
      return issue === "ferme" ? null : issue;
    } catch (panne) {
      if (CHANGE_ENTRETEMPS.has(codeDe(panne))) return "perime";
      throw panne;
    }
  }

  /** @returns a link that is not kept yet */
  function preparerLien(compte: CompteFirebase, genre: GenreDeLien, lastsMs = DUREES_LIEN_MS[genre]) {
    const jeton = randomBytes(32).toString("base64url");
    const expireLe = new Date(now().getTime() + lastsMs);
    const lien: Lien = { jeton, genre, expireLe, compte: compteDe(compte) };
    return { lien, garde: { empreinte: empreinteDe(jeton), genre, expireLe: Timestamp.fromDate(expireLe) } };
  }

  async function remplacerInvitation(compte: CompteFirebase, lastsMs?: number): Promise<Lien> {
    const { lien, garde } = preparerLien(compte, "invitation", lastsMs);
    await docs.putLink(compte.uid, garde);
    return lien;
  }

  async function lireLien(
    jeton: string,
  ): Promise<Resultat<{ compte: CompteFirebase; lien: Omit<Lien, "jeton"> }, RefusDeLien>> {
    const connu = await docs.link(empreinteDe(jeton));
    const compte = connu && (await comite.byId(connu.uid));
    if (!compte || compte.disabled) return refuse("inconnu");
    const { genre, expireLe } = connu.lien;
    const lien = { genre, expireLe: expireLe.toDate(), compte: compteDe(compte) };
    return lien.expireLe <= now() ? refuse("expire") : accepte({ compte, lien });
  }

  /** @returns the committee's accounts as the provider and Firestore have them */
  async function lister(): Promise<{ compte: CompteFirebase; vu: CompteDuComite }[]> {
    const [comptes, traces] = await Promise.all([comite.all(), docs.all()]);
    return comptes.map((compte) => ({ compte, vu: voir(compte, traces.get(compte.uid)) }));
  }

  /**
   * Makes way for a new account. One that somebody else has made for the address goes, with whatever it was given there:
   * who controls it is not known.
   * @returns the committee's account that the address has; null when it has none
   */
  async function occupant(email: string): Promise<CompteFirebase | null> {
    const user = await comite.byEmail(email);
    if (!user) return null;
    if (comite.compte(user)) return user;
    await comite.remove(user.uid);
    await docs.forget(user.uid);
    return null;
  }

  /** Sets a password, ends the account's sessions and opens one. The caller changes accounts alone. */
  async function remplacerMotDePasse(compte: CompteFirebase, motDePasse: string, device: string): Promise<Session> {
    await withDeadline(auth.updateUser(compte.uid, { password: motDePasseNormal(motDePasse) }));
    const entree = await verifier(compte.email, motDePasse);
    if (!entree) throw new Error("The provider did not take the password that it was just given.");
    const { session, ouvrir } = await preparerSession(compte, entree.idToken, device);
    const le = now();
    const champs = { entree: true, lien: null, derniereConnexion: Timestamp.fromDate(le) };
    await docs.change(compte.uid, champs, { session: ouvrir, le });
    return session;
  }

  return {
    ...ownSessions({ auth, comite, docs, askProvider: verifier, signaler, now }),

    async signIn(email, motDePasse, device = "") {
      const adresse = adresseDe(email);
      for (let essai = 0; essai < ESSAIS; essai++) {
        const session = await ouvrirSession(adresse, motDePasse, device);
        if (session !== "perime") return session;
      }
      throw new Error("Accounts were changed again and again while somebody signed in.");
    },

    async accounts() {
      const comptes = (await lister()).map(({ vu }) => vu);
      return comptes.sort((a, b) => (a.email < b.email ? -1 : 1));
    },

    async createAccount(email, motDePasse) {
      exigerLongueur(motDePasse);
      const adresse = adresseDe(email);
      return seul(async () => {
        if (await occupant(adresse)) return null;
        const { uid } = await comite.create(adresse, motDePasseNormal(motDePasse));
        await docs.change(uid, { derniereConnexion: null });
        await comite.admit(uid);
        return { id: uid, email: adresse };
      });
    },

    async invite(email, lastsMs) {
      const adresse = adresseDe(email);
      return seul(async () => {
        const connu = await occupant(adresse);
        if (connu) {
          const trace = await docs.account(connu.uid);
          return trace?.lien?.genre === "invitation" ? remplacerInvitation(connu, lastsMs) : null;
        }
        const nouveau = (await comite.create(adresse)) as CompteFirebase;
        const { lien, garde } = preparerLien(nouveau, "invitation", lastsMs);
        await docs.change(nouveau.uid, { entree: false, derniereConnexion: null, lien: garde });
        await comite.admit(nouveau.uid);
        return lien;
      });
    },

    async reset(id) {
      return seul(async () => {
        const comptes = await lister();
        const un = comptes.find(({ vu }) => vu.id === id);
        if (!un) return null;
        if (un.vu.lien?.genre === "invitation") return remplacerInvitation(un.compte);
        const dautres = comptes.some(({ vu }) => vu.peutEntrer && vu.id !== id);
        const { lien, garde } = preparerLien(un.compte, "reinitialisation");
        await docs.change(id, { lien: garde, ...(dautres && { entree: false }) });
        if (dautres) await withDeadline(auth.updateUser(id, { password: randomBytes(32).toString("base64url") }));
        else await withDeadline(auth.revokeRefreshTokens(id));
        return lien;
      });
    },

    async readLink(jeton) {
      const lu = await lireLien(jeton);
      return lu.ok ? accepte(lu.valeur.lien) : lu;
    },

    async acceptLink(jeton, motDePasse, device = "") {
      const avant = await lireLien(jeton);
      if (!avant.ok) return avant;
      exigerLongueur(motDePasse);
      return seul(async () => {
        const lu = await lireLien(jeton);
        if (!lu.ok) return lu;
        const { compte } = lu.valeur;
        // The link is used up last: whoever a fault interrupts chooses the password again.
        return accepte(await remplacerMotDePasse(compte, motDePasse, device));
      });
    },

    async removeAccount(id) {
      return seul(async () => {
        const comptes = await lister();
        const un = comptes.find(({ vu }) => vu.id === id);
        if (!un) return "absent";
        if (un.vu.peutEntrer && !comptes.some(({ vu }) => vu.peutEntrer && vu.id !== id)) return "dernier";
        // Shut first: an account that the provider then keeps lets nobody in, and can be removed again.
        await docs.change(id, { entree: false, lien: null });
        await comite.remove(id);
        await docs.forget(id);
        return "retire";
      });
    },

    async changePassword(id, actuel, nouveau, device = "") {
      exigerLongueur(nouveau);
      const compte = await comite.byId(id);
      // Guesses do not hold up the others; what was right is asked again when nobody else can change it.
      if (!compte || !(await verifier(compte.email, actuel))) return null;
      return seul(async () => {
        const entree = await verifier(compte.email, actuel);
        if (entree?.uid !== id || (await docs.account(id))?.entree === false) return null;
        return remplacerMotDePasse(compte, nouveau, device);
      });
    },
  };
}

const adresseDe = (email: string): string => email.trim().toLowerCase();
const compteDe = ({ uid, email }: CompteFirebase): Compte => ({ id: uid, email });

/** @throws when it has too few or too many characters */
function exigerLongueur(motDePasse: string): void {
  const { min, max } = LONGUEURS_MOT_DE_PASSE;
  const longueur = longueurDuMotDePasse(motDePasse);
  if (longueur < min || longueur > max) throw new Error(`A password needs ${min} to ${max} characters.`);
}

function voir(compte: CompteFirebase, trace: Trace = {}): CompteDuComite {
  const { lien, derniereConnexion, entree } = trace;
  const { lastSignInTime } = compte.metadata;
  // The provider's has no finer part than the second, and counts every question about the password.
  const chezGoogle = lastSignInTime ? new Date(lastSignInTime) : null;
  const aUnMotDePasse = compte.providerData.some(({ providerId }) => providerId === "password");
  return {
    ...compteDe(compte),
    derniereConnexion: derniereConnexion === undefined ? chezGoogle : (derniereConnexion?.toDate() ?? null),
    peutEntrer: aUnMotDePasse && !compte.disabled && entree !== false,
    lien: lien ? { genre: lien.genre, expireLe: lien.expireLe.toDate() } : null,
  };
}
