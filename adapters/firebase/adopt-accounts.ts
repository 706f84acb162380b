import type { DocumentReference, Firestore } from "@google-cloud/firestore";
import { ask, write } from "./calls.ts";
import type { KeptAccount, KeptSession } from "./committee-document.ts";

/**
 * Takes over what versions up to November 2026 kept of accounts: `comptes/{uid}`, `sessions/{fingerprint}`, a count of
 * changes and a lock in `verrous`. A session carried the count from before its password was checked, an account that of
 * its last change: older sessions were over.
 * @param document where it goes; somebody else may write it first
 */
export async function adoptOlderDocuments(db: Firestore, document: DocumentReference): Promise<void> {
  const names = ["comptes", "sessions", "verrous"];
  const [accounts = [], sessions = [], locks = []] = await Promise.all(
    names.map(async (name) => (await ask(db.collection(name).get())).docs),
  );
  const open = sessions.map((one) => ({
    id: one.id,
    ...(one.data() as KeptSession & { compte: string; change: number }),
  }));
  const kept = new Map(accounts.map((one) => [one.id, one.data() as KeptAccount]));
  for (const { compte } of open) if (!kept.has(compte)) kept.set(compte, {});
  const comptes = [...kept].map(([uid, account]) => {
    const theirs = open.filter(({ compte, change }) => compte === uid && change >= (account.change ?? 0));
    return [
      uid,
      { ...account, sessions: Object.fromEntries(theirs.map(({ id, compte: _, change: __, ...rest }) => [id, rest])) },
    ];
  });
  await write(db, (batch) => {
    batch.create(document, { comptes: Object.fromEntries(comptes) });
    for (const { ref } of [...accounts, ...sessions, ...locks]) batch.delete(ref);
  });
}
