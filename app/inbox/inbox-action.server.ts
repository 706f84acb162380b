import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode, Undoable } from "#app/layout/toasts/toast-texts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { toSingleLine } from "#domain/fields.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { changeEntry, type EntryChange, resendAllMail } from "#usecases/inbox/change-entry.ts";
import { deleteEntries } from "#usecases/recycle-bin.ts";
import type { InboxArgs } from "./inbox-list.server.ts";
import { filtersOf, INBOX_LISTS, inboxUrl, REASON_MAX, RESEND_ALL, readInboxQuery } from "./inbox-list.ts";

const TOASTS: Record<EntryChange, ToastCode> = {
  "consent-received": "consent-received",
  "consent-missing": "consent-missing",
  "verify-birth-date": "birth-date-verified",
  resend: "mail-resent",
};

const DOUBLE_TAP_MS = 5000;

type Bulk = { type: SubmissionType; intention: string; ids: readonly string[]; list: string };
type Done = { as: "handled" | "reopened" | "deleted" | "restored"; count: number; undo?: Undoable | undefined };

/** Entries that already have the requested state do not change. */
async function changeEntries({ context }: InboxArgs, { type, intention, ids, list }: Bulk): Promise<Done> {
  const services = context.get(servicesContext);
  const { inbox, clock } = services;
  const by = actingPerson(context);
  if (intention === "reopen") return { as: "reopened", count: (await inbox.setHandled(ids, null, by)).length };
  if (intention === "restore") return { as: "restored", count: await inbox.restore(ids, by) };
  if (intention === "unmark") {
    const at = new Date(ids[0] ?? "");
    return { as: "reopened", count: Number.isNaN(at.getTime()) ? 0 : await inbox.clearHandled(type, at, by) };
  }
  if (intention === "remove") {
    const keys = await deleteEntries(services, ids, by);
    const count = keys.length;
    return { as: "deleted", count, undo: count > 1 ? { list, intention: "restore", ids: keys, count } : keys[0] };
  }
  const now = clock.now();
  const handled = await inbox.setHandled(ids, now, by);
  // The second request of a double tap must also offer to undo the change.
  const last = new Date(Math.max(0, ...handled.map(Number)));
  const count = handled.length;
  const undo = { list, intention: "unmark", ids: [last.toISOString()], count } as const;
  return { as: "handled", count, undo: now.getTime() - last.getTime() < DOUBLE_TAP_MS ? undo : undefined };
}

const REFUSE = "refuse";
const BULK = ["handle", "reopen", "unmark", "remove", "restore"];
const INTENTIONS = [...Object.keys(TOASTS), ...BULK, REFUSE, RESEND_ALL];

export const inboxAction = (args: InboxArgs, type: SubmissionType) =>
  listAction(args, {
    where: type,
    fields: ["reason"],
    intentions: INTENTIONS,
    search: {
      filters: filtersOf(type),
      urlOf: (query) => inboxUrl(INBOX_LISTS[type].path, query),
    },
    act: async (intention, { typed, ids }) => {
      if (intention === REFUSE) return refuse(args, ids[0] ?? "", typed.reason ?? "");
      if (intention === RESEND_ALL) return resendAll(args, type);
      if (BULK.includes(intention)) return changeAll(args, type, ids, intention);
      return changeOne(args, { type, id: ids[0] ?? "", change: intention as EntryChange });
    },
  });

async function resendAll({ url, context }: InboxArgs, type: SubmissionType) {
  await resendAllMail(context.get(servicesContext), type, actingPerson(context));
  return redirectWithToast(context, inboxUrl(url.pathname, readInboxQuery(url.searchParams, type)), "mails-resent");
}

function urlAfter({ url }: InboxArgs, type: SubmissionType, deleted: readonly string[] = []): string {
  const opened = url.searchParams.get("id") ?? undefined;
  const stays = opened !== undefined && !deleted.includes(opened);
  return inboxUrl(url.pathname, readInboxQuery(url.searchParams, type), stays ? opened : undefined);
}

async function changeAll(args: InboxArgs, type: SubmissionType, ids: readonly string[], intention: string) {
  const target = urlAfter(args, type, intention === "remove" ? ids : []);
  if (ids.length === 0) return redirectWithToast(args.context, target, "nothing-ticked");
  const { as, count, undo } = await changeEntries(args, { type, intention, ids, list: target });
  const toast = count === 0 ? "entry-gone" : (`${type}${count > 1 ? "s" : ""}-${as}` as const);
  return redirectWithToast(args.context, target, toast, { undo });
}

async function refuse(args: InboxArgs, id: string, typed: string) {
  const { inbox, clock } = args.context.get(servicesContext);
  const reason = toSingleLine(typed).slice(0, REASON_MAX);
  const refused = await inbox.refuse(id, reason, { by: actingPerson(args.context), at: clock.now() });
  return redirectWithToast(args.context, urlAfter(args, "inscription"), refused ? "inscription-refused" : "entry-gone");
}

async function changeOne(args: InboxArgs, entry: Parameters<typeof changeEntry>[1]) {
  const isChanged = await changeEntry(args.context.get(servicesContext), entry, actingPerson(args.context));
  const toast = isChanged ? TOASTS[entry.change] : "entry-gone";
  return redirectWithToast(args.context, urlAfter(args, entry.type), toast);
}
