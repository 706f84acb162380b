import { dossierUrl } from "#app/ui/event-url.ts";
import { HANDOVER_ITEMS_URL } from "#app/ui/handover-url.ts";
import { actedRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { rowOutcome } from "#app/ui/list/row-outcome.ts";
import { dayInZurich, instantInFrench } from "#domain/dates.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import {
  compareHandoverItems,
  fieldsLikePassword,
  type HandoverItemFields,
  missingHandoverItems,
  type StoredHandoverItem,
} from "#domain/handover/handover-item.ts";
import type { Services } from "#usecases/services.ts";

export type HandoverItemsView = Awaited<ReturnType<typeof viewHandoverItems>>;
export type HandoverItemRowView = HandoverItemsView["rows"][number];

/** @param url names the rows on which the user has acted */
export async function viewHandoverItems(
  services: Pick<Services, "handoverItems" | "bin" | "clock">,
  { searchParams }: URL,
) {
  const acted = actedRows(searchParams);
  const items = await services.handoverItems.list();
  const deleted = await readDeleted(services, acted, items);
  const today = dayInZurich(services.clock.now());
  return {
    rows: [...items.map((item): ListedItem => item), ...deleted].toSorted(compareHandoverItems).map((item) => ({
      id: item.id,
      what: item.what,
      where: item.where,
      who: item.who,
      likePassword: !item.deletedAt && fieldsLikePassword(item).length > 0,
      ...rowOutcome(item, acted, (at) => instantInFrench(at, today)),
    })),
    missing: missingHandoverItems(items),
    /** To which the forms of the rows are sent. */
    url: acted.length > 0 ? withActedRows(HANDOVER_ITEMS_URL, acted) : HANDOVER_ITEMS_URL,
  };
}

/** The address of the list after an action that was sent to `url`. */
export const handoverItemsListUrl = (url: URL): URL => new URL(dossierUrl(ASSOCIATION) + url.search, url);

type ListedItem = HandoverItemFields &
  Pick<StoredHandoverItem, "id" | "version" | "updatedAt"> & { readonly deletedAt?: Date };

/** The items that the user has deleted since the list was opened: their rows stay. */
async function readDeleted(
  { bin }: Pick<Services, "bin">,
  acted: readonly string[],
  items: readonly StoredHandoverItem[],
): Promise<ListedItem[]> {
  const missing = acted.filter((id) => !items.some((item) => item.id === id));
  if (missing.length === 0) return [];
  return (await bin.list()).flatMap((entry) =>
    entry.kind === "handover-item" && missing.includes(entry.id)
      ? { ...entry.fields, id: entry.id, version: "", updatedAt: "", deletedAt: entry.at }
      : [],
  );
}
