import type { Content, Documents } from "#ports/documents.ts";
import type { ImageMove, MovingDocument, TransferStore } from "#ports/transfer-store.ts";

/** Documents that are read at once: each call has a deadline. */
const PER_PAGE = 300;

/** @param close what ends the connection to the documents */
export const createTransferStore = (
  documents: Documents,
  close: () => Promise<void>,
): Omit<TransferStore, keyof ImageMove> => ({
  async read(kind) {
    const all: MovingDocument[] = [];
    for (let afterId = ""; ; ) {
      const page = await documents.query(kind, { ...(afterId && { afterId }), limit: PER_PAGE });
      all.push(...page.map(({ id, content }) => ({ id, content })));
      if (page.length < PER_PAGE) return all;
      afterId = all.at(-1)?.id ?? "";
    }
  },

  add: (kind, { id, content }) =>
    documents.transaction(async (transaction) => {
      const existing = await transaction.get(kind, id);
      const trace = kind === "evenements" ? await transaction.get("deleted-evenements", id) : null;
      const hash = kind === "inbox" ? String(content.fingerprint) : "";
      const marker = hash && (await transaction.get("fingerprints", hash));
      const last = marker && (await transaction.get("inbox", String(marker.content.id)));
      if (existing) {
        const sequence = Math.max(sequenceIn(existing.content), sequenceIn(content));
        if (sequence > sequenceIn(existing.content)) transaction.update(kind, id, { sequence });
        return;
      }
      transaction.create(kind, id, content);
      if (trace) transaction.delete("deleted-evenements", id);
      // The last entry with this content is the one that a second click finds.
      if (hash && !(last && String(last.content.receivedAt) > String(content.receivedAt))) {
        if (marker) transaction.replace("fingerprints", hash, { id });
        else transaction.create("fingerprints", hash, { id });
      }
    }),

  close,
});

const sequenceIn = ({ sequence }: Content): number => (Number.isInteger(sequence) ? Number(sequence) : -1);
