import type { DatabaseSync } from "node:sqlite";
import type { Query, StoredDocument, WatchListener } from "#ports/documents.ts";
import { type DocumentReader, joinVersions } from "./document-reader.ts";

type Watch = { collection: string; query: Query; listener: WatchListener; last: string | null };

/** Polls the `data_version` of the connection `writer` to notice writes of other processes. */
export function watchSqliteChanges(writer: DatabaseSync, reader: DocumentReader, pollMs: number) {
  const watches = new Set<Watch>();
  const dataVersion = writer.prepare("PRAGMA data_version");
  let seen = dataVersion.get()?.data_version;
  let timer: NodeJS.Timeout | undefined;

  const read = (watch: Watch) => {
    let documents: StoredDocument[];
    try {
      documents = reader.queryAtOnce(watch.collection, watch.query);
    } catch (error) {
      watch.last = null;
      return watch.listener.onDown(error);
    }
    const now = joinVersions(documents);
    if (now === watch.last) return;
    watch.last = now;
    watch.listener.onDocuments(documents);
  };
  const look = (collections: ReadonlySet<string>) => {
    for (const watch of watches) if (collections.has(watch.collection)) read(watch);
  };
  const poll = () => {
    let version = seen;
    try {
      version = dataVersion.get()?.data_version;
    } catch (error) {
      for (const { listener } of watches) listener.onDown(error);
    }
    // `last` is null after a failed read. In this case, read again.
    for (const watch of watches) if (version !== seen || watch.last === null) read(watch);
    seen = version;
  };

  return {
    look,
    add(collection: string, query: Query, listener: WatchListener): () => void {
      const watch: Watch = { collection, query, listener, last: null };
      watches.add(watch);
      timer ??= setInterval(poll, pollMs).unref();
      // Do not read at once: the caller must first get the function that ends the watch.
      void reader.prepareFor(collection, query).then(
        () => watches.has(watch) && read(watch),
        (error: unknown) => listener.onDown(error),
      );
      return () => {
        watches.delete(watch);
      };
    },
    stop() {
      clearInterval(timer);
      watches.clear();
    },
  };
}
