import { data } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import art from "#app/planning/drawings/bandeau-evenement.svg";
import type { Handle } from "#app/route-handle.ts";
import { CARD_KINDS } from "#app/ui/cards/picture/card-kinds.ts";
import type { PictureAnswer } from "#app/ui/cards/picture/current-picture.tsx";
import { handlePicture } from "#app/ui/cards/picture/picture-action.server.ts";
import { PicturePage } from "#app/ui/cards/picture/picture-page.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { currentPicture } from "#app/ui/pictures/pictures.server.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import type { Route } from "./+types/event-picture.ts";

/** `committee` loads the committee's styles even when the session ended while the form was open. */
export const handle: Handle = { takesFile: true };

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Changer l’affiche d’un événement", "Choisir une autre affiche, ou ce qui doit en rester visible.", args);

const formOf = (id: string) => `/evenement/modify/${encodeURIComponent(id)}`;

export async function loader({ params: { eventId: id }, context }: Route.LoaderArgs) {
  // When the session has ended, return no stored data: the form still shows what was typed.
  if (!context.get(accountContext)) return { form: formOf(id), name: "", version: "", image: null };
  const event = await context.get(servicesContext).events.get(id);
  if (!event) throw data(null, { status: 404 });
  const image = await currentPicture(context, { collection: "evenements", id }, event.picture);
  return { form: formOf(id), name: event.name || "Sans nom", version: event.version, image };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { eventId: id } = args.params;
  return handlePicture(args, {
    kind: "evenement",
    id,
    form: formOf(id),
    get: () => services.events.get(id),
    change: ({ version, picture, focus, by }) =>
      changePicture(services, { collection: "evenements", id, version }, picture, focus, by),
  });
}

export { shouldRevalidate } from "#app/ui/cards/picture/current-picture.tsx";

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function EventPicture({ loaderData, actionData }: Route.ComponentProps) {
  const answer: PictureAnswer = actionData ?? {};
  const { change, add } = CARD_KINDS.evenement;
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title={loaderData.image ? change : add} />
      <PicturePage {...loaderData} kind="evenement" answer={answer} />
    </main>
  );
}
