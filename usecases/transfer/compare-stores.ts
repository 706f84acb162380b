import { canonicalJson } from "#domain/text/canonical-json.ts";
import {
  type MadePicture,
  type MovingDocument,
  type OldPicture,
  TRANSFER_KINDS,
  type TransferKind,
  type TransferStore,
} from "#ports/transfer-store.ts";
import { type Moved, renamed } from "./moved-pictures.ts";

/** One side: how many there are of a kind, and the SHA-256 of all of it. */
type Side = { readonly count: number; readonly fingerprint: string };

/** What two families hold of one kind; the same when the three lists are empty. */
export type Comparison = {
  readonly kind: TransferKind | "images" | "files";
  readonly from: Side;
  readonly to: Side;
  /** Identifiers; for pictures their paths, for files also the name. */
  readonly missing: readonly string[];
  readonly different: readonly string[];
  readonly extra: readonly string[];
};

/** What one side has of a kind, by identifier: texts that are the same for the same contents. */
type Contents = ReadonlyMap<string, string>;

type Image = MadePicture | OldPicture;

/**
 * Reads everything on both sides, and compares the contents. What the second one has made by itself, it may have: a
 * higher `sequence`, its own files for a picture of an older site.
 * @param moved where pictures of an older site are there
 */
export async function compareStores(from: TransferStore, to: TransferStore, moved: Moved): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const kind of TRANSFER_KINDS) {
    const [here, there] = [await contentsOf(kind, from, moved), await contentsOf(kind, to)];
    comparisons.push(await compareKind(kind, here, there));
  }
  return [...comparisons, ...(await comparePictures(from, to, moved))];
}

/** @returns the same text for the same document; the `sequence` of an event may have grown on the way */
export const textOf = ({ content }: MovingDocument): string =>
  canonicalJson("sequence" in content ? { ...content, sequence: 0 } : content);

const contentsOf = async (kind: TransferKind, store: TransferStore, moved: Moved = new Map()): Promise<Contents> =>
  new Map((await store.read(kind)).map((document) => [document.id, textOf(renamed(document, moved))]));

/**
 * The pictures that a page can show, now or once something is restored. The site deletes those that belong to nothing, so
 * that they do not move.
 * @returns them by path, in the order in which they were added, and how many others there are
 */
export async function attachedPictures(
  store: TransferStore,
): Promise<{ attached: Map<string, Image>; others: number }> {
  const named = new Set<unknown>();
  for (const kind of ["membres", "evenements", "settings", "journal"] as const)
    for (const { content } of await store.read(kind)) named.add(content.picture ?? content.photo);
  const images = await store.readPictures();
  const attached = images.filter(({ path }) => named.has(path));
  return {
    attached: new Map(attached.map((image) => [image.path, image])),
    others: images.length - attached.length,
  };
}

async function comparePictures(from: TransferStore, to: TransferStore, moved: Moved): Promise<Comparison[]> {
  const there = (await attachedPictures(to)).attached;
  const sources: Notes = new Map();
  const files = { from: new Map<string, string>(), to: new Map<string, string>() };
  for (const image of (await attachedPictures(from)).attached.values()) {
    const imported = moved.get(image.path);
    const target = there.get(imported ?? image.path);
    // What was made anew of a picture of an older site is what this site makes of it.
    sources.set(
      imported ?? image.path,
      textOfPicture({ ...((imported && target) || image), setAside: image.setAside }),
    );
    if (image.key === null) continue;
    await noteFiles(files.from, from, image, image.files);
    if (target && target.key !== null)
      await noteFiles(
        files.to,
        to,
        target,
        image.files.filter((name) => target.files.includes(name)),
      );
  }
  const targets = new Map([...there].map(([path, image]) => [path, textOfPicture(image)]));
  return [await compareKind("images", sources, targets), await compareKind("files", files.from, files.to)];
}

type Notes = Map<string, string>;

const textOfPicture = ({ path: _, folder: __, addedAt: ___, ...image }: Image): string =>
  canonicalJson({ ...image, files: null });

/** Notes the SHA-256 of files of one picture, which are in memory together. */
async function noteFiles(notes: Notes, store: TransferStore, image: MadePicture, names: readonly string[]) {
  const contents = names.map(async (name) => sha256(await store.readFile(image, name)));
  for (const [i, fingerprint] of (await Promise.all(contents)).entries())
    notes.set(`${image.path} ${names[i]}`, fingerprint);
}

async function compareKind(kind: Comparison["kind"], here: Contents, there: Contents): Promise<Comparison> {
  return {
    kind,
    from: await sideOf(here),
    to: await sideOf(there),
    missing: [...here.keys()].filter((id) => !there.has(id)),
    different: [...here.keys()].filter((id) => there.has(id) && there.get(id) !== here.get(id)),
    extra: [...there.keys()].filter((id) => !here.has(id)),
  };
}

async function sideOf(content: Contents): Promise<Side> {
  const lines = [...content].sort(([a], [b]) => (a < b ? -1 : 1));
  return { count: content.size, fingerprint: await sha256(new TextEncoder().encode(JSON.stringify(lines))) };
}

const sha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))).toString("hex");
