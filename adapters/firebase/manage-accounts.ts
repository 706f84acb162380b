/** The committee's list of accounts: making, inviting, resetting, removing. */
import { randomBytes } from "node:crypto";
import { accepte } from "#domain/resultat.ts";
import type { Authenticator, CompteDuComite } from "#ports/authenticator.ts";
import { accountOf, addressOf, type CompteFirebase, type Parts } from "./comite.ts";
import type { Kept } from "./committee-document.ts";
import type { KeptAccount } from "./kept-account.ts";
import { findLink, newLink } from "./links.ts";
import { requireLength } from "./manage-passwords.ts";
import { motDePasseNormal } from "./sign-in.ts";

type Manage = Pick<
  Authenticator,
  "accountId" | "accounts" | "createAccount" | "invite" | "reset" | "readLink" | "removeAccount"
>;

/** How often an account is begun again when others make one for the same address. */
const TRIES = 5;

function canEnter({ uid, providerData, disabled }: CompteFirebase, kept: Kept): boolean {
  const hasPassword = providerData.some(({ providerId }) => providerId === "password");
  return hasPassword && !disabled && kept.get(uid)?.entree !== false;
}

function view(account: CompteFirebase, kept: Kept): CompteDuComite {
  const { lien, derniereConnexion } = kept.get(account.uid) ?? {};
  const { lastSignInTime } = account.metadata;
  // The provider's has no finer part than the second, and counts every question about the password.
  const atGoogle = lastSignInTime ? new Date(lastSignInTime) : null;
  return {
    ...accountOf(account),
    derniereConnexion: derniereConnexion === undefined ? atGoogle : (derniereConnexion?.toDate() ?? null),
    peutEntrer: canEnter(account, kept),
    lien: lien ? { genre: lien.genre, expireLe: lien.expireLe.toDate() } : null,
  };
}

/**
 * Makes an account that lets nobody in yet. It is kept before the provider has it: one that the provider has, is not
 * the committee's and is not kept is a stranger's, and goes with whatever it was given there. One that is kept is being
 * made by somebody else, or was never finished: it is taken over, and whoever else was making it finds it changed.
 * @returns its id and change; null when the address has an account of the committee
 */
async function make({ comite, kept }: Parts, email: string, fields: KeptAccount, password?: string) {
  for (let n = 0; n < TRIES; n++) {
    const user = await comite.byEmail(email);
    if (user && comite.compte(user)) return null;
    const uid = user?.uid ?? randomBytes(21).toString("base64url");
    const change = await kept.change((all, put) => {
      const before = all.get(uid);
      if (user && !before) return null;
      const next = (before?.change ?? 0) + 1;
      put(uid, { lien: null, ...fields, entree: false, derniereConnexion: null, sessions: {}, change: next });
      return next;
    });
    if (change === null) await comite.remove(uid);
    else if (user || (await comite.create(uid, email, password))) {
      if (user && password) await comite.setPassword(uid, password);
      await comite.admit(uid);
      return { uid, change };
    } else await kept.change((_, put) => put(uid, null));
  }
  throw new Error("Others kept making an account for the same address.");
}

export function manageAccounts(parts: Parts): Manage {
  const { comite, kept, now } = parts;
  return {
    async accountId(email) {
      const user = await comite.byEmail(addressOf(email));
      return user && comite.compte(user) ? user.uid : null;
    },

    async accounts() {
      const [all, accounts] = await Promise.all([kept.all(), comite.all()]);
      return accounts.map((one) => view(one, all)).sort((a, b) => (a.email < b.email ? -1 : 1));
    },

    async createAccount(email, password) {
      requireLength(password);
      const address = addressOf(email);
      const made = await make(parts, address, {}, motDePasseNormal(password));
      if (!made) return null;
      return kept.change((all, put) => {
        if (all.get(made.uid)?.change !== made.change) return null;
        put(made.uid, { entree: true });
        return { id: made.uid, email: address };
      });
    },

    async invite(email, lastsMs) {
      const address = addressOf(email);
      const { lien, linkOf } = newLink(now(), "invitation", lastsMs);
      const made = await make(parts, address, { lien });
      if (made) return linkOf({ id: made.uid, email: address });
      const id = (await comite.byEmail(address))?.uid ?? "";
      return kept.change((all, put) => {
        if (all.get(id)?.lien?.genre !== "invitation") return null;
        put(id, { lien });
        return linkOf({ id, email: address });
      });
    },

    readLink: async (token) => {
      const found = await findLink(parts, token);
      return found.ok ? accepte(found.valeur.link) : found;
    },

    reset: (id) => reset(parts, id),
    removeAccount: (id) => removeAccount(parts, id),
  };
}

async function reset({ comite, kept, now }: Parts, id: string) {
  const issue = await kept.change(async (all, put) => {
    const accounts = await comite.all();
    const one = accounts.find(({ uid }) => uid === id);
    if (!one) return null;
    const { lien: before, change = 0 } = all.get(id) ?? {};
    const invited = before?.genre === "invitation";
    const { lien, linkOf } = newLink(now(), invited ? "invitation" : "reinitialisation");
    const others = accounts.some((other) => other.uid !== id && canEnter(other, all));
    put(id, invited ? { lien } : { lien, sessions: {}, change: change + 1, ...(others && { entree: false }) });
    return { link: linkOf(accountOf(one)), invited, others };
  });
  if (!issue || issue.invited) return issue?.link ?? null;
  if (issue.others) await comite.setPassword(id, randomBytes(32).toString("base64url"));
  else await comite.revoke(id);
  return issue.link;
}

async function removeAccount({ comite, kept }: Parts, id: string) {
  const issue = await kept.change(async (all, put) => {
    const accounts = await comite.all();
    const one = accounts.find(({ uid }) => uid === id);
    if (!one) return "absent";
    if (canEnter(one, all) && !accounts.some((other) => other.uid !== id && canEnter(other, all))) return "dernier";
    // Shut first: an account that the provider then keeps lets nobody in, and can be removed again.
    put(id, { entree: false, lien: null, sessions: {}, change: (all.get(id)?.change ?? 0) + 1 });
    return "retire";
  });
  if (issue !== "retire") return issue;
  await comite.remove(id);
  await kept.change((_, put) => put(id, null));
  return issue;
}
