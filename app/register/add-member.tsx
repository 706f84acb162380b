import { servicesContext } from "#app/contexts.ts";
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
import { addMember } from "#usecases/members/change-register.ts";
import type { Route } from "./+types/add-member.ts";
import { MemberForm } from "./member-form.tsx";
import { saveMember } from "./save-member.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Ajouter au registre", "Ajouter une personne au registre des membres.", args);

export const loader = ({ context }: Route.LoaderArgs) => ({
  day: dayInZurich(context.get(servicesContext).clock.now()),
});

export const action = (args: Route.ActionArgs) =>
  saveMember(args, {
    where: "register add",
    save: (typed) => addMember(args.context.get(servicesContext), typed, actingPerson(args.context)),
    toast: () => "register-added",
  });

export { shouldRevalidate } from "#app/session/sign-in-answer.ts";

export const clientAction = (args: Route.ClientActionArgs) => saveCardSafely(args);

export default function AddMember({ loaderData: { day }, actionData }: Route.ComponentProps) {
  const initial = memberAsTyped({ ...EMPTY_MEMBER, since: day });
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Ajouter un membre" />
      <MemberForm initial={initial} day={day} answer={actionData ?? {}} back="/registre" />
    </main>
  );
}
