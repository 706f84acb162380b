import { type Day, dayInZurich } from "#domain/dates.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import type { Centimes } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import {
  EMPTY_MEMBER,
  hasLeft,
  LATE_SIGN_UP_FIELDS,
  type MemberData,
  memberFromSignUp,
  renewMember,
} from "#domain/register/member.ts";
import {
  leavingSchema,
  MEMBER_FORM_FIELDS,
  MEMBER_SENTENCES,
  memberSchema,
  pastDaySchema,
} from "#domain/register/member-form.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { MemberChange } from "#stores/register/save-members.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "register" | "inbox" | "clock">;
type Opened = { readonly id: string; readonly version: string };
type SignUpEntry = Extract<InboxEntry, { type: "inscription" }>;

/** `same`: another member has this name and birth date. `form`: an error per field. */
export type MemberChangeRefusal =
  | { readonly is: "form"; readonly errors: FieldErrors }
  | { readonly is: "same"; readonly same: Member }
  | { readonly is: "absent" | "outdated" };

type Saved = Promise<Result<string, MemberChangeRefusal>>;

const today = ({ clock }: Pick<Needs, "clock">): Day => dayInZurich(clock.now());

export async function findSignUp({ inbox }: Pick<Needs, "inbox">, id: string): Promise<SignUpEntry | null> {
  const entry = await inbox.get(id);
  return entry?.type === "inscription" ? entry : null;
}

/** `same`: the member with the sign-up's name and birth date; null if none. */
export async function memberProposedBySignUp(services: Needs, entry: SignUpEntry) {
  const data = memberFromSignUp(entry.content, entry, today(services));
  const same = await services.register.findSame(data);
  return { data: same ? renewMember(same, data, today(services)) : data, same };
}

/**
 * Adds a member, or renews a member's record. Idempotent: a repeated call changes nothing and returns the same id. If
 * someone else has accepted the sign-up in the meantime, the same values return the id, and other values are refused
 * with `same`.
 * @param renew id of the member whose record the form offered to renew; null for a new member
 * @param late the fields that the form showed empty, separated by spaces; absent for all
 */
export async function acceptSignUp(
  services: Needs,
  {
    signUp,
    typed,
    renew,
    late,
  }: { signUp: string; typed: TypedValues; renew: string | null; late?: string | undefined },
  by: Person | null,
): Saved {
  const entry = await findSignUp(services, signUp);
  if (!entry) return refusal({ is: "absent" });
  const { decision } = entry;
  const read = readForm(services, typed);
  if (!read.ok) return read;
  const made = decision?.is === "accepted" ? await services.register.get(decision.member) : null;
  if (made) return renew !== null || hasAll(made, read.value) ? success(made.id) : refusal({ is: "same", same: made });
  const same = await services.register.findSame(read.value);
  const before = same ?? (renew === null ? null : await services.register.get(renew));
  if (before && before.id !== renew) return refusal({ is: "same", same: before });
  const accepted = {
    signUp,
    late:
      late === undefined ? LATE_SIGN_UP_FIELDS : LATE_SIGN_UP_FIELDS.filter((field) => late.split(" ").includes(field)),
  };
  // The form shows the group chat of the record, so that « Non » is an answer, not an empty field.
  const chat = typed.inGroupChat !== undefined && { inGroupChat: read.value.inGroupChat };
  const change: MemberChange = before
    ? {
        id: before.id,
        version: before.version,
        data: { ...renewMember(before, read.value, today(services)), ...chat },
        ...accepted,
      }
    : { id: null, data: read.value, ...accepted };
  const saved = await save(services, change, by);
  // Two forms were sent at once, and the register has stored the first.
  const now = saved.ok && !before ? await services.register.get(saved.value) : null;
  return now && !hasAll(now, read.value) ? refusal({ is: "same", same: now }) : saved;
}

/**
 * Whether a member has the values of a form. Ignores fields that the form left empty: the sign-up may have filled them.
 */
const hasAll = (member: MemberData, form: MemberData): boolean =>
  MEMBER_FORM_FIELDS.every((field) => member[field] === form[field] || (form[field] === "" && isLate(field)));

const isLate = (field: string): boolean => LATE_SIGN_UP_FIELDS.some((late) => late === field);

export async function addMember(services: Needs, typed: TypedValues, by: Person | null): Saved {
  const read = readForm(services, typed);
  return read.ok ? save(services, { id: null, data: read.value }, by) : read;
}

type TypedChange = Opened & { readonly typed: TypedValues };

export async function changeMember(services: Needs, { id, version, typed }: TypedChange, by: Person | null): Saved {
  const before = await services.register.get(id);
  if (!before) return refusal({ is: "absent" });
  const read = readForm(services, typed, before);
  return read.ok ? save(services, { id, version, data: read.value }, by) : read;
}

const DEBTS_UNANSWERED = { debts: "Choisissez ce qui arrive aux cotisations ouvertes." };

/**
 * Records that a member leaves. If the member owes fees, `typed.debts` must be `keep` or `waive`. If the member has
 * already left, `typed.debts` is ignored.
 */
export async function recordMemberLeaving(
  services: Needs & Pick<Services, "fees">,
  { id, version, typed }: TypedChange,
  by: Person | null,
): Saved {
  const before = await services.register.get(id);
  if (!before) return refusal({ is: "absent" });
  const read = leavingSchema(today(services), before.returnedOn || before.since).safeParse(typed);
  const asked = !hasLeft(before) && (await openDebtOfMember(services, id)) > 0;
  const unanswered = asked && typed.debts !== "keep" && typed.debts !== "waive" && DEBTS_UNANSWERED;
  if (!read.success || unanswered)
    return refusal({ is: "form", errors: { ...(read.error && errorsByField(read.error)), ...unanswered } });
  const waiver = asked && typed.debts === "waive" && { waiveDebts: "Départ" };
  return save(services, { id, version, data: { ...before, ...read.data }, ...waiver }, by);
}

export const openDebtOfMember = async ({ fees }: Pick<Services, "fees">, id: string): Promise<Centimes> =>
  (await fees.listOfMember(id)).reduce((total, fee) => total + feeBalance(fee).open, 0);

/**
 * Records that a former member returns. `register.save` creates the fees of open years.
 * @param on day of the return, as typed
 */
export async function recordMemberReturn(
  services: Needs,
  { id, version, on }: Opened & { readonly on: string },
  by: Person | null,
): Saved {
  const before = await services.register.get(id);
  if (!before) return refusal({ is: "absent" });
  if (!hasLeft(before)) return success(id);
  const read = pastDaySchema(today(services), true).safeParse(on);
  const refused = read.success
    ? read.data < before.leftOn && MEMBER_SENTENCES.beforeLeaving
    : read.error.issues[0]?.message;
  if (!read.success || refused) return refusal({ is: "form", errors: { returnedOn: refused || "" } });
  return save(services, { id, version, data: { ...before, returnedOn: read.data, leftOn: "", leftReason: "" } }, by);
}

export const restoreMember = (services: Needs, revision: Opened & { data: MemberData }, by: Person | null): Saved =>
  save(services, revision, by);

function readForm(services: Needs, typed: TypedValues, before?: MemberData) {
  const read = memberSchema(today(services), before?.country).safeParse(typed);
  if (!read.success) return refusal({ is: "form", errors: errorsByField(read.error) } as const);
  // A form that was opened before the field existed does not send it.
  const kept = before && typed.inGroupChat === undefined && { inGroupChat: before.inGroupChat };
  const end = before?.leftOn || before?.returnedOn;
  if (end && read.data.since > end)
    return refusal({ is: "form", errors: { since: MEMBER_SENTENCES.afterLeaving } } as const);
  return success({ ...(before ?? EMPTY_MEMBER), ...read.data, ...kept });
}

async function save({ register }: Needs, change: MemberChange, by: Person | null): Saved {
  const saved = await register.save([change], by);
  if (saved.ok) return success(saved.value[0] as string);
  const { reason } = saved;
  if (reason.reason === "taken") {
    const same = await register.get(reason.same);
    return same ? refusal({ is: "same", same }) : refusal({ is: "outdated" });
  }
  return refusal({ is: reason.reason === "outdated" ? "outdated" : "absent" });
}
