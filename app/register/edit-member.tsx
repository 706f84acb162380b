import { data, redirect } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER, LATE_FIELDS, memberName } from "#domain/register/member.ts";
import { FORM_FIELDS, memberAsTyped } from "#domain/register/member-form.ts";
import { fieldInWords } from "#domain/register/proposal.ts";
import {
  acceptSignUp,
  addMember,
  changeMember,
  findSignUp,
  proposeMember,
} from "#usecases/register/change-register.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/edit-member.ts";
import { refusalAnswer } from "./member-action.server.ts";
import { type MemberAnswer, MemberForm } from "./member-form.tsx";

/** `recordId`: member to edit. `signUpId`: sign-up to accept. Without both, the form adds a member. */
type Params = { recordId?: string; signUpId?: string };

function titleOf({ recordId, signUpId }: Params): string {
  if (signUpId !== undefined) return "Accepter";
  return recordId === undefined ? "Ajouter un membre" : "Modifier une fiche";
}

export const meta: Route.MetaFunction = (args) =>
  privateMeta(titleOf(args.params), "La fiche d’une personne au registre des membres.")(args);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { recordId, signUpId }: Params = params;
  const services = context.get(servicesContext);
  const day = dayInZurich(services.clock.now());
  // Without a session, the form shows only typed values, no stored data.
  if (!context.get(accountContext)) return { day, initial: memberAsTyped(EMPTY_MEMBER) };
  if (signUpId !== undefined) return { day, ...(await readSignUp(services, signUpId)) };
  if (recordId === undefined) return { day, initial: memberAsTyped({ ...EMPTY_MEMBER, since: day }) };
  const member = await services.register.get(recordId);
  if (!member) throw data(null, { status: 404 });
  return { day, version: member.version, initial: memberAsTyped(member) };
}

async function readSignUp(services: Services, id: string) {
  const entry = await findSignUp(services, id);
  if (!entry) throw data(null, { status: 404 });
  if (entry.decision?.is === "accepted" && (await services.register.get(entry.decision.member)))
    throw redirect(`/registre/${entry.decision.member}`);
  const { data: proposal, same } = await proposeMember(services, entry);
  return {
    initial: memberAsTyped(proposal),
    address: entry.content.address,
    same: same && {
      id: same.id,
      name: memberName(same),
      since: fieldInWords("since", same.since),
      leftOn: fieldInWords("leftOn", same.leftOn),
    },
  };
}

/** Name of the field with the fields that the form shows empty, which the sign-up may fill meanwhile. */
const LATE = "late";

const FORM = { where: "register save", fields: [...FORM_FIELDS, "version", "renew", LATE], ofCommittee: true } as const;

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, services, by }) => {
    const { context, params } = args;
    const { recordId: id, signUpId: signUp }: Params = params;
    const { version = "", renew = "" } = typed;
    const saved =
      signUp !== undefined
        ? await acceptSignUp(services, { signUp, typed, renew: renew || null, late: typed[LATE] }, by)
        : id === undefined
          ? await addMember(services, typed, by)
          : await changeMember(services, { id, version, typed }, by);
    if (!saved.ok) return refusalAnswer(saved.reason, typed, id === undefined ? null : await services.register.get(id));
    const toast = id !== undefined ? "register-updated" : renew ? "register-renewed" : "register-added";
    return redirectWithToast(context, `/registre/${saved.value}`, toast);
  });

export { shouldRevalidate } from "#app/session/sign-in-answer.ts";

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function EditMember({ loaderData, actionData, params }: Route.ComponentProps) {
  const { recordId, signUpId }: Params = params;
  const { day, initial, version, address, same } = { version: undefined, address: "", same: null, ...loaderData };
  const answer: MemberAnswer = actionData ?? {};
  const list = signUpId === undefined ? "/registre" : "/inscriptions";
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title={titleOf(params)} />
      <MemberForm
        initial={initial}
        day={day}
        answer={answer}
        back={recordId === undefined ? list : `/registre/${recordId}`}
        {...(signUpId !== undefined && { verb: same ? "Renouveler" : "Ajouter au registre" })}
        {...(recordId !== undefined && { version: version ?? answer.typed?.version ?? "" })}
      >
        {signUpId !== undefined && (
          <input
            type="hidden"
            name={LATE}
            value={answer.typed?.[LATE] ?? LATE_FIELDS.filter((field) => initial[field] === "").join(" ")}
          />
        )}
        {same && (
          <>
            <input type="hidden" name="renew" value={same.id} />
            <p className="announcement full">
              <b>
                <bdi>{same.name}</bdi> est déjà au registre
              </b>
              {same.since && `, depuis le ${same.since}`}
              {same.leftOn && `, parti·e le ${same.leftOn}`}. La fiche sera renouvelée.
            </p>
          </>
        )}
        {address && (
          <p className="full">
            Adresse tapée&nbsp;: <bdi>{address}</bdi>
          </p>
        )}
      </MemberForm>
    </main>
  );
}
