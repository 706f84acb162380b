/**
 * The committee's accounts. The provider keeps addresses and passwords; who may enter, first names, links and sessions
 * are documents. No transaction spans both, so that each change shuts the account first, then tells the provider, and
 * opens the account at the end, if nobody has changed it meanwhile: a fault in between keeps somebody out and lets
 * nobody in, and the same thing can be done again.
 */
import { createHmac, randomUUID } from "node:crypto";
import { accept } from "#domain/result.ts";
import type { Documents } from "#ports/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type { Authenticator, CommitteeAccount } from "#stores/account-types.ts";
import {
  ACCOUNTS,
  accountOf,
  canSignIn,
  change,
  decide,
  keptOf,
  type Member,
  NO_LINK,
  type Parts,
  put,
  readMembers,
} from "./account-document.ts";
import { findLink, newLink } from "./account-links.ts";
import { addressOf, requireLength, withPassword } from "./account-passwords.ts";
import { endSessions, listedSessions, querySessions, sessionInUse } from "./account-sessions.ts";
import { firstLink } from "./first-link.ts";

/** How often an account is begun again when others make one for the same address. */
const TRIES = 5;

type Options = {
  documents: Documents;
  identities: IdentityProvider;
  /** At least 32 random characters; another secret ends every session and every link. */
  secret: () => Promise<string>;
  /** Is told why somebody was not let in, or the provider could not be told of something; never of whom. */
  report?: (fault: unknown, where: string) => void;
  /** The present instant. */
  now?: () => Date;
};

export function createAccounts(options: Options): Authenticator {
  const { documents, identities, secret, report = () => {}, now = () => new Date() } = options;
  const fingerprintOf = async (token: string) =>
    createHmac("sha256", await secret())
      .update(token)
      .digest("base64url");
  const parts: Parts = { documents, identities, fingerprintOf, report, now };
  const accounts = { ...withPassword(parts), ...listed(parts), ...invited(parts), ...leaving(parts) };
  return { ...sessionInUse(parts), ...listedSessions(parts), ...accounts, ...firstLink(parts, accounts) };
}

type Listed = Pick<Authenticator, "findAccountId" | "listAccounts" | "readLink" | "rename">;

const listed = (parts: Parts): Listed => ({
  async findAccountId(email) {
    const holder = await parts.identities.findHolder(addressOf(email));
    return holder && !holder.isStranger ? holder.id : null;
  },

  async listAccounts() {
    return (await readMembers(parts)).map(viewOf).sort((a, b) => (a.email < b.email ? -1 : 1));
  },

  async readLink(token) {
    const found = await findLink(parts, token);
    return found.ok ? accept(found.value.link) : found;
  },

  rename: (id, firstName) =>
    decide(
      parts.documents,
      () => parts.identities.find(id),
      async (identity, { transaction }) => {
        const document = await transaction.get(ACCOUNTS, id);
        if (identity) put(transaction, id, document, { firstName });
        return identity !== null;
      },
    ),
});

function viewOf(member: Member): CommitteeAccount {
  const { identity, kept } = member;
  const { lastSignIn, linkKind, linkExpiresAt } = kept;
  return {
    ...accountOf(identity, kept),
    lastSignIn: lastSignIn === undefined ? identity.lastSignIn : lastSignIn ? new Date(lastSignIn) : null,
    canSignIn: canSignIn(member),
    link: linkKind && { kind: linkKind, expiresAt: new Date(String(linkExpiresAt)) },
  };
}

const invited = (parts: Parts): Pick<Authenticator, "createAccount" | "invite"> => ({
  async createAccount(email, password) {
    requireLength(password);
    const address = addressOf(email);
    const made = await make(parts, address, {}, password);
    if (!made) return null;
    return change(parts.documents, async ({ transaction, raise }) => {
      const document = await transaction.get(ACCOUNTS, made.id);
      const { change: last, firstName } = keptOf(document);
      if (last !== made.change) return null;
      put(transaction, made.id, document, { entry: true, change: raise() });
      return { id: made.id, email: address, firstName };
    });
  },

  async invite(email, { firstName = "", lastsMs } = {}) {
    const address = addressOf(email);
    const { fields, linkOf } = await newLink(parts, "invitation", lastsMs);
    const made = await make(parts, address, { ...fields, firstName }, null);
    if (made) return linkOf({ id: made.id, email: address, firstName });
    const id = (await parts.identities.findHolder(address))?.id ?? "";
    return parts.documents.transaction(async (transaction) => {
      const document = await transaction.get(ACCOUNTS, id);
      const kept = keptOf(document);
      if (kept.linkKind !== "invitation") return null;
      const known = kept.firstName || firstName;
      put(transaction, id, document, { ...fields, firstName: known });
      return linkOf({ id, email: address, firstName: known });
    });
  },
});

/**
 * Makes an account that lets nobody in yet. It is kept before the provider has it: an identity that is not the
 * committee's and is not kept is a stranger's, and goes with whatever it was given there. One that is kept is being made
 * by somebody else, or was never finished: it is taken over, and whoever else was making it finds it changed.
 * @returns its id and change; null when the address has an account of the committee
 */
async function make(
  { documents, identities }: Parts,
  email: string,
  fields: { readonly [field: string]: string },
  password: string | null,
): Promise<{ id: string; change: number } | null> {
  const newId = randomUUID();
  for (let n = 0; n < TRIES; n++) {
    const begun = await decide(
      documents,
      () => identities.findHolder(email),
      async (holder, { transaction, raise }) => {
        if (holder && !holder.isStranger) return null;
        const id = holder?.id ?? newId;
        const document = await transaction.get(ACCOUNTS, id);
        const sessions = await querySessions(transaction, id);
        if (holder && !document) return { id, change: null };
        endSessions(transaction, sessions);
        const next = raise();
        const shut = {
          ...NO_LINK,
          firstName: "",
          ...fields,
          entry: false,
          lastSignIn: null,
          replacing: null,
          change: next,
        };
        put(transaction, id, document, shut);
        return { id, change: next };
      },
    );
    if (!begun) return null;
    const { id, change } = begun;
    if (change === null) await identities.remove(id);
    else if (await identities.create(id, email, password)) return { id, change };
    else await forget(documents, id);
  }
  throw new Error("Others kept making an account for the same address.");
}

const leaving = (parts: Parts): Pick<Authenticator, "reset" | "removeAccount"> => ({
  async reset(id) {
    const { documents, identities } = parts;
    const [invitation, newPassword] = [await newLink(parts, "invitation"), await newLink(parts, "reinitialisation")];
    const outcome = await decide(
      documents,
      () => readMembers(parts),
      async (members, { transaction, raise }) => {
        const one = members.find(({ identity }) => identity.id === id);
        if (!one) return null;
        const document = await transaction.get(ACCOUNTS, id);
        const sessions = await querySessions(transaction, id);
        const account = accountOf(one.identity, keptOf(document));
        if (keptOf(document).linkKind === "invitation") {
          put(transaction, id, document, invitation.fields);
          return { link: invitation.linkOf(account), others: null };
        }
        const others = othersCanSignIn(members, id);
        endSessions(transaction, sessions);
        const shut = { change: raise(), replacing: null, ...(others && { entry: false }) };
        put(transaction, id, document, { ...newPassword.fields, ...shut });
        return { link: newPassword.linkOf(account), others };
      },
    );
    if (outcome?.others === true) await identities.setPassword(id, null);
    if (outcome?.others === false) await identities.revoke(id);
    return outcome?.link ?? null;
  },

  async removeAccount(id) {
    const outcome = await decide(
      parts.documents,
      () => readMembers(parts),
      async (members, { transaction, raise }) => {
        const one = members.find(({ identity }) => identity.id === id);
        if (!one) return "absent";
        const document = await transaction.get(ACCOUNTS, id);
        const sessions = await querySessions(transaction, id);
        if (canSignIn(one) && !othersCanSignIn(members, id)) return "last";
        // An account that the provider then keeps lets nobody in, and can be removed again.
        endSessions(transaction, sessions);
        const shut = { entry: false, change: raise() };
        if (document) transaction.replace(ACCOUNTS, id, shut);
        else transaction.create(ACCOUNTS, id, shut);
        return "removed";
      },
      { erases: true },
    );
    if (outcome !== "removed") return outcome;
    await parts.identities.remove(id);
    await forget(parts.documents, id);
    return outcome;
  },
});

const othersCanSignIn = (members: readonly Member[], id: string): boolean =>
  members.some((other) => other.identity.id !== id && canSignIn(other));

/** Forgets an account that the provider does not have: nobody who is deciding may take it for one that is not kept yet. */
const forget = (documents: Documents, id: string): Promise<void> =>
  change(
    documents,
    async ({ transaction, raise }) => {
      const document = await transaction.get(ACCOUNTS, id);
      if (!document) return;
      transaction.delete(ACCOUNTS, id);
      raise();
    },
    { erases: true },
  );
