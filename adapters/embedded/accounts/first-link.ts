/** The link to the first account. It lives in the memory of the process that made it, so that a start ends those before. */
import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { transaction } from "#adapters/embedded/transaction.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Account, Authenticator, LinkRefusal, Session } from "#ports/authenticator.ts";
import type { AccountLinks } from "./account-links.ts";
import type { AccountRows } from "./account-rows.ts";
import type { Fingerprints } from "./account-sessions.ts";
import { hashPassword } from "./password-hash.ts";
import { queued } from "./password-queue.ts";

type Parts = Fingerprints & {
  db: DatabaseSync;
  rows: AccountRows;
  links: AccountLinks;
  enter: (account: Account, device: string) => Session;
};

type WithFirstLink = Pick<Authenticator, "issueFirstLink" | "readFirstLink" | "acceptFirstLink">;

export function firstLink({ db, rows, links, enter, fingerprintOf, now }: Parts): WithFirstLink {
  let issued: { fingerprint: string; expiresAt: Date } | null = null;

  function read(token: string): Result<null, LinkRefusal> {
    if (issued?.fingerprint !== fingerprintOf(token) || rows.anyCanSignIn()) return refuse("unknown");
    return issued.expiresAt <= now() ? refuse("expired") : accept(null);
  }

  return {
    async issueFirstLink(lastsMs) {
      if (rows.anyCanSignIn()) return null;
      const token = randomBytes(32).toString("base64url");
      const expiresAt = new Date(now().getTime() + lastsMs);
      issued = { fingerprint: fingerprintOf(token), expiresAt };
      return { token, expiresAt };
    },

    readFirstLink: async (token) => read(token),

    async acceptFirstLink(token, email, password, device = "") {
      const before = read(token);
      if (!before.ok) return before;
      const hash = await queued("committee", () => hashPassword(password));
      return transaction(db, () => {
        const link = read(token);
        if (!link.ok) return link;
        const account = rows.byEmail(email) ?? rows.add(email, hash);
        if (!account) return refuse("taken");
        rows.setPassword(account.id, hash);
        links.drop(account.id);
        return accept(enter(account, device));
      });
    },
  };
}
