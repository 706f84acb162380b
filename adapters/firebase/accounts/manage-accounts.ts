/** The committee's list of accounts: making, inviting, resetting, removing. */
import { randomBytes } from "node:crypto";
import { accept } from "#domain/result.ts";
import type { Authenticator, CommitteeAccount } from "#ports/authenticator.ts";
import { findLink, newLink } from "./account-links.ts";
import { accountOf, addressOf, type FirebaseUser, type Parts } from "./committee-accounts.ts";
import type { Kept } from "./committee-document.ts";
import type { KeptAccount } from "./kept-account.ts";
import { requireLength } from "./manage-passwords.ts";
import { normalPassword } from "./sign-in.ts";

type Manage = Pick<
  Authenticator,
  "findAccountId" | "listAccounts" | "createAccount" | "invite" | "reset" | "readLink" | "rename" | "removeAccount"
>;

/** How often an account is begun again when others make one for the same address. */
const TRIES = 5;

export function canEnter({ uid, providerData, disabled }: FirebaseUser, kept: Kept): boolean {
  const hasPassword = providerData.some(({ providerId }) => providerId === "password");
  return hasPassword && !disabled && kept.get(uid)?.entry !== false;
}

function view(account: FirebaseUser, kept: Kept): CommitteeAccount {
  const mine = kept.get(account.uid);
  const { link, lastSignIn } = mine ?? {};
  const { lastSignInTime } = account.metadata;
  // The provider's has no finer part than the second, and counts every question about the password.
  const atGoogle = lastSignInTime ? new Date(lastSignInTime) : null;
  return {
    ...accountOf(account, mine),
    lastSignIn: lastSignIn === undefined ? atGoogle : (lastSignIn?.toDate() ?? null),
    canSignIn: canEnter(account, kept),
    link: link ? { kind: link.kind, expiresAt: link.expiresAt.toDate() } : null,
  };
}

/**
 * Makes an account that lets nobody in yet. It is kept before the provider has it: one that the provider has, is not
 * the committee's and is not kept is a stranger's, and goes with whatever it was given there. One that is kept is being
 * made by somebody else, or was never finished: it is taken over, and whoever else was making it finds it changed.
 * @returns its id and change; null when the address has an account of the committee
 */
async function make({ committee, kept }: Parts, email: string, fields: KeptAccount, password?: string) {
  for (let n = 0; n < TRIES; n++) {
    const user = await committee.byEmail(email);
    if (user && committee.account(user)) return null;
    const uid = user?.uid ?? randomBytes(21).toString("base64url");
    const change = await kept.change((all, put) => {
      const before = all.get(uid);
      if (user && !before) return null;
      const next = (before?.change ?? 0) + 1;
      put(uid, { link: null, ...fields, entry: false, lastSignIn: null, sessions: {}, change: next });
      return next;
    });
    if (change === null) await committee.remove(uid);
    else if (user || (await committee.create(uid, email, password))) {
      if (user && password) await committee.setPassword(uid, password);
      await committee.admit(uid);
      return { uid, change };
    } else await kept.change((_, put) => put(uid, null));
  }
  throw new Error("Others kept making an account for the same address.");
}

export function manageAccounts(parts: Parts): Manage {
  const { committee, kept, now } = parts;
  return {
    async findAccountId(email) {
      const user = await committee.byEmail(addressOf(email));
      return user && committee.account(user) ? user.uid : null;
    },

    async listAccounts() {
      const [all, accounts] = await Promise.all([kept.all(), committee.all()]);
      return accounts.map((one) => view(one, all)).sort((a, b) => (a.email < b.email ? -1 : 1));
    },

    async createAccount(email, password) {
      requireLength(password);
      const address = addressOf(email);
      const made = await make(parts, address, {}, normalPassword(password));
      if (!made) return null;
      return kept.change((all, put) => {
        const mine = all.get(made.uid);
        if (mine?.change !== made.change) return null;
        put(made.uid, { entry: true });
        return { id: made.uid, email: address, firstName: mine.firstName ?? "" };
      });
    },

    async invite(email, { firstName = "", lastsMs } = {}) {
      const address = addressOf(email);
      const { link, linkOf } = newLink(now(), "invitation", lastsMs);
      const made = await make(parts, address, { link, firstName });
      if (made) return linkOf({ id: made.uid, email: address, firstName });
      const id = (await committee.byEmail(address))?.uid ?? "";
      return kept.change((all, put) => {
        const mine = all.get(id);
        if (mine?.link?.kind !== "invitation") return null;
        const known = mine.firstName || firstName;
        put(id, { link, firstName: known });
        return linkOf({ id, email: address, firstName: known });
      });
    },

    readLink: async (token) => {
      const found = await findLink(parts, token);
      return found.ok ? accept(found.value.link) : found;
    },

    rename: (id, firstName) =>
      kept.change(async (_, put) => {
        const account = await committee.byId(id);
        if (account) put(id, { firstName });
        return account !== null;
      }),

    reset: (id) => reset(parts, id),
    removeAccount: (id) => removeAccount(parts, id),
  };
}

async function reset({ committee, kept, now }: Parts, id: string) {
  const outcome = await kept.change(async (all, put) => {
    const accounts = await committee.all();
    const one = accounts.find(({ uid }) => uid === id);
    if (!one) return null;
    const { link: before, change = 0 } = all.get(id) ?? {};
    const invited = before?.kind === "invitation";
    const { link, linkOf } = newLink(now(), invited ? "invitation" : "reinitialisation");
    const others = accounts.some((other) => other.uid !== id && canEnter(other, all));
    put(id, invited ? { link } : { link, sessions: {}, change: change + 1, ...(others && { entry: false }) });
    return { link: linkOf(accountOf(one, all.get(id))), invited, others };
  });
  if (!outcome || outcome.invited) return outcome?.link ?? null;
  if (outcome.others) await committee.setPassword(id, randomBytes(32).toString("base64url"));
  else await committee.revoke(id);
  return outcome.link;
}

async function removeAccount({ committee, kept }: Parts, id: string) {
  const outcome = await kept.change(async (all, put) => {
    const accounts = await committee.all();
    const one = accounts.find(({ uid }) => uid === id);
    if (!one) return "absent";
    if (canEnter(one, all) && !accounts.some((other) => other.uid !== id && canEnter(other, all))) return "last";
    // Shut first: an account that the provider then keeps lets nobody in, and can be removed again.
    put(id, { entry: false, link: null, sessions: {}, change: (all.get(id)?.change ?? 0) + 1 });
    return "removed";
  });
  if (outcome !== "removed") return outcome;
  await committee.remove(id);
  await kept.change((_, put) => put(id, null));
  return outcome;
}
