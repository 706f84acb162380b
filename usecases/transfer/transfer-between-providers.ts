import { identifierKey } from "#domain/identifiers.ts";
import { accept, type Result } from "#domain/result.ts";
import {
  type MadePicture,
  type MovingDocument,
  type OldPicture,
  TRANSFER_KINDS,
  type TransferKind,
  type TransferRefusal,
  type TransferStore,
} from "#ports/transfer-store.ts";
import { attachedPictures, type Comparison, compareStores, textOf } from "./compare-stores.ts";
import { type Moved, renamed } from "./moved-pictures.ts";

export type TransferReport = {
  /** What both sides hold afterwards. */
  readonly comparisons: readonly Comparison[];
  /** Pictures of documents that are gone: the site would delete them, so that they do not come along. */
  readonly withoutDocument: number;
  /** Mails that wait to go out. */
  readonly waiting: number;
  /** What could not come along, and why; pictures by their path. */
  readonly leftBehind: readonly LeftBehind[];
};

type LeftBehind = { readonly kind: TransferKind | "images"; readonly id: string; readonly reason: TransferRefusal };

/** @param follow hears what is being done: a kind, and `verification` at the end */
type FollowProgress = (step: TransferKind | "images" | "verification") => void;

/**
 * Copies everything that a family of stores keeps, accounts aside, into another one, and then reads both sides and
 * compares them. Whatever is there already is left alone, so that it can be interrupted and run again at any time; what
 * was changed on either side since shows in the comparison.
 * @throws when a store does not answer
 */
export async function transfer(
  from: TransferStore,
  to: TransferStore,
  follow: FollowProgress = () => {},
): Promise<TransferReport> {
  const leftBehind: LeftBehind[] = [];
  for (const kind of CARDS)
    for (const id of (await placesOf(kind, from, to)).taken) leftBehind.push({ kind, id, reason: "taken" });
  // Before what names them, which has to name them as they are called there.
  follow("images");
  const { moved, withoutDocument } = await copyPictures(from, to, leftBehind);
  for (const kind of TRANSFER_KINDS) {
    follow(kind);
    await copyKind(kind, from, to, moved);
  }
  follow("verification");
  const comparisons = await compareStores(from, to, moved);
  const waiting = (await from.read("inbox")).filter(({ content }) => typeof content.dueAt === "string").length;
  return { comparisons, withoutDocument, waiting, leftBehind };
}

/** Only what people name has to differ in more than its case. */
const CARDS = ["membres", "evenements"] as const;
const isCard = (kind: TransferKind): boolean => CARDS.some((one) => one === kind);

/** What is to move of a kind, what is there of it, and the identifiers that another document has, but for their case. */
type Places = {
  readonly free: readonly MovingDocument[];
  readonly counterparts: ReadonlyMap<string, MovingDocument>;
  readonly taken: readonly string[];
};

async function placesOf(kind: TransferKind, from: TransferStore, to: TransferStore): Promise<Places> {
  const counterparts = new Map((await to.read(kind)).map((document) => [document.id, document]));
  const isOutdated = await outdatedIn(to, kind);
  const keyOf = (id: string) => (isCard(kind) ? identifierKey(id) : id);
  const keys = new Set([...counterparts.keys()].map(keyOf));
  const free: MovingDocument[] = [];
  const taken: string[] = [];
  for (const document of await from.read(kind)) {
    const { id } = document;
    if (!counterparts.has(id) && keys.has(keyOf(id))) taken.push(id);
    else if (counterparts.has(id) || !isOutdated(document)) {
      free.push(document);
      keys.add(keyOf(id));
    }
  }
  return { free, counterparts, taken };
}

async function copyKind(kind: TransferKind, from: TransferStore, to: TransferStore, moved: Moved): Promise<void> {
  const { free, counterparts } = await placesOf(kind, from, to);
  for (const one of free) {
    const document = renamed(one, moved);
    const counterpart = counterparts.get(one.id);
    if (!counterpart || needsHigherSequence(counterpart, document)) await to.add(kind, document);
  }
}

/** Whether calendars may have seen a higher `sequence` of the same event than the one that is there. */
const needsHigherSequence = (counterpart: MovingDocument, document: MovingDocument): boolean =>
  Number(counterpart.content.sequence) < Number(document.content.sequence) && textOf(counterpart) === textOf(document);

/** @returns whether something newer is known there: an event that was deleted since, or one that is there again */
async function outdatedIn(to: TransferStore, kind: TransferKind): Promise<(document: MovingDocument) => boolean> {
  const others = kind === "deleted-evenements" ? "evenements" : "deleted-evenements";
  if (kind !== "deleted-evenements" && kind !== "evenements") return () => false;
  const known = new Map((await to.read(others)).map(({ id, content }) => [id, String(content.updatedAt ?? "")]));
  return ({ id, content }) =>
    kind === "deleted-evenements" ? known.has(id) : (known.get(id) ?? "") > String(content.updatedAt ?? "\uffff");
}

/**
 * One picture is in memory at a time.
 * @param leftBehind what stays behind; gets the pictures that do
 * @returns where those of an older site are now, and how many pictures belong to no document
 */
async function copyPictures(
  from: TransferStore,
  to: TransferStore,
  leftBehind: LeftBehind[],
): Promise<{ moved: Moved; withoutDocument: number }> {
  const moved = new Map<string, string>();
  const withoutPlace = new Set(leftBehind.map(({ kind, id }) => `${kind}/${id}`));
  const { attached, others } = await attachedPictures(from);
  const existing = new Map((await to.readPictures()).map((image) => [image.path, image]));
  const reserved = new Set([...attached.values()].filter(({ key }) => key !== null).map(({ path }) => path));
  for (const [path, image] of attached) {
    const { collection, id } = image.folder;
    let reason: TransferRefusal | null = "taken";
    if (!withoutPlace.has(`${collection}/${id}`)) {
      if (image.key !== null) reason = await completePicture(image, existing.get(path), from, to);
      else {
        const imported = await importOld(image, from, to, reserved);
        if (imported.ok) moved.set(path, imported.value);
        reason = imported.ok ? null : imported.reason;
      }
    }
    if (reason) leftBehind.push({ kind: "images", id: path, reason });
  }
  return { moved, withoutDocument: others };
}

async function importOld(
  image: OldPicture,
  from: TransferStore,
  to: TransferStore,
  reserved: ReadonlySet<string>,
): Promise<Result<string, TransferRefusal>> {
  const bytes = await from.readOldPicture(image);
  const there = await to.findImported(image, bytes);
  return there === null ? to.importOldPicture(image, bytes, reserved) : accept(there);
}

async function completePicture(
  image: MadePicture,
  counterpart: MadePicture | OldPicture | undefined,
  from: TransferStore,
  to: TransferStore,
): Promise<TransferRefusal | null> {
  if (counterpart && counterpart.key !== image.key) return null;
  const missing = image.files.filter((name) => !counterpart?.files.includes(name));
  if (counterpart && missing.length === 0) return null;
  const files = new Map<string, Uint8Array>();
  for (const name of missing) files.set(name, await from.readFile(image, name));
  return to.addPicture(image, files);
}
