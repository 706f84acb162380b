import { type DocumentReference, type Firestore, Timestamp } from "@google-cloud/firestore";
import { ask, write } from "#adapters/firebase/firestore-calls.ts";
import { renamed, renameOlder, STATE } from "#adapters/firebase/older-names.ts";
import { SESSION_LIFETIMES_MS } from "#domain/accounts/session-lifetime.ts";
import type { KeptAccount, KeptSession } from "./kept-account.ts";

/** A session as it was kept, under its fingerprint; one of the first versions lacked the optional fields. */
type Older = Partial<KeptSession> & Pick<KeptSession, "expiresAt"> & { compte: string; change: number };

/**
 * Takes over what versions up to November 2026 kept of accounts: `comptes/{uid}`, `sessions/{fingerprint}`, a count of
 * changes and a lock in `verrous`. A session carried the count from before its password was checked, an account that of
 * its last change: older sessions were over.
 * @param document where it goes; somebody else may write it first
 */
export async function adoptOlderDocuments(db: Firestore, document: DocumentReference): Promise<void> {
  await renameOlder(db);
  if ((await ask(document.get())).exists) return;
  const found = ["comptes", "sessions", "verrous"].map(async (name) => (await ask(db.collection(name).get())).docs);
  const [kept = [], sessions = [], locks = []] = await Promise.all(found);
  const accounts: Record<string, KeptAccount> = Object.fromEntries(
    kept.map((one) => [one.id, renamed(one.data(), STATE)]),
  );
  for (const one of sessions) {
    const { compte, change, ...session } = renamed(one.data() as Older, STATE);
    const account = accounts[compte] ?? {};
    if (change >= (account.change ?? 0))
      accounts[compte] = { ...account, sessions: { ...account.sessions, [one.id]: completed(session) } };
  }
  await write(db, (batch) => {
    batch.create(document, { accounts });
    for (const { ref } of [...kept, ...sessions, ...locks]) batch.delete(ref);
  });
}

function completed({
  expiresAt,
  openedAt,
  usedAt,
  confirmedAt = null,
  device = "",
}: Partial<KeptSession> & Pick<KeptSession, "expiresAt">): KeptSession {
  // The end of a session never moves.
  const opened = openedAt ?? Timestamp.fromMillis(expiresAt.toMillis() - SESSION_LIFETIMES_MS.idle);
  return { expiresAt, openedAt: opened, usedAt: usedAt ?? opened, confirmedAt, device };
}
