import type { Revision } from "#domain/history.ts";
import { TEXT_IDS, type TextId, textFields, type Words } from "#domain/texts/texts.ts";
import type { Content, Documents, Json } from "#ports/documents.ts";
import { type Current, createRevised, type KnownAuthor } from "./revised-document.ts";

export type TextStore = ReturnType<typeof createTextStore>;

/** The texts that the committee edits. Methods throw if the store is unavailable. */
export function createTextStore(documents: Documents) {
  const storeOf = (id: TextId) => {
    const kind = {
      collection: "texts",
      subject: "text",
      read: (stored: Json | undefined): Words => wordsIn(id, stored),
      // Keep every revision of the charter: a sign-up refers to the accepted revision.
      separate: id === "charter",
      initialBy: { id: "", name: "Le site" },
    } as const;
    return createRevised(documents, kind, { id, subjectId: id });
  };
  return {
    /** @returns the words of all fields. An unchanged field has its default words. */
    get: (id: TextId): Promise<Current<Words>> => storeOf(id).get(),

    /** An empty field gets its default words. @returns `outdated` if the version has changed and nothing was written */
    save(id: TextId, words: Words, version: string, author: KnownAuthor) {
      const changed = Object.entries(textFields(id)).filter(
        ([name, { initial }]) => words[name] && words[name] !== initial,
      );
      const stored = Object.fromEntries(changed.map(([name]) => [name, words[name] ?? ""]));
      return storeOf(id).save(wordsIn(id, stored), version, author, { stored });
    },

    /** @returns the revisions, newest first */
    listRevisions: (id: TextId): Promise<Revision<Words>[]> => storeOf(id).listRevisions(),

    /** Erases expired revisions of all texts. */
    async pruneRevisions(now: Date): Promise<void> {
      for (const id of TEXT_IDS) await storeOf(id).pruneRevisions(now);
    },
  };
}

function wordsIn(id: TextId, stored: Json | undefined): Record<string, string> {
  const saved = (stored ?? {}) as Content;
  const read = (name: string) => (typeof saved[name] === "string" ? saved[name] : "");
  return Object.fromEntries(Object.entries(textFields(id)).map(([name, { initial }]) => [name, read(name) || initial]));
}
