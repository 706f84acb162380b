import { redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { formResult } from "#app/ui/form/handle-form.server.ts";
import { urlOfActionOnSeveral } from "#app/ui/list/acted-rows.ts";
import {
  acceptSeveralSignUpsUrl,
  INBOX_LISTS,
  inboxFilters,
  inboxUrl,
  REFUSAL_REASON_MAX,
  RESEND_ALL_INTENTION,
  readInboxQuery,
} from "#app/ui/list/inbox-list.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { isDoubleTap } from "#domain/double-tap.ts";
import { toSingleLine } from "#domain/fields.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { changeInboxEntry, type InboxEntryChange, resendAllRefusedMail } from "#usecases/inbox/change-entry.ts";
import { deleteInboxEntries, restoreDeletedEntries } from "#usecases/recycle-bin.ts";
import { type AcceptanceNotUndone, undoAcceptances } from "#usecases/register/accept-sign-ups.ts";
import { type InboxRouteArgs, inboxEntryName } from "./inbox-list.server.ts";

const TOASTS: Record<InboxEntryChange, ToastCode> = {
  "consent-received": "consent-received",
  "consent-missing": "consent-missing",
  "verify-birth-date": "birth-date-verified",
  resend: "mail-resent",
};

/** Actions on one entry, or on the ticked entries. */
const BULK = ["handle", "reopen", "remove", "restore", "refuse", "undo-accept"] as const;
type Bulk = (typeof BULK)[number];
const ACCEPT = "accept";

const DONE: Record<Bulk, string> = {
  handle: "handled",
  reopen: "reopened",
  remove: "deleted",
  restore: "restored",
  refuse: "refused",
  "undo-accept": "undone",
};

/** Acceptances that stay after « Annuler », with their names. */
export type InboxResult = { readonly staying?: readonly AcceptanceNotUndone[] };

export const inboxAction = (args: InboxRouteArgs, type: SubmissionType) =>
  listAction(args, {
    where: type,
    fields: ["reason"],
    intentions: [...Object.keys(TOASTS), ...BULK, ACCEPT, RESEND_ALL_INTENTION],
    search: {
      filters: inboxFilters(type),
      urlOf: (query) => inboxUrl(INBOX_LISTS[type].path, query),
    },
    act: async (intention, { typed, ids, isUndo }) => {
      if (intention === RESEND_ALL_INTENTION) return resendAll(args, type);
      if (ids.length === 0) return redirectWithToast(args.context, here(args), "nothing-ticked");
      if (intention === ACCEPT)
        return redirect(acceptSeveralSignUpsUrl(ids, readInboxQuery(args.url.searchParams, type)));
      if (isBulk(intention)) return changeAll(args, { type, intention, ids, isUndo, reason: typed.reason ?? "" });
      return changeOne(args, { type, id: ids[0] ?? "", change: intention as InboxEntryChange });
    },
  });

const isBulk = (intention: string): intention is Bulk => BULK.some((one) => one === intention);

const here = ({ url }: InboxRouteArgs): string => url.pathname + url.search;

async function resendAll({ url, context }: InboxRouteArgs, type: SubmissionType) {
  await resendAllRefusedMail(context.get(servicesContext), type, actingPerson(context));
  return redirectWithToast(context, inboxUrl(url.pathname, readInboxQuery(url.searchParams, type)), "mails-resent");
}

type Change = {
  type: SubmissionType;
  intention: Bulk;
  ids: readonly string[];
  isUndo: boolean;
  reason: string;
};

async function changeAll(args: InboxRouteArgs, change: Change) {
  const { type, intention, ids, isUndo } = change;
  const { done, staying = [] } = await CHANGES[intention](args, change);
  if (staying.length > 0) return formResult<InboxResult>({ staying }, 409);
  const toast =
    done.length === 0 ? "entry-gone" : (`${type}${done.length > 1 ? "s" : ""}-${DONE[intention]}` as ToastCode);
  const name = done.length === 1 ? await inboxEntryName(args.context.get(servicesContext), done[0] ?? "") : undefined;
  const url = new URL(withoutDeleted(args, intention, ids), args.url);
  if (done.length > 1 && !isUndo) url.href = new URL(urlOfActionOnSeveral(url.pathname + url.search), url).href;
  return listResponse({ ...args, url }, { ids: isUndo ? ids : done, toast, name, count: done.length, isUndo });
}

/** A deleted message is no longer shown, so leave it out of the URL. */
function withoutDeleted({ url }: InboxRouteArgs, intention: Bulk, ids: readonly string[]): string {
  const params = new URLSearchParams(url.search);
  if (intention === "remove" && ids.includes(params.get("id") ?? "")) params.delete("id");
  return params.size > 0 ? `${url.pathname}?${params}` : url.pathname;
}

/** `done`: ids of the entries that this request has brought into the wanted state. */
type Outcome = { readonly done: readonly string[]; readonly staying?: readonly AcceptanceNotUndone[] };

/** Each action sets a state: entries that already have this state do not change. */
const CHANGES: Record<Bulk, (args: InboxRouteArgs, change: Change) => Promise<Outcome>> = {
  handle: async ({ context }, { type, ids }) => {
    const { inbox, clock } = context.get(servicesContext);
    const now = clock.now();
    await inbox.setHandled(ids, now, actingPerson(context));
    // Count only the entries that this user has marked, not those that others had marked before.
    const entries = await inbox.list(type, ids);
    return { done: entries.filter(({ handledAt }) => handledAt && isDoubleTap(handledAt, now)).map(({ id }) => id) };
  },
  reopen: async ({ context }, { type, ids }) => {
    const { inbox } = context.get(servicesContext);
    await inbox.setHandled(ids, null, actingPerson(context));
    return { done: (await inbox.list(type, ids)).map(({ id }) => id) };
  },
  remove: async ({ context }, { ids }) => {
    const services = context.get(servicesContext);
    await deleteInboxEntries(services, ids, actingPerson(context));
    const deleted = await Promise.all(ids.map((id) => services.bin.findOf(id)));
    const now = services.clock.now();
    return { done: deleted.flatMap((one) => (one && isDoubleTap(one.at, now) ? one.subjectId : [])) };
  },
  restore: async ({ context }, { type, ids }) => {
    const services = context.get(servicesContext);
    await restoreDeletedEntries(services, ids, actingPerson(context));
    return { done: (await services.inbox.list(type, ids)).map(({ id }) => id) };
  },
  refuse: async ({ context }, { ids: [id = ""], reason: typed }) => {
    const { inbox, clock } = context.get(servicesContext);
    const reason = toSingleLine(typed).slice(0, REFUSAL_REASON_MAX);
    const refused = await inbox.refuse(id, reason, { by: actingPerson(context), at: clock.now() });
    return { done: refused ? [id] : [] };
  },
  "undo-accept": async ({ context }, { ids }) => {
    const { staying } = await undoAcceptances(context.get(servicesContext), ids, actingPerson(context));
    return { done: ids, staying };
  },
};

async function changeOne(args: InboxRouteArgs, entry: Parameters<typeof changeInboxEntry>[1]) {
  const services = args.context.get(servicesContext);
  const isChanged = await changeInboxEntry(services, entry, actingPerson(args.context));
  const toast = isChanged ? TOASTS[entry.change] : "entry-gone";
  return redirectWithToast(args.context, here(args), toast, { name: await inboxEntryName(services, entry.id) });
}
