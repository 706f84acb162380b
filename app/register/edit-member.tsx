import { data, redirect } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import art from "#app/ui/drawings/crete.svg";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { actedRows } from "#app/ui/list/acted-rows.ts";
import { acceptOneSignUpUrl, idsInQuery, inboxUrlAfterAction, readInboxQuery } from "#app/ui/list/inbox-list.ts";
import { dayInZurich } from "#domain/dates.ts";
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { doubtsInFrench } from "#domain/register/acceptance.ts";
import { EMPTY_MEMBER, LATE_SIGN_UP_FIELDS, memberName } from "#domain/register/member.ts";
import { MEMBER_FORM_FIELDS, memberAsTyped } from "#domain/register/member-form.ts";
import { memberFieldInFrench } from "#domain/register/proposal.ts";
import { readDoubtsAboutSignUp } from "#usecases/register/accept-sign-ups.ts";
import {
  acceptSignUp,
  addMember,
  changeMember,
  findSignUp,
  memberProposedBySignUp,
} from "#usecases/register/change-register.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/edit-member.ts";
import { memberRefusalResult } from "./member-action.server.ts";
import { MemberForm, type MemberResult } from "./member-form.tsx";

/** `recordId`: member to edit. `signUpId`: sign-up to accept. Without both, the form adds a member. */
type Params = { recordId?: string; signUpId?: string };

function titleOf({ recordId, signUpId }: Params): string {
  if (signUpId !== undefined) return "Accepter";
  return recordId === undefined ? "Ajouter au registre" : "Modifier une fiche";
}

export const handle: Handle = { help: "les-membres-pas-à-pas" };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(titleOf(args.params), "La fiche d’une personne au registre des membres.")(args);

/**
 * Where the committee goes after accepting a sign-up: to the next ticked sign-up (parameter « suite »), or, after the last
 * one, to the list, which shows what was done to its rows. `left`: how many ticked sign-ups remain.
 */
function afterAcceptance({ searchParams }: URL, accepted?: string) {
  const query = readInboxQuery(searchParams, "inscription");
  const next = idsInQuery(searchParams, "suite").slice(0, ROWS_PER_PAGE);
  const done = [...actedRows(searchParams), ...(accepted === undefined ? [] : [accepted])];
  const list = inboxUrlAfterAction("inscription", query, done);
  const isOneOfSeveral = next.length > 0 || done.length > 0;
  return {
    next: next.length > 0 ? acceptOneSignUpUrl(next, query, done) : list,
    list,
    left: next.length,
    isOneOfSeveral,
  };
}

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { recordId, signUpId }: Params = params;
  const services = context.get(servicesContext);
  const day = dayInZurich(services.clock.now());
  // The session may have ended while the user was typing. The form then shows the typed values, and no stored data.
  if (!context.get(accountContext)) return { day, initial: memberAsTyped(EMPTY_MEMBER) };
  if (signUpId !== undefined) {
    const after = afterAcceptance(url);
    return { day, ...(await readSignUp(services, signUpId, after)), after };
  }
  if (recordId === undefined) return { day, initial: memberAsTyped({ ...EMPTY_MEMBER, since: day }) };
  const member = await services.register.get(recordId);
  if (!member) throw data(null, { status: 404 });
  return { day, version: member.version, initial: memberAsTyped(member) };
}

async function readSignUp(
  services: Services,
  id: string,
  { next, isOneOfSeveral }: ReturnType<typeof afterAcceptance>,
) {
  const entry = await findSignUp(services, id);
  const { decision } = entry ?? {};
  const member = decision?.is === "accepted" ? await services.register.get(decision.member) : null;
  // Someone else may have decided or deleted the next sign-up.
  if (isOneOfSeveral && (!entry || member || decision?.is === "refused")) throw redirect(next);
  if (!entry) throw data(null, { status: 404 });
  if (member) throw redirect(`/registre/${member.id}`);
  const { data: proposal, same } = await memberProposedBySignUp(services, entry);
  return {
    doubts: doubtsInFrench((await readDoubtsAboutSignUp(services, id)).filter((doubt) => doubt !== "member")),
    initial: memberAsTyped(proposal),
    address: entry.content.address,
    same: same && {
      id: same.id,
      name: memberName(same),
      since: memberFieldInFrench("since", same.since),
      leftOn: memberFieldInFrench("leftOn", same.leftOn),
    },
  };
}

/**
 * Hidden form field with the names of the fields that the form shows empty. Data that the person adds to the sign-up in
 * the meantime may fill them.
 */
const LATE = "late";

const FORM = {
  where: "register save",
  fields: [...MEMBER_FORM_FIELDS, "version", "renew", LATE],
  ofCommittee: true,
} as const;

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
    if (!saved.ok)
      return memberRefusalResult(saved.reason, typed, id === undefined ? null : await services.register.get(id));
    if (signUp !== undefined)
      return redirectWithToast(
        context,
        afterAcceptance(args.url, signUp).next,
        renew ? "register-renewed" : "inscription-accepted",
        { name: `${typed.firstName} ${typed.lastName}` },
      );
    const toast = id !== undefined ? "register-updated" : "register-added";
    return redirectWithToast(context, `/registre/${saved.value}`, toast);
  });

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/cards/save-card.ts";

type Loaded = Route.ComponentProps["loaderData"];

export default function EditMemberPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { recordId, signUpId }: Params = params;
  const { day, initial, version } = { version: undefined, ...loaderData };
  const result: MemberResult = actionData ?? {};
  return (
    <main id="contenu" data-one-tap={signUpId === undefined ? undefined : ""}>
      <Banner low style="vigne" art={art} title={titleOf(params)} />
      <MemberForm
        key={signUpId}
        initial={initial}
        day={day}
        result={result}
        back={recordId === undefined ? "/registre" : `/registre/${recordId}`}
        {...(recordId !== undefined && { version: version ?? result.typed?.version ?? "" })}
        {...(signUpId !== undefined && acceptance(loaderData))}
      >
        {signUpId !== undefined && <SignUpNotes loaded={loaderData} late={result.typed?.[LATE]} />}
      </MemberForm>
    </main>
  );
}

/** The texts and links of the form that accepts a sign-up. */
function acceptance(loaded: Loaded) {
  const { after, same } = { after: { next: "", list: "/inscriptions", left: 0 }, same: null, ...loaded };
  const { next, list, left } = after;
  if (left === 0) return { back: list, verb: same ? "Renouveler" : "Ajouter au registre" };
  return { back: list, verb: `${same ? "Renouveler" : "Accepter"}, puis la suivante`, skip: next };
}

function SignUpNotes({ loaded, late }: { loaded: Loaded; late: string | undefined }) {
  const { initial, address, same, doubts, after } = { address: "", same: null, doubts: "", after: null, ...loaded };
  const left = after?.left ?? 0;
  return (
    <>
      <input
        type="hidden"
        name={LATE}
        value={late ?? LATE_SIGN_UP_FIELDS.filter((field) => initial[field] === "").join(" ")}
      />
      {same && (
        <>
          <input type="hidden" name="renew" value={same.id} />
          <p className="notice full">
            <b>
              <bdi>{same.name}</bdi> est déjà au registre
            </b>
            {same.since && `, depuis le ${same.since}`}
            {same.leftOn && `, parti·e le ${same.leftOn}`}. La fiche sera renouvelée.
          </p>
        </>
      )}
      {(doubts || left > 0) && (
        <p className="full">
          {doubts && <b>{doubts}</b>} {left > 0 && `Encore ${left} après celle-ci.`}
        </p>
      )}
      {address && (
        <p className="full">
          Adresse tapée&nbsp;: <bdi>{address}</bdi>
        </p>
      )}
    </>
  );
}
