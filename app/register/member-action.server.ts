import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import { deleteCardAndRedirect } from "#app/ui/cards/card-actions.server.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { settleFeesResponse } from "#app/ui/form/settled-result.server.ts";
import { withActedRows } from "#app/ui/list/acted-rows.ts";
import { UNDO_FIELD } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { feeId } from "#domain/fees/fee.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { MEMBER_LABELS, memberName } from "#domain/register/member.ts";
import { MEMBER_FORM_FIELDS } from "#domain/register/member-form.ts";
import { memberFieldInFrench } from "#domain/register/proposal.ts";
import type { Result } from "#domain/result.ts";
import type { Member } from "#stores/register/member-document.ts";
import { type FeeIntention, recordPayment, settleFees } from "#usecases/fees/settle-fees.ts";
import { deleteMember } from "#usecases/recycle-bin.ts";
import {
  type MemberChangeRefusal,
  recordMemberLeaving,
  recordMemberReturn,
} from "#usecases/register/change-register.ts";
import { recordConsent } from "#usecases/register/consent.ts";
import { renewMemberLink } from "#usecases/register/own-page.ts";
import type { Services } from "#usecases/services.ts";
import type { MemberResult } from "./member-form.tsx";
import { RETRIED_EMAIL_ROW } from "./member-view.server.ts";

const REACH_CHANGES = ["group-in", "group-out", "retry-email", "infos-on", "infos-off"] as const;
type ReachChange = (typeof REACH_CHANGES)[number];

const FORM = {
  where: "register member",
  fields: [
    "intention",
    UNDO_FIELD,
    "line",
    "version",
    "leftOn",
    "leftReason",
    "debts",
    "returnedOn",
    "id",
    "year",
    "paid",
    "amount",
    "way",
    "date",
    "reason",
    "link",
  ],
  choice: {
    field: "intention",
    among: [
      "leave",
      "back",
      "remove",
      "renew",
      "add-due",
      "record",
      "waive",
      "take-back",
      "cancel",
      "restore",
      "consent-received",
      "consent-missing",
      ...REACH_CHANGES,
    ],
  },
};

const pageOf = (id: string) => `/registre/${encodeURIComponent(id)}`;

export const memberAction = (args: FormRequestArgs, id: string) =>
  handleForm(args, FORM, async ({ typed, services, by }) => {
    const { context } = args;
    const page = pageOf(id);
    const { intention, version = "", returnedOn = "", year = "" } = typed;
    const respond = async (saved: Result<string, MemberChangeRefusal>, toast: ToastCode) =>
      saved.ok
        ? redirectWithToast(context, page, toast)
        : memberRefusalResult(saved.reason, typed, await services.register.get(id));
    if (isConsentChange(intention)) return noteConsent(context, id, intention, by);
    if (isReachChange(intention)) return noteReach(context, id, intention, by);
    if (intention === "remove") {
      const remove = () => deleteMember(services, id, by);
      const deletion = { where: "register delete", remove, target: "/registre", toast: "register-deleted" } as const;
      return deleteCardAndRedirect(context, id, deletion);
    }
    if (intention === "leave")
      return respond(await recordMemberLeaving(services, { id, version, typed }, by), "register-left");
    if (intention === "back")
      return respond(await recordMemberReturn(services, { id, version, on: returnedOn }, by), "register-back");
    if (intention === "renew") return renew(context, id, typed.link ?? "", by);
    if (intention === "add-due") {
      const added = await services.fees.addFee(year, id, by);
      return redirectWithToast(context, page, added ? "fees-settled" : "fees-gone");
    }
    return settleFee(args, { id, typed, by });
  });

type SentFee = { readonly id: string; readonly typed: TypedValues; readonly by: Person | null };

async function settleFee(args: FormRequestArgs, { id, typed, by }: SentFee) {
  const services = args.context.get(servicesContext);
  const settled = await settle(services, id, typed, by);
  const year = typed.year || (typed.id ?? "").slice(0, 4);
  // Keep the page on this year: a second tap must not hit the form of another year.
  const url = new URL(`${pageOf(id)}?cotisation=${encodeURIComponent(year)}`, args.request.url);
  if (!settled.ok)
    return settleFeesResponse(args.context, `${url.pathname}${url.search}#cotisations`, { typed }, settled);
  const member = await services.register.get(id);
  const toast = settled.value > 0 ? "fees-settled" : "fees-unchanged";
  const isUndo = Boolean(typed[UNDO_FIELD]) || typed.intention === "take-back";
  return listResponse(
    { ...args, url },
    { ids: [feeId(year, id)], toast, name: member ? memberName(member) : "", isUndo },
  );
}

const isConsentChange = (intention: string | undefined) =>
  intention === "consent-received" || intention === "consent-missing";

async function noteConsent(
  context: FormRequestArgs["context"],
  id: string,
  intention: "consent-received" | "consent-missing",
  by: Person | null,
) {
  const consent = { subject: { member: id }, received: intention === "consent-received" };
  const isNoted = await recordConsent(context.get(servicesContext), consent, by);
  return redirectWithToast(context, pageOf(id), isNoted ? intention : "entry-gone");
}

const isReachChange = (intention: string | undefined): intention is ReachChange =>
  REACH_CHANGES.some((one) => one === intention);

/** Notes whether the member is in the group chat, or wants infos, or makes the site write to a refused e-mail address again. */
async function noteReach(context: FormRequestArgs["context"], id: string, intention: ReachChange, by: Person | null) {
  const { register, optOuts } = context.get(servicesContext);
  if (intention === "infos-on" || intention === "infos-off") {
    const isThere = await optOuts.set(id, intention === "infos-off", by);
    return redirectWithToast(context, pageOf(id), isThere ? "infos-noted" : "entry-gone");
  }
  if (intention === "retry-email") {
    const isThere = await register.retryEmail(id, by);
    const url = withActedRows(pageOf(id), [RETRIED_EMAIL_ROW]);
    return redirectWithToast(context, url, isThere ? "email-retried" : "entry-gone");
  }
  const changed = await register.setInGroupChat([id], intention === "group-in", by);
  return redirectWithToast(context, pageOf(id), changed.length > 0 ? "group-noted" : "group-same");
}

async function renew(context: FormRequestArgs["context"], id: string, link: string, by: Person | null) {
  const services = context.get(servicesContext);
  const member = await services.register.get(id);
  const renewed = member && (await renewMemberLink(services, member, link, by));
  return redirectWithToast(context, `${pageOf(id)}#lien`, renewed ? "link-renewed" : "entry-gone");
}

function settle(services: Services, member: string, typed: TypedValues, by: Person | null) {
  const { intention, year = "" } = typed;
  if (intention === "record") return recordPayment(services, { member, year, paid: Number(typed.paid), typed }, by);
  const ids = [feeId((typed.id ?? "").slice(0, 4), member)];
  return settleFees(services, { ids, intention: intention as FeeIntention, typed }, by);
}

/** After a conflict, lists the stored values (`now`) that differ from the typed values. */
export function memberRefusalResult(reason: MemberChangeRefusal, typed: TypedValues, now: Member | null) {
  const respond = (more: MemberResult, status: number) => formResult<MemberResult>({ typed, ...more }, status);
  if (reason.is === "form") return respond({ errors: reason.errors }, 400);
  if (reason.is === "same") return respond({ same: { id: reason.same.id, name: memberName(reason.same) } }, 409);
  if (reason.is === "absent" || !now) return respond({ gone: true }, 409);
  const current = MEMBER_FORM_FIELDS.filter((name) => now[name] !== (typed[name] ?? "")).map((name) => {
    const value = memberFieldInFrench(name, now[name]);
    return `${MEMBER_LABELS[name]} ${value === "" ? "vide" : `«\u00a0${value}\u00a0»`}`;
  });
  return respond({ conflict: { version: now.version, current, by: now.updatedBy?.name ?? null } }, 409);
}
