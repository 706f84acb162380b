import { data, redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { eventUrl } from "#app/ui/event-url.ts";
import { committeePicture } from "#app/ui/pictures/pictures.server.ts";
import { momentInZurich } from "#domain/dates.ts";
import { isEventOver, withoutCommitteeFields } from "#domain/events/planned-event.ts";
import { isPublished, publicationInFrench, scheduledPublicationTime } from "#domain/events/publication.ts";
import { PosterDetails } from "../poster/poster-details.tsx";
import type { Route } from "./+types/preview.ts";
import { findPreviewedEvent, previewPictureUrl } from "./preview.server.ts";

export const handle: Handle = { reading: true, unlisted: true, secret: true };

export const meta: Route.MetaFunction = (args) =>
  args.loaderData ? privateMeta(args.loaderData.event.name, "Un événement qui n’est pas encore publié.")(args) : [];

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const stored = await findPreviewedEvent(context, token);
  if (!stored) throw data(null, { status: 404 });
  if (isPublished(stored)) throw redirect(eventUrl(stored.id));
  const event = withoutCommitteeFields(stored);
  const { clock, pictures } = context.get(servicesContext);
  const picture = stored.picture ? await pictures.get(stored.picture) : null;
  const image = picture && {
    ...committeePicture(picture.key),
    url: previewPictureUrl(token),
    width: picture.made.width,
    height: picture.made.height,
  };
  return { event, image, past: isEventOver(event, momentInZurich(clock.now())) };
}

export default function EventPreviewPage({ loaderData: { event, image, past } }: Route.ComponentProps) {
  return (
    <main id="contenu" className="poster-alone ink-azur">
      <div className="page-frame">
        <p className="notice" role="note">
          <b>Brouillon&nbsp;: cette page n’est pas encore publique.</b>
          {scheduledPublicationTime(event) && ` ${publicationInFrench(event)}.`}
        </p>
        <PosterDetails event={event} image={image} past={past} />
      </div>
    </main>
  );
}
