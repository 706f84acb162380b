import { PICTURE_COLLECTIONS } from "#domain/pictures/picture.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import { type Files, isFileName, type StoredFile } from "#ports/files.ts";
import { MAILS_COLLECTION, type MailKind } from "#stores/mail-document.ts";
import { VARIANTS_FOLDER } from "#stores/pictures/picture-files.ts";

export type TransferSite = { readonly documents: Documents; readonly files: Files };

/** Collections to copy, referenced documents first. Accounts are not copied, because passwords cannot be exported. */
export const TRANSFERRED_COLLECTIONS = [
  "pictures",
  "membres",
  "evenements",
  "deleted-evenements",
  "keys",
  "settings",
  "texts",
  "register",
  "register-imports",
  "fee-years",
  "fees",
  "touches",
  "link-requests",
  "bank-payments",
  "presences",
  "member-links",
  "proposals",
  "slots",
  "replies",
  "tasks",
  "dossiers",
  "results",
  "kept-dossiers",
  "handover-items",
  "mailings",
  "opt-outs",
  "inbox",
  "mails",
  "fingerprints",
  "journal",
] as const;

const FOLDERS = [VARIANTS_FOLDER, ...PICTURE_COLLECTIONS.map((collection) => `${collection}/`)];

const KINDS = ["files", ...TRANSFERRED_COLLECTIONS] as const;
export type TransferredPart = (typeof KINDS)[number];

type Side = { readonly count: number; readonly hash: string };

/** `missing`, `different` and `extra`: ids of documents or names of files. */
export type TransferComparison = {
  readonly kind: TransferredPart;
  readonly from: Side;
  readonly to: Side;
  readonly missing: readonly string[];
  readonly different: readonly string[];
  readonly extra: readonly string[];
};

const PER_PAGE = 100;
/** Documents per transaction: eight documents of at most 1 MiB fit into Firestore's limit of 10 MiB. */
const AT_ONCE = 8;

/** Copies the data of one site to another. To continue after an error, call `transferData` again. */
export async function transferData(
  from: TransferSite,
  to: TransferSite,
  follow: (step: TransferredPart | "comparison") => void,
) {
  for (const kind of KINDS) {
    follow(kind);
    if (kind === "files") await copyFiles(from.files, to.files);
    else await copyDocuments(kind, from.documents, to.documents);
  }
  follow("comparison");
  const comparisons: TransferComparison[] = [];
  for (const kind of KINDS) comparisons.push(await compare(kind, await hash(kind, from), await hash(kind, to)));
  return { comparisons, waiting: comparisons.find(({ kind }) => kind === MAILS_COLLECTION)?.from.count ?? 0 };
}

/** Keeps the order of creation, because the older Firebase site shows the newest file in a folder. */
async function copyFiles(from: Files, to: Files): Promise<void> {
  const existing = new Set((await filesOf(to)).map(({ name }) => name));
  const missing = (await filesOf(from))
    .filter(({ name }) => isFileName(name) && !existing.has(name))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const { variants = [], originals = [] } = Object.groupBy(missing, ({ name }) =>
    name.startsWith(VARIANTS_FOLDER) ? "variants" : "originals",
  );
  const copy = async ({ name }: StoredFile) => {
    const bytes = await from.get(name);
    if (bytes) await to.put(name, bytes, typeOf(name));
  };
  await forEach(variants, AT_ONCE, copy);
  await forEach(originals, 1, copy);
}

/** Skips the empty objects that Google's console creates for folders. */
const filesOf = async (files: Files): Promise<StoredFile[]> =>
  (await Promise.all(FOLDERS.map((folder) => files.list(folder)))).flat().filter(({ name }) => !name.endsWith("/"));

function typeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (["jpeg", "png", "gif", "webp", "heic"].includes(extension)) return `image/${extension}`;
  return extension === "jpg" ? "image/jpeg" : "application/octet-stream";
}

async function copyDocuments(collection: string, from: Documents, to: Documents): Promise<void> {
  const existing = new Set<string>();
  for await (const page of pagesOf(to, collection, [])) for (const { id } of page) existing.add(id);
  for await (const page of pagesOf(from, collection)) {
    const missing = page.filter(({ id }) => !existing.has(id));
    for (let i = 0; i < missing.length; i += AT_ONCE) await addDocuments(to, collection, missing.slice(i, i + AT_ONCE));
  }
}

/** An event to copy must be missing in both collections: the receiving site may have deleted it. */
const PAIR = ["evenements", "deleted-evenements"];

const addDocuments = (to: Documents, collection: string, added: readonly StoredDocument[]): Promise<void> =>
  to.transaction(async (transaction) => {
    const places = PAIR.includes(collection) ? PAIR : [collection];
    const found = await Promise.all(added.flatMap(({ id }) => places.map((place) => transaction.get(place, id))));
    const taken = new Set(found.map((document) => document?.id));
    for (const { id, content } of added) if (!taken.has(id)) transaction.create(collection, id, content);
  });

/** Accounts are not copied, so neither are waiting letters to accounts. */
const TO_ACCOUNTS: readonly unknown[] = ["link", "notice", "to-do"] satisfies MailKind[];
const isCopied = ({ content }: StoredDocument): boolean => !TO_ACCOUNTS.includes(content.kind);

async function* pagesOf(documents: Documents, collection: string, select?: readonly string[]) {
  for (let afterId = ""; ; ) {
    const after = { ...(afterId && { afterId }), ...(select && { select }) };
    const page = await documents.query(collection, { ...after, limit: PER_PAGE });
    yield collection === MAILS_COLLECTION ? page.filter(isCopied) : page;
    if (page.length < PER_PAGE) return;
    afterId = page.at(-1)?.id ?? "";
  }
}

async function hash(kind: TransferredPart, { documents, files }: TransferSite): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  if (kind === "files")
    await forEach(await filesOf(files), AT_ONCE, async ({ name }) => {
      hashes.set(name, await sha256((await files.get(name)) ?? ""));
    });
  else
    for await (const page of pagesOf(documents, kind))
      for (const { id, content } of page) hashes.set(id, await sha256(canonicalJson(content)));
  return new Map([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const sha256 = async (content: string | Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(content))).toString("hex");

const compare = async (
  kind: TransferredPart,
  from: Map<string, string>,
  to: Map<string, string>,
): Promise<TransferComparison> => ({
  kind,
  from: { count: from.size, hash: await sha256(JSON.stringify([...from])) },
  to: { count: to.size, hash: await sha256(JSON.stringify([...to])) },
  missing: [...from.keys()].filter((id) => !to.has(id)),
  different: [...from.keys()].filter((id) => to.has(id) && to.get(id) !== from.get(id)),
  extra: [...to.keys()].filter((id) => !from.has(id)),
});

async function forEach<T>(all: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
