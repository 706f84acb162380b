import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { Author, SettingsStore } from "#ports/settings-store.ts";
import { ask, change, put } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";
import { versionOf } from "./version.ts";

/** The version before anything was saved. */
export const BEFORE_ANY = "0";

const FIELDS = Object.keys(INITIAL_SETTINGS) as (keyof Settings)[];

/**
 * Makes the store of the committee's settings. A setting that was unknown when they were saved last has
 * the value of a first start.
 * @param db as `openFirestore` gave it
 */
export function createSettingsStore(db: Firestore): SettingsStore {
  const current = db.collection(COLLECTIONS.settings).doc("current");

  return {
    async get() {
      const snapshot = await ask(current.get());
      return {
        ...structuredClone(INITIAL_SETTINGS),
        ...saved(snapshot),
        version: snapshot.exists ? versionOf(snapshot) : BEFORE_ANY,
        lastSave: authorOf(snapshot),
      };
    },

    async save(settings, version, { email, at }) {
      const writeId = randomUUID();
      const content = Object.fromEntries(FIELDS.map((field) => [field, settings[field]]));
      const values = { content, updatedAt: at.toISOString(), updatedBy: email, writeId };
      return change(db, async (write) => {
        const before = await ask(current.get());
        if (before.get("writeId") === writeId) return "saved";
        if (version !== (before.exists ? versionOf(before) : BEFORE_ANY)) return "outdated";
        await write((batch) => put(batch, before, values));
        return "saved";
      });
    },
  };
}

/** Only what has the shape of a setting: people can edit the document by hand. */
function saved(snapshot: DocumentSnapshot): Partial<Settings> {
  const content = (snapshot.get("content") ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    FIELDS.filter((field) => fits(field, content[field])).map((field) => [field, content[field]]),
  );
}

const fits = (field: keyof Settings, value: unknown): boolean =>
  Array.isArray(INITIAL_SETTINGS[field])
    ? Array.isArray(value) && value.every((one) => typeof one === "string")
    : typeof value === typeof INITIAL_SETTINGS[field];

function authorOf(snapshot: DocumentSnapshot): Author | null {
  const { updatedAt, updatedBy } = snapshot.data() ?? {};
  return updatedAt && updatedBy ? { email: String(updatedBy), at: new Date(String(updatedAt)) } : null;
}
