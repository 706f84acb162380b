import { data } from "react-router";
import art from "#app/committee/drawings/crete-membre.svg";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { CARD_KINDS } from "#app/ui/cards/picture/card-kinds.ts";
import type { PictureAnswer } from "#app/ui/cards/picture/current-picture.tsx";
import { handlePicture } from "#app/ui/cards/picture/picture-action.server.ts";
import { PicturePage } from "#app/ui/cards/picture/picture-page.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { currentPicture } from "#app/ui/pictures/pictures.server.ts";
import { fullName } from "#domain/committee-member.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import type { Route } from "./+types/member-picture.ts";

/** `committee` loads the committee's styles even when the session ended while the form was open. */
export const handle: Handle = { takesFile: true };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(
    "Changer la photo d’un membre",
    "Choisir une autre photo d’un membre du comité, ou ce qui doit en rester visible.",
    args,
  );

const formOf = (id: string) => `/comite/modify/${encodeURIComponent(id)}`;

export async function loader({ params: { memberId: id }, context }: Route.LoaderArgs) {
  // When the session has ended, return no stored data: the form still shows what was typed.
  if (!context.get(accountContext)) return { form: formOf(id), name: "", version: "", image: null };
  const member = await context.get(servicesContext).committee.get(id);
  if (!member) throw data(null, { status: 404 });
  const image = await currentPicture(context, { collection: "membres", id }, member.picture);
  return { form: formOf(id), name: fullName(member) || "Sans nom", version: member.version, image };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { memberId: id } = args.params;
  return handlePicture(args, {
    kind: "membre",
    id,
    form: formOf(id),
    get: () => services.committee.get(id),
    change: ({ version, picture, focus, by }) =>
      changePicture(services, { collection: "membres", id, version }, picture, focus, by),
  });
}

export { shouldRevalidate } from "#app/ui/cards/picture/current-picture.tsx";

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function MemberPicture({ loaderData, actionData }: Route.ComponentProps) {
  const answer: PictureAnswer = actionData ?? {};
  const { change, add } = CARD_KINDS.membre;
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title={loaderData.image ? change : add} />
      <PicturePage {...loaderData} kind="membre" answer={answer} />
    </main>
  );
}
