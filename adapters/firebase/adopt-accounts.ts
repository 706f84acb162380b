import { type DocumentReference, type Firestore, Timestamp } from "@google-cloud/firestore";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import { ask, write } from "./calls.ts";
import type { KeptAccount, KeptSession } from "./kept-account.ts";

/** A session as it was kept, under its fingerprint; one of the first versions lacked the optional fields. */
type Older = Partial<KeptSession> & Pick<KeptSession, "expireLe"> & { compte: string; change: number };

/**
 * Takes over what versions up to November 2026 kept of accounts: `comptes/{uid}`, `sessions/{fingerprint}`, a count of
 * changes and a lock in `verrous`. A session carried the count from before its password was checked, an account that of
 * its last change: older sessions were over.
 * @param document where it goes; somebody else may write it first
 */
export async function adoptOlderDocuments(db: Firestore, document: DocumentReference): Promise<void> {
  const found = ["comptes", "sessions", "verrous"].map(async (name) => (await ask(db.collection(name).get())).docs);
  const [accounts = [], sessions = [], locks = []] = await Promise.all(found);
  const comptes: Record<string, KeptAccount> = Object.fromEntries(accounts.map((one) => [one.id, one.data()]));
  for (const one of sessions) {
    const { compte, change, ...session } = one.data() as Older;
    const account = comptes[compte] ?? {};
    if (change >= (account.change ?? 0))
      comptes[compte] = { ...account, sessions: { ...account.sessions, [one.id]: completed(session) } };
  }
  await write(db, (batch) => {
    batch.create(document, { comptes });
    for (const { ref } of [...accounts, ...sessions, ...locks]) batch.delete(ref);
  });
}

function completed({
  expireLe,
  openedAt,
  usedAt,
  confirmedAt = null,
  device = "",
}: Partial<KeptSession> & Pick<KeptSession, "expireLe">): KeptSession {
  // The end of a session never moves.
  const opened = openedAt ?? Timestamp.fromMillis(expireLe.toMillis() - DUREES_SESSION_MS.repos);
  return { expireLe, openedAt: opened, usedAt: usedAt ?? opened, confirmedAt, device };
}
