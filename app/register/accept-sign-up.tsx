import { data, redirect } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdminForForm } from "#app/session/private-pages.ts";
import { saveCardSafely } from "#app/ui/cards/save-card.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { EMPTY_MEMBER, hasLeft, memberName } from "#domain/members/member.ts";
import { memberAsTyped } from "#domain/members/member-form.ts";
import type { Member } from "#stores/members/member-document.ts";
import { acceptSignUp, findSignUp, proposeMember } from "#usecases/members/change-register.ts";
import type { Route } from "./+types/accept-sign-up.ts";
import { MemberForm } from "./member-form.tsx";
import { saveMember } from "./save-member.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Accepter une inscription", "Ajouter au registre la personne qui s’est inscrite.", args);

export async function loader({ params: { signUpId }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const day = dayInZurich(services.clock.now());
  // Without a session, show only what was typed, no stored data.
  if (!context.get(accountContext)) return { day, initial: memberAsTyped(EMPTY_MEMBER), address: "", same: null };
  const entry = await findSignUp(services, signUpId);
  if (!entry) throw data(null, { status: 404 });
  if (entry.decision?.is === "accepted" && (await services.register.get(entry.decision.member)))
    throw redirect(`/registre/${entry.decision.member}`);
  const { data: proposal, same } = await proposeMember(services, entry);
  return { day, initial: memberAsTyped(proposal), address: entry.content.address, same: same && sameView(same) };
}

const sameView = (member: Member) => ({
  id: member.id,
  name: memberName(member),
  since: member.since && swissDay(member.since),
  leftOn: hasLeft(member) ? swissDay(member.leftOn) : null,
});

export function action(args: Route.ActionArgs) {
  const { signUpId: signUp } = args.params;
  const services = args.context.get(servicesContext);
  return saveMember(args, {
    where: "sign-up accept",
    more: ["renew"],
    save: (typed) => acceptSignUp(services, { signUp, typed, renew: typed.renew || null }, actingPerson(args.context)),
    toast: ({ renew }) => (renew ? "register-renewed" : "register-added"),
  });
}

export { shouldRevalidate } from "#app/session/sign-in-answer.ts";

export const clientAction = (args: Route.ClientActionArgs) => saveCardSafely(args);

export default function AcceptSignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { day, initial, address, same } = loaderData;
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Accepter" />
      <MemberForm
        initial={initial}
        day={day}
        answer={actionData ?? {}}
        back="/inscriptions"
        verb={same ? "Renouveler" : "Ajouter au registre"}
      >
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
