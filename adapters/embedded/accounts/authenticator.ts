/**
 * Local accounts: passwords as password-hash.ts keeps them, sessions and links as fingerprints of what people hold. What
 * changes several rows is one synchronous transaction.
 */
import { createHmac } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { erase } from "#adapters/embedded/erasure.ts";
import { transaction } from "#adapters/embedded/transaction.ts";
import { accept } from "#domain/result.ts";
import type { Account, Authenticator, Session } from "#ports/authenticator.ts";
import { type AccountLinks, accountLinks } from "./account-links.ts";
import { type AccountRows, accountRows } from "./account-rows.ts";
import { type AccountSessions, accountSessions } from "./account-sessions.ts";
import { firstLink } from "./first-link.ts";
import { checkPassword, hashPassword } from "./password-hash.ts";
import { queued } from "./password-queue.ts";

type Parts = {
  db: DatabaseSync;
  rows: AccountRows;
  links: AccountLinks;
  sessions: AccountSessions;
  /** Opens a session of somebody who has just signed in; within a transaction. */
  enter: (account: Account, device: string) => Session;
};

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
  const fingerprintOf = (token: string) => createHmac("sha256", secret).update(token).digest("base64url");
  const rows = accountRows(db);
  const links = accountLinks({ db, fingerprintOf, now });
  const sessions = accountSessions({ db, fingerprintOf, now });
  const enter = (account: Account, device: string): Session => {
    rows.noteSignIn(account.id, now());
    return sessions.open(account, device);
  };
  const parts = { db, rows, links, sessions, enter };
  const first = firstLink({ ...parts, fingerprintOf, now });
  return { ...sessions.own, ...withPassword(parts), ...withLink(parts), ...first, ...theCommittee(parts) };
}

type WithPassword = Pick<Authenticator, "signIn" | "confirm" | "changePassword">;

/**
 * While a password is checked, the account may be removed or reset: what is done then depends on its hash of now. Reading
 * the hash, checking it and renewing it is one turn of the queue, so that two sign-ins at once renew it one after the other.
 */
const withPassword = ({ db, rows, links, sessions, enter }: Parts): WithPassword => ({
  signIn: (email, password, device = "") =>
    queued("visitor", async () => {
      const account = rows.byEmail(email);
      const hash = account && rows.password(account.id);
      const { right, renewed } = await checkPassword(hash, password);
      if (!right || !account) return null;
      return transaction(db, () => {
        if (rows.password(account.id) !== hash) return null;
        if (renewed) rows.setPassword(account.id, renewed);
        return enter(account, device);
      });
    }),

  confirm: (token, password) =>
    queued("committee", async () => {
      const account = sessions.accountOf(token);
      const hash = account && rows.password(account.id);
      if (!account || !hash || !(await checkPassword(hash, password)).right) return false;
      return transaction(db, () => rows.password(account.id) === hash && sessions.noteConfirmed(token));
    }),

  changePassword: (id, current, next, device = "") =>
    queued("committee", async () => {
      const account = rows.byId(id);
      const before = rows.password(id);
      if (!(await checkPassword(before, current)).right || !account) return null;
      const hash = await hashPassword(next);
      return transaction(db, () => {
        if (rows.password(id) !== before) return null;
        rows.setPassword(id, hash);
        links.drop(id);
        sessions.endAll(id);
        return enter(account, device);
      });
    }),
});

type WithLink = Pick<Authenticator, "readLink" | "acceptLink">;

const withLink = ({ db, rows, links, sessions, enter }: Parts): WithLink => ({
  async readLink(token) {
    return links.read(token);
  },

  async acceptLink(token, password, device = "") {
    const before = links.read(token);
    if (!before.ok) return before;
    const hash = await queued("committee", () => hashPassword(password));
    return transaction(db, () => {
      const link = links.read(token);
      if (!link.ok) return link;
      const { account } = link.value;
      rows.setPassword(account.id, hash);
      links.drop(account.id);
      sessions.endAll(account.id);
      return accept(enter(account, device));
    });
  },
});

type TheCommittee = Pick<
  Authenticator,
  "findAccountId" | "listAccounts" | "createAccount" | "invite" | "rename" | "reset" | "removeAccount"
>;

const theCommittee = ({ db, rows, links, sessions }: Parts): TheCommittee => ({
  async findAccountId(email) {
    return rows.byEmail(email)?.id ?? null;
  },

  async listAccounts() {
    return rows.list();
  },

  async createAccount(email, password) {
    const hash = await queued("committee", () => hashPassword(password));
    return transaction(db, () => rows.add(email, hash));
  },

  async invite(email, { firstName = "", lastsMs } = {}) {
    return transaction(db, () => {
      const added = rows.add(email, null, firstName);
      if (added) return links.give(added, "invitation", lastsMs);
      const known = rows.byEmail(email);
      if (known?.link?.kind !== "invitation") return null;
      if (!known.firstName && firstName) rows.rename(known.id, firstName);
      return links.give({ ...known, firstName: known.firstName || firstName }, "invitation", lastsMs);
    });
  },

  rename: (id, firstName) => transaction(db, () => rows.rename(id, firstName)),

  async reset(id) {
    return transaction(db, () => {
      const account = rows.byId(id);
      if (!account) return null;
      if (account.link?.kind === "invitation") return links.give(account, "invitation");
      if (rows.othersCanSignIn(id)) rows.setPassword(id, null);
      sessions.endAll(id);
      return links.give(account, "reinitialisation");
    });
  },

  async removeAccount(id) {
    return erase(db, () => {
      const account = rows.byId(id);
      if (!account) return "absent";
      if (account.canSignIn && !rows.othersCanSignIn(id)) return "last";
      rows.remove(id);
      return "removed";
    });
  },
});
