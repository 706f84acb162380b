import type { Firestore, QuerySnapshot } from "@google-cloud/firestore";
import type { Query, WatchListener } from "#ports/documents.ts";
import type { TransactionAttempt } from "#ports/transaction-attempt.ts";
import { firestoreErrorForLog } from "./firestore-calls.ts";
import { filterDocuments, toFirestoreQuery } from "./queries.ts";
import { storedCommitIds } from "./values.ts";

const RESUME_MIN_MS = 1000;
const RESUME_MAX_MS = 60_000;
/** Maximum wait in ms after a commit until the snapshots in this process contain the writes. */
const SETTLE_MS = 2000;

type Watch = { collection: string; isWhole: boolean; snapshot: QuerySnapshot | null; onSnapshot: Set<() => void> };

export function watchFirestoreQueries(db: Firestore) {
  const watches = new Map<Watch, () => void>();
  return {
    add(collection: string, query: Query, listener: WatchListener): () => void {
      const { where, contains, limit, offset } = query;
      const isWhole = !where && !contains && limit === undefined && !offset;
      const watch: Watch = { collection, isWhole, snapshot: null, onSnapshot: new Set() };
      const end = subscribe(db, watch, query, listener);
      watches.set(watch, end);
      return () => {
        end();
        watches.delete(watch);
      };
    },

    async settled(attempt: TransactionAttempt): Promise<void> {
      const concerned = [...watches.keys()].filter(
        ({ isWhole, snapshot, collection }) =>
          isWhole && snapshot && attempt.writes.some((write) => write.collection === collection),
      );
      await Promise.all(concerned.map((watch) => untilShown(watch, attempt)));
    },

    stop() {
      for (const end of watches.values()) end();
      watches.clear();
    },
  };
}

function subscribe(db: Firestore, watch: Watch, query: Query, listener: WatchListener): () => void {
  let pause = RESUME_MIN_MS;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  const open = () => {
    unsubscribe = toFirestoreQuery(db, watch.collection, query).onSnapshot(
      (snapshot) => {
        pause = RESUME_MIN_MS;
        watch.snapshot = snapshot;
        listener.onDocuments(filterDocuments(query, snapshot.docs));
        for (const seen of watch.onSnapshot) seen();
      },
      (error) => {
        watch.snapshot = null;
        timer = setTimeout(open, pause).unref();
        pause = Math.min(pause * 2, RESUME_MAX_MS);
        listener.onDown(firestoreErrorForLog(error));
      },
    );
  };
  open();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

async function untilShown(watch: Watch, attempt: TransactionAttempt): Promise<void> {
  if (isShown(watch, attempt)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = () => {
    if (isShown(watch, attempt)) resolve();
  };
  watch.onSnapshot.add(seen);
  const timer = setTimeout(resolve, SETTLE_MS);
  await promise;
  clearTimeout(timer);
  watch.onSnapshot.delete(seen);
}

function isShown({ collection, snapshot }: Watch, { writes, transaction }: TransactionAttempt): boolean {
  return writes
    .filter((write) => write.collection === collection)
    .every(({ id, kind }) => {
      const document = snapshot?.docs.find((doc) => doc.id === id);
      if (kind === "delete") return !document;
      return storedCommitIds(document).includes(transaction.id);
    });
}
