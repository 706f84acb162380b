import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import type { TypedValues } from "#domain/fields.ts";
import { MEMBER_LABELS, type MemberData, memberName } from "#domain/members/member.ts";
import { FORM_FIELDS, memberAsTyped } from "#domain/members/member-form.ts";
import type { Result } from "#domain/result.ts";
import type { Member } from "#stores/members/member-document.ts";
import type { MemberRefusal } from "#usecases/members/change-register.ts";
import type { MemberAnswer } from "./member-form.tsx";

type Saving = {
  /** For the log. */
  where: string;
  /** Names of fields beside those of the member. */
  more?: readonly string[];
  /** Reads the stored member, to show the changes of another person. */
  current?: () => Promise<Member | null>;
  save: (typed: TypedValues) => Promise<Result<string, MemberRefusal>>;
  toast: (typed: TypedValues) => ToastCode;
};

/** Action that saves a member and redirects to the member's page, or returns the typed values with the errors. */
export const saveMember = (args: Args, { where, more = [], current, save, toast }: Saving) =>
  handleForm(args, { where, fields: [...FORM_FIELDS, ...more], ofCommittee: true }, async ({ typed }) => {
    const saved = await save(typed);
    if (saved.ok) return redirectWithToast(args.context, `/registre/${saved.value}`, toast(typed));
    return refused(saved.reason, typed, (await current?.()) ?? null);
  });

export function refused(reason: MemberRefusal, typed: TypedValues, now: Member | null) {
  const answer = (more: MemberAnswer, status: number) => formResponse<MemberAnswer>({ typed, ...more }, status);
  if (reason.is === "form") return answer({ errors: reason.errors }, 400);
  if (reason.is === "same") return answer({ same: { id: reason.same.id, name: memberName(reason.same) } }, 409);
  if (reason.is === "absent" || !now) return answer({ gone: true }, 409);
  const stored = Object.entries(memberAsTyped(now)).filter(([name, value]) => value !== (typed[name] ?? ""));
  const current = stored.map(([name, value]) => `${MEMBER_LABELS[name as keyof MemberData]} «\u00a0${value}\u00a0»`);
  return answer({ conflict: { version: now.version, current, by: now.updatedBy?.name ?? null } }, 409);
}
