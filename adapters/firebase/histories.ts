/** Earlier states, in a collection of their own: whoever lists documents does not read them. */
import type { DocumentReference, DocumentSnapshot, Firestore, Transaction } from "@google-cloud/firestore";
import { keptStates, type State, stateLimit } from "#domain/history.ts";
import { personIn } from "./document-fields.ts";
import { ask, change, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

/** Of whom: the settings, a card under its identifier, or an entry of the recycle bin under its key. */
type Owner = "settings" | readonly [of: "membres" | "evenements" | "bin", name: string];

/** Bytes of all states of one document: Firestore takes 1 MiB. */
const BYTES_MAX = 900_000;

/** Histories that are pruned at once. */
const AT_ONCE = 50;

export const historyOf = (db: Firestore, owner: Owner): DocumentReference =>
  db.collection(COLLECTIONS.histories).doc(typeof owner === "string" ? owner : owner.join(" "));

/**
 * @param history as it was read, there or not
 * @param contentOf reads the content of a state
 * @returns newest first
 */
export const statesIn = <Content>(
  history: DocumentSnapshot,
  contentOf: (content: unknown) => Content,
): State<Content>[] =>
  ((history.get("states") ?? []) as Record<string, unknown>[]).map(({ content, picture, at, by, until }) => ({
    ...{ content: contentOf(content), at: String(at), by: personIn(by), until: String(until) },
    ...(picture !== undefined && { picture: picture === null ? null : String(picture) }),
  }));

/** Writes the states of a document on the condition that they still are as they were read. @param states newest first */
export function putStates(batch: Transaction, history: DocumentSnapshot, states: readonly State<unknown>[]): void {
  const kept = fitting(states);
  const last = kept.at(-1);
  if (last) put(batch, history, { states: kept, oldest: last.until });
  else if (history.exists) remove(batch, history);
}

/** What does not fit into one document goes as if there were fewer states to keep. */
function fitting(states: readonly State<unknown>[]): State<unknown>[] {
  let bytes = 0;
  const fits = (state: State<unknown>) => {
    bytes += Buffer.byteLength(JSON.stringify(state));
    return bytes <= BYTES_MAX;
  };
  return states.filter(fits);
}

/** Gives the states of one document to another one, which has them alone from then on. Both are as they were read. */
export function moveStates(batch: Transaction, from: DocumentSnapshot, to: DocumentSnapshot): void {
  const data = from.data();
  if (from.exists) remove(batch, from);
  if (data) put(batch, to, data);
  else if (to.exists) remove(batch, to);
}

/** Forgets, of everybody, the states whose time is over. */
export async function pruneHistories(db: Firestore, now: Date): Promise<void> {
  const over = db.collection(COLLECTIONS.histories).where("oldest", "<", stateLimit(now).toISOString()).limit(AT_ONCE);
  while (
    await change(db, async (write) => {
      const { docs } = await ask(over.get());
      if (docs.length === 0) return false;
      await write((batch) => {
        for (const one of docs)
          putStates(
            batch,
            one,
            keptStates(
              statesIn(one, (content) => content),
              now,
            ),
          );
      });
      return true;
    })
  );
}
