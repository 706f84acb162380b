/** Documents name pictures by their paths, and a picture of an older site may get another one where it goes. */
import type { Content, Json } from "#ports/documents.ts";
import type { MovingDocument } from "#ports/transfer-store.ts";

/** The paths that pictures have on the other side, by those that they have on this one; others have the same there. */
export type Moved = ReadonlyMap<string, string>;

/** @returns a document as it names its pictures on the other side */
export function renamed({ id, content }: MovingDocument, moved: Moved): MovingDocument {
  const now = (path: Json): Json => (typeof path === "string" ? (moved.get(path) ?? path) : path);
  const { picture, photo, pictures, before } = content;
  return {
    id,
    content: {
      ...content,
      ...(picture !== undefined && { picture: now(picture) }),
      ...(photo !== undefined && { photo: now(photo) }),
      ...(Array.isArray(pictures) && { pictures: pictures.map(now) }),
      ...(typeof before === "string" && moved.size > 0 && { before: renamedBefore(before, now) }),
    },
  };
}

function renamedBefore(before: string, now: (path: Json) => Json): string {
  const state = JSON.parse(before) as Content;
  return state.picture === undefined ? before : JSON.stringify({ ...state, picture: now(state.picture) });
}
