/** Action of the two inbox lists. */
import { redirect } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ListUndo, ToastCode, Undoable } from "#app/layout/toasts/toast-texts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { readSearches, saveSearches } from "#app/session/cookies.ts";
import { rememberSearch, searchable } from "#app/session/recent-searches.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";
import { changeEntry, type EntryChange, resendAllMail } from "#usecases/inbox/change-entry.ts";
import { deleteEntries } from "#usecases/recycle-bin.ts";
import { type Args, ENTRIES_PER_PAGE } from "./inbox-list.server.ts";
import { LISTS, listUrl, RESEND_ALL, readFilter, readListQuery } from "./inbox-list.ts";

const TOASTS: Record<EntryChange, ToastCode> = {
  "consent-received": "consent-received",
  "consent-missing": "consent-missing",
  "verify-birth-date": "birth-date-verified",
  resend: "mail-resent",
};

type Done = {
  readonly as: "handled" | "reopened" | "deleted" | "restored";
  readonly count: number;
  readonly undo?: Undoable | undefined;
};

const DOUBLE_TAP_MS = 5000;

const undoOf = (list: string, intention: ListUndo["intention"], ids: readonly string[], count: number): ListUndo => ({
  ...{ list, intention, ids, count },
});

type BulkChange = (args: Args, type: SubmissionType, ids: readonly string[], list: string) => Promise<Done>;

/** Each sets a state, in one transaction for all entries, so that a second tap or another person changes nothing. */
const BULK_CHANGES: Readonly<Record<string, BulkChange>> = {
  async handle({ context }, _type, ids, list) {
    const { inbox, clock } = context.get(servicesContext);
    const now = clock.now();
    const handled = await inbox.setHandled(ids, now, actingPerson(context));
    const count = handled.length;
    // The second of two taps changes nothing and offers the undo of the first one.
    const last = new Date(Math.max(...handled.map(Number)));
    const isOwn = now.getTime() - last.getTime() < DOUBLE_TAP_MS;
    return { as: "handled", count, undo: isOwn ? undoOf(list, "unmark", [last.toISOString()], count) : undefined };
  },
  async reopen({ context }, _type, ids) {
    const reopened = await context.get(servicesContext).inbox.setHandled(ids, null, actingPerson(context));
    return { as: "reopened", count: reopened.length };
  },
  async unmark({ context }, type, [instant = ""]) {
    const at = new Date(instant);
    if (Number.isNaN(at.getTime())) return { as: "reopened", count: 0 };
    const count = await context.get(servicesContext).inbox.clearHandled(type, at, actingPerson(context));
    return { as: "reopened", count };
  },
  async remove({ context }, _type, ids, list) {
    const keys = await deleteEntries(context.get(servicesContext), ids, actingPerson(context));
    const count = keys.length;
    const [key] = keys;
    return { as: "deleted", count, undo: count > 1 ? undoOf(list, "restore", keys, count) : key };
  },
  async restore({ context }, _type, keys) {
    return { as: "restored", count: await context.get(servicesContext).inbox.restore(keys, actingPerson(context)) };
  },
};

const SEARCH = "search";
const CHOICE = {
  field: "intention",
  among: [...Object.keys(TOASTS), ...Object.keys(BULK_CHANGES), SEARCH, RESEND_ALL],
};
const FORM = { fields: ["intention", "q", "filtre"], listField: "id", choice: CHOICE };

/** Action of a list: a search, or a change of entries that shows the same part of the list again. */
export const inboxAction = (args: Args, type: SubmissionType) =>
  handleForm(args, { where: type, ...FORM }, async ({ typed, list: ids }) => {
    const { intention = "" } = typed;
    if (intention === SEARCH)
      return redirectToSearch(args, LISTS[type].path, typed.q ?? "", readFilter(typed.filtre, type));
    if (intention === RESEND_ALL) return resendAll(args, type);
    if (ids.length > ENTRIES_PER_PAGE) return formResponse({ failed: true }, 400);
    if (Object.hasOwn(BULK_CHANGES, intention)) return changeAll(args, type, ids, intention);
    return changeOne(args, { type, id: ids[0] ?? "", change: intention as EntryChange });
  });

/** Redirects to the search result. The URL contains a key instead of the words, which are in a cookie. */
async function redirectToSearch(
  { request, context }: Args,
  page: string,
  typed: string,
  filter: Filter,
): Promise<Response> {
  const words = searchable(typed);
  if (words === "") return redirect(listUrl(page, { search: "", filter, page: 1 }));
  const { key, searches } = rememberSearch(await readSearches(request), words);
  return redirect(listUrl(page, { search: key, filter, page: 1 }), {
    headers: { "set-cookie": await saveSearches(context.get(siteContext).publicUrl, searches) },
  });
}

async function resendAll({ url, context }: Args, type: SubmissionType) {
  await resendAllMail(context.get(servicesContext), type, actingPerson(context));
  return redirectWithToast(context, listUrl(url.pathname, readListQuery(url.searchParams, type)), "mails-resent");
}

/** @param deleted ids of entries that are no longer opened */
function urlAfter({ url }: Args, type: SubmissionType, deleted: readonly string[] = []): string {
  const opened = url.searchParams.get("id") ?? undefined;
  const stays = opened !== undefined && !deleted.includes(opened);
  return listUrl(url.pathname, readListQuery(url.searchParams, type), stays ? opened : undefined);
}

async function changeAll(args: Args, type: SubmissionType, ids: readonly string[], intention: string) {
  const target = urlAfter(args, type, intention === "remove" ? ids : []);
  if (ids.length === 0) return redirectWithToast(args.context, target, "nothing-ticked");
  const done = await BULK_CHANGES[intention]?.(args, type, ids, target);
  if (!done?.count) return redirectWithToast(args.context, target, "entry-gone");
  const plural = done.count > 1 ? "s" : "";
  return redirectWithToast(args.context, target, `${type}${plural}-${done.as}`, done.undo);
}

async function changeOne(args: Args, entry: Parameters<typeof changeEntry>[1]) {
  const isChanged = await changeEntry(args.context.get(servicesContext), entry, actingPerson(args.context));
  const toast = isChanged ? TOASTS[entry.change] : "entry-gone";
  return redirectWithToast(args.context, urlAfter(args, entry.type), toast);
}
