import { data, redirect } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { InvalidLinkNotice } from "#app/layout/errors/error-page.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { placesOfPerson } from "#domain/slots/place.ts";
import { readMailingsToReplier } from "#usecases/mailings/read-mailings.ts";
import { changePlace, PLACE_INTENTIONS, type PlaceIntention, readPlaceSource } from "#usecases/slots/places.ts";
import { viewMessages } from "../messages.server.ts";
import { MessagesSection } from "../messages.tsx";
import type { Route } from "./+types/places.ts";
import { PlacesOfEventList } from "./place-list.tsx";

export const handle: Handle = { reading: true, committee: true, unlisted: true, secret: true, costly: true };

export const meta = privateMeta("Mes coups de main", "Où et quand une personne vient aider.");

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const opened = await services.placeLinks.open(token);
  const own = opened?.replies ?? [];
  const [first] = own;
  if (!opened || !first) return data(null, { status: 404 });
  const [source, mailings] = await Promise.all([
    readPlaceSource(services, first.event),
    // Whoever has the link of a submission may know only what was signed up together.
    opened.scope === "person" ? readMailingsToReplier(services, own, context.get(siteContext).publicUrl) : [],
  ]);
  const event = placesOfPerson(own, source, services.clock.now());
  return data({ event, name: first.name, messages: viewMessages(mailings) });
}

const FORM = {
  where: "places",
  fields: ["intention", "reply"],
  choice: { field: "intention", among: PLACE_INTENTIONS },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed: { intention, reply: id = "" }, services }) => {
    const { token } = args.params;
    const own = await services.placeLinks.find(token);
    if (!own) return formResult({}, 404);
    const sentence = await changePlace(services, own, { id, intention: intention as PlaceIntention });
    if (sentence !== null) return formResult({ errors: { reply: sentence }, typed: { reply: id } }, 409);
    return redirect(`/mes-places/${token}#${own.find((reply) => reply.id === id)?.slot}`);
  });

export { clientAction } from "#app/ui/form/client-action.ts";

export default function PlacesPage({ loaderData: own, actionData, params }: Route.ComponentProps) {
  const { errors, failed, typed }: FormResult = actionData ?? {};
  const sentence = errors?.reply;
  const page = `/mes-places/${params.token}`;
  const refused = sentence && typed ? { id: typed.reply ?? "", sentence } : undefined;
  return (
    <Screen
      style="vigne"
      title="Mes coups de main"
      lead={own && <bdi>{own.name}</bdi>}
      className="member own-page"
      failed={(sentence || failed) && "Rien n’a été changé."}
      advice={sentence}
    >
      {own ? (
        <>
          <p className="places__thanks" id="merci">
            <b>Merci&nbsp;!</b> C’est noté. Gardez cette page&nbsp;: c’est ici que vous pouvez changer d’avis.
          </p>
          <PlacesOfEventList event={own.event} level={2} page={page} address="vous" refused={refused} />
          <div className="row">
            <a className="strong-link" href={`${page}/coups-de-main.ics`}>
              Ajouter à mon agenda
            </a>
          </div>
          <MessagesSection messages={own.messages} />
        </>
      ) : (
        <InvalidLinkNotice door="/contact" />
      )}
    </Screen>
  );
}
