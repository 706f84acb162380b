import { data } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdminForForm } from "#app/session/private-pages.ts";
import { saveCardSafely } from "#app/ui/cards/save-card.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER } from "#domain/members/member.ts";
import { memberAsTyped } from "#domain/members/member-form.ts";
import { addMember, changeMember } from "#usecases/members/change-register.ts";
import type { Route } from "./+types/edit-member.ts";
import { type MemberAnswer, MemberForm } from "./member-form.tsx";
import { saveMember } from "./save-member.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

/** Without an id, the form of a new member. */
type Params = { recordId?: string };
const titleOf = ({ recordId }: Params) => (recordId === undefined ? "Ajouter un membre" : "Modifier une fiche");

export const meta: Route.MetaFunction = (args) =>
  privateMeta(titleOf(args.params), "La fiche d’une personne au registre des membres.", args);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { recordId }: Params = params;
  const { register, clock } = context.get(servicesContext);
  const day = dayInZurich(clock.now());
  // Without a session, show only what was typed, no stored data.
  if (recordId === undefined || !context.get(accountContext))
    return { day, initial: memberAsTyped({ ...EMPTY_MEMBER, since: recordId === undefined ? day : "" }) };
  const member = await register.get(recordId);
  if (!member) throw data(null, { status: 404 });
  return { day, version: member.version, initial: memberAsTyped(member) };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const by = actingPerson(args.context);
  const { recordId: id }: Params = args.params;
  if (id === undefined)
    return saveMember(args, {
      where: "register add",
      save: (typed) => addMember(services, typed, by),
      toast: () => "register-added",
    });
  return saveMember(args, {
    where: "register change",
    more: ["version"],
    current: () => services.register.get(id),
    save: (typed) => changeMember(services, { id, version: typed.version ?? "", typed }, by),
    toast: () => "register-updated",
  });
}

export { shouldRevalidate } from "#app/session/sign-in-answer.ts";

export const clientAction = (args: Route.ClientActionArgs) => saveCardSafely(args);

export default function EditMember({ loaderData, actionData, params }: Route.ComponentProps) {
  const { recordId }: Params = params;
  const { day, initial, version } = loaderData;
  const answer: MemberAnswer = actionData ?? {};
  const back = recordId === undefined ? "/registre" : `/registre/${recordId}`;
  const edited = recordId === undefined ? {} : { version: version ?? answer.typed?.version ?? "" };
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title={titleOf(params)} />
      <MemberForm initial={initial} day={day} answer={answer} back={back} {...edited} />
    </main>
  );
}
