import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { type State, statesAfter } from "#domain/history.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { Author, ReadSettings, SettingsStore } from "#ports/settings-store.ts";
import { versionOf } from "./document-fields.ts";
import { ask, change, put } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";
import { historyOf, pruneHistories, putStates, statesIn } from "./histories.ts";

/** The version before anything was saved. */
export const BEFORE_ANY = "0";

const FIELDS = Object.keys(INITIAL_SETTINGS) as (keyof Settings)[];

/** What earlier versions do not write, and leave as it is when they save: it counts with the `writeId` of its own save. */
type More = {
  writeId: string;
  /** The account of `updatedBy`, which is its name. */
  updatedById: string;
  /** Path of the group photo; null: none. Absent: not known. */
  photo?: string | null;
};

/**
 * Makes the store of the committee's settings. A setting that was unknown when they were saved last has
 * the value of a first start.
 * @param db as `openFirestore` gave it
 */
export function createSettingsStore(db: Firestore): SettingsStore {
  const current = db.collection(COLLECTIONS.settings).doc("current");
  const history = historyOf(db, "settings");

  return {
    get: async () => readSettings(await ask(current.get())),

    async save(settings, version, author, photo) {
      const writeId = randomUUID();
      const content = only(settings);
      return change(db, async (write) => {
        const [found, states] = await ask(db.getAll(current, history));
        if (!found || !states) throw new Error("unreachable: a document that is not there is told of as well");
        if (found.get("writeId") === writeId) return "saved";
        const before = readSettings(found);
        if (version !== before.version) return "outdated";
        const was = before.photo === undefined ? photo?.was : before.photo;
        const is = photo ? photo.is : before.photo;
        const fields = settingsFields({ content, author, photo: is, writeId });
        const earlier = statesIn(states, contentOf);
        // Examples that nobody has saved are no state.
        const next = found.exists
          ? statesAfter(earlier, {
              before: { ...stateOf(before, found), ...withPicture(was) },
              after: { content, ...withPicture(is) },
              ...author,
            })
          : earlier;
        await write((batch) => {
          put(batch, found, fields);
          putStates(batch, states, next);
        });
        return "saved";
      });
    },

    listStates: async () => statesIn(await ask(history.get()), contentOf),
    pruneStates: (now) => pruneHistories(db, now),
  };
}

/** @returns what the document holds after a save @param author null: an earlier version noted none */
export function settingsFields({
  content,
  author,
  photo,
  writeId,
}: {
  content: Settings;
  author: Author | null;
  photo: string | null | undefined;
  writeId: string;
}): object {
  const more: More = { writeId, updatedById: author?.by.id ?? "", ...(photo !== undefined && { photo }) };
  const saved = author && { updatedAt: author.at.toISOString(), updatedBy: author.by.name };
  return { content, ...saved, writeId, more };
}

function readSettings(snapshot: DocumentSnapshot): ReadSettings {
  const { updatedAt, updatedBy, writeId, more } = snapshot.data() ?? {};
  const known: Partial<More> = writeId !== undefined && more?.writeId === writeId ? more : {};
  const by = { id: known.updatedById ?? "", name: String(updatedBy) };
  return {
    ...contentOf(snapshot.get("content")),
    version: snapshot.exists ? versionOf(snapshot) : BEFORE_ANY,
    lastSave: updatedAt && updatedBy ? { by, at: new Date(String(updatedAt)) } : null,
    photo: known.photo,
  };
}

const only = (settings: Settings): Settings =>
  Object.fromEntries(FIELDS.map((field) => [field, settings[field]])) as Settings;

const withPicture = (picture: string | null | undefined) => (picture === undefined ? {} : { picture });

/** @returns what was there until a save, but for its picture */
function stateOf(settings: ReadSettings, { updateTime }: DocumentSnapshot): Omit<State<Settings>, "picture" | "until"> {
  const { lastSave } = settings;
  const at = lastSave?.at ?? updateTime?.toDate() ?? new Date(0);
  return { content: only(settings), at: at.toISOString(), by: lastSave?.by ?? null };
}

/** @returns settings, of which only that was taken which has the shape of one: people can edit the document by hand */
function contentOf(value: unknown): Settings {
  const content = (value ?? {}) as Record<string, unknown>;
  const saved = FIELDS.filter((field) => fits(field, content[field])).map((field) => [field, content[field]]);
  return { ...structuredClone(INITIAL_SETTINGS), ...Object.fromEntries(saved) };
}

const fits = (field: keyof Settings, value: unknown): boolean =>
  Array.isArray(INITIAL_SETTINGS[field])
    ? Array.isArray(value) && value.every((one) => typeof one === "string")
    : typeof value === typeof INITIAL_SETTINGS[field];
