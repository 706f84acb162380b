import { dayInZurich } from "#domain/dates.ts";
import { idCandidates } from "#domain/identifiers.ts";
import { journalCutoff } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import { binCutoff, newBinKey } from "#domain/recycle-bin.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import type { BinEntry, DeletionOutsideBin } from "#stores/recycle-bin.ts";
import { CARD_COLLECTIONS, type CardCollection, cardStoreOf } from "#usecases/cards/card.ts";
import { purgeDossiers } from "#usecases/dossiers/purge-dossiers.ts";
import type { Services } from "#usecases/services.ts";
import { purgeReplies } from "#usecases/slots/purge-replies.ts";

export async function deleteCard(
  services: Pick<Services, "committee" | "events" | "pictures" | "clock">,
  { collection, id }: { collection: CardCollection; id: string },
  by: Person | null,
): Promise<string | null> {
  for (;;) {
    const card = await cardStoreOf(services, collection).get(id);
    if (!card) return null;
    const picture = card.picture === undefined ? await services.pictures.adopt({ collection, id }) : card.picture;
    const deletion = { key: newBinKey(), at: services.clock.now(), by, picture };
    const outcome = await cardStoreOf(services, collection).moveToBin(id, card.version, deletion);
    if (outcome === "absent") return null;
    if (outcome === "updated") return deletion.key;
  }
}

export const deleteInboxEntries = (
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  ids: readonly string[],
  by: Person | null,
): Promise<string[]> => inbox.moveToBin(ids, { at: clock.now(), by });

/** Restores deleted entries by their own ids. @returns number of entries found in the recycle bin */
export async function restoreDeletedEntries(
  { bin, inbox }: Pick<Services, "bin" | "inbox">,
  ids: readonly string[],
  by: Person | null,
): Promise<number> {
  const deleted = await Promise.all(ids.map((id) => bin.findOf(id)));
  return inbox.restore(
    deleted.flatMap((entry) => entry?.key ?? []),
    by,
  );
}

export async function deleteMember(
  { register, clock }: Pick<Services, "register" | "clock">,
  id: string,
  by: Person | null,
): Promise<string | null> {
  for (;;) {
    const member = await register.get(id);
    if (!member) return null;
    const deletion = { key: newBinKey(), at: clock.now(), by };
    const outcome = await register.moveToBin(id, member.version, deletion);
    if (outcome === "absent") return null;
    if (outcome === "updated") return deletion.key;
  }
}

/** `id`: a new id if another document has the former id. */
export type RestoredReference = { readonly kind: BinEntry["kind"]; readonly id: string };

export async function restoreDeleted(
  services: Pick<Services, "committee" | "events" | "register" | "slots" | "tasks" | "handoverItems" | "inbox" | "bin">,
  key: string,
  by: Person | null,
): Promise<RestoredReference | "taken" | null> {
  const entry = await services.bin.find(key);
  if (!entry) return null;
  const { kind } = entry;
  const store = storesById(services)[kind as keyof ReturnType<typeof storesById>];
  if (store) {
    const outcome = await store.restore(key, by);
    return outcome === "restored" ? { kind, id: entry.id } : outcome === "taken" ? outcome : null;
  }
  if (kind !== "membre" && kind !== "evenement")
    return (await services.inbox.restore([key], by)) > 0 ? { kind, id: entry.id } : null;
  for (const id of idCandidates(entry.id)) {
    const outcome = await cardStoreOf(services, CARD_COLLECTIONS[kind]).restore(key, id, by);
    if (outcome === "absent") return null;
    if (outcome === "restored") return { kind, id };
  }
  throw new Error("unreachable: there is always another identifier to try");
}

/** The stores whose documents come back under their own id. */
const storesById = ({
  register,
  slots,
  tasks,
  handoverItems,
}: Pick<Services, "register" | "slots" | "tasks" | "handoverItems">) => ({
  register,
  slot: slots,
  task: tasks,
  "handover-item": handoverItems,
});

type FindServices = Pick<Services, "committee" | "events" | "register" | "slots" | "tasks" | "handoverItems" | "inbox">;

/** A restored document. `null`: it was permanently erased, or deleted again. */
export async function findRestoredDocument(
  { committee, events, register, slots, tasks, handoverItems, inbox }: FindServices,
  { kind, subjectId }: Pick<DeletionOutsideBin, "kind" | "subjectId">,
) {
  const ofCard = ({ subject }: { subject: string }) => subject === subjectId;
  if (kind === "membre") {
    const fields = (await committee.list()).find(ofCard);
    return fields ? { kind, id: fields.id, fields } : null;
  }
  if (kind === "evenement") {
    const fields = (await events.list()).find(ofCard);
    return fields ? { kind, id: fields.id, fields } : null;
  }
  if (kind === "register") {
    const fields = await register.get(subjectId);
    return fields && { kind, id: subjectId, fields };
  }
  if (kind === "slot") {
    const fields = await slots.get(subjectId);
    return fields && { kind, id: subjectId, fields };
  }
  if (kind === "task") {
    const fields = await tasks.get(subjectId);
    return fields && { kind, id: subjectId, fields };
  }
  if (kind === "handover-item") {
    const fields = await handoverItems.get(subjectId);
    return fields && { kind, id: subjectId, fields };
  }
  const entry = await inbox.get(subjectId);
  return entry && { kind, id: subjectId, entry };
}

/**
 * Undoes a restoration: deletes the restored document again. Idempotent.
 * @returns false if the document was permanently erased or is not found
 */
export async function undoRestoration(
  services: FindServices & Pick<Services, "bin" | "pictures" | "clock">,
  key: string,
  by: Person | null,
): Promise<boolean> {
  const left = await services.bin.findLeft(key);
  const restored = left && (await findRestoredDocument(services, left));
  if (!restored)
    return left !== null && (await services.bin.list()).some(({ subjectId }) => subjectId === left.subjectId);
  const { kind, id } = restored;
  if (kind === "register") await deleteMember(services, id, by);
  else if (kind === "slot" || kind === "task")
    await (kind === "slot" ? services.slots : services.tasks).moveToBin([id], { at: services.clock.now(), by });
  else if (kind === "handover-item") await services.handoverItems.moveToBin(id, { at: services.clock.now(), by });
  else if (kind === "membre" || kind === "evenement")
    await deleteCard(services, { collection: CARD_COLLECTIONS[kind], id }, by);
  else await deleteInboxEntries(services, [id], by);
  return true;
}

type EraseServices = Pick<Services, "bin" | "pictures" | "savedMail" | "clock">;

export async function eraseForGood(
  services: EraseServices,
  key: string,
  by: Person | null,
): Promise<BinEntry["kind"] | null> {
  const entry = await services.bin.find(key);
  const pictures = entry && (await services.bin.erase(key, by));
  if (!pictures) return null;
  await services.pictures.collect(pictures);
  if ("entry" in entry) await deleteSavedMail(services, entry.id);
  else if (entry.kind === "membre" || entry.kind === "evenement")
    await services.pictures.eraseFolder({ collection: CARD_COLLECTIONS[entry.kind], id: entry.id }, entry.at);
  return entry.kind;
}

async function deleteSavedMail({ savedMail }: EraseServices, id: string): Promise<void> {
  const mailId = mailIdOfEntry(id);
  const files = (await savedMail.list()).filter((file) => !file.isTest && file.id === mailId);
  await savedMail.remove(files.map(({ name }) => name));
}

export async function eraseExpiredBinEntries(services: EraseServices): Promise<number> {
  const limit = binCutoff(services.clock.now());
  let erased = 0;
  for (const { key, at } of await services.bin.list())
    if (at < limit && (await eraseForGood(services, key, null))) erased++;
  return erased;
}

/** Minimum age of unused picture files to delete. A younger file may belong to an upload in progress. */
const DAY_MS = 24 * 60 * 60 * 1000;

type PurgeServices = EraseServices &
  Pick<
    Services,
    | "fees"
    | "bank"
    | "proposals"
    | "lostLinks"
    | "touches"
    | "mailings"
    | "journal"
    | "slots"
    | "replies"
    | "tasks"
    | "dossiers"
    | "events"
  >;

/** @returns the number of erased entries of the recycle bin */
export async function purgeExpiredData(services: PurgeServices): Promise<number> {
  const now = services.clock.now();
  const erased = await eraseExpiredBinEntries(services);
  await services.bin.pruneRevisions(now);
  await services.fees.purge(dayInZurich(now));
  await services.bank.purge(dayInZurich(now));
  await services.proposals.purge(now);
  await services.lostLinks.purge(now);
  await purgeReplies(services);
  await purgeDossiers(services);
  await services.touches.purge(now);
  await services.mailings.purge(now);
  await services.journal.purge(journalCutoff(now));
  await services.pictures.collectAll(new Date(now.getTime() - DAY_MS));
  return erased;
}
