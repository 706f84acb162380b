import { Form, Link, useRouteLoaderData } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import { UndoDeletion } from "#app/ui/cards/undo-deletion.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { needsVisitorNotice, visitorStatusInFrench } from "#domain/events/visitor-notice.ts";
import { capitalise } from "#domain/text/capitalise.ts";
import type { EventCardData, EventUndoFields } from "./year.server.ts";

/** Says what was done to an event of the list, without its name. */
function doneInFrench({ done, publication, ...event }: EventCardData): string {
  if (done && "key" in done) return "Supprimé";
  if (publication !== "") return "De nouveau un brouillon";
  return event.status === "" ? "C’est fait" : visitorStatusInFrench({ ...event, publication });
}

/** Below the card, so that « Annuler » is never where the user has just tapped. */
export function ChangedEventNotice({ event, url }: { event: EventCardData; url: string }) {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  const { id, name, done } = event;
  if (!done) return null;
  const own = `${name}\u00a0: `;
  const words = toast?.text.startsWith(own) ? toast.text.slice(own.length) : doneInFrench(event);
  return (
    <div className="evenement__done row">
      <p role="status">
        <b>{capitalise(words)}.</b>
      </p>
      {needsVisitorNotice(event) && !("key" in done) && !event.past && (
        <Link className="strong-link" to={eventAnnouncementUrl(id)}>
          Prévenir les visiteurs
        </Link>
      )}
      <UndoChange id={id} name={name} done={done} url={url} />
    </div>
  );
}

export const eventAnnouncementUrl = (id: string): string => `/annonce?evenement=${encodeURIComponent(id)}`;

type UndoProps = { id: string; name: string; done: EventUndoFields; url: string };

function UndoChange({ id, name, done, url }: UndoProps) {
  if ("key" in done) return <UndoDeletion binKey={done.key} name={name} />;
  return (
    <Form className="undo-card" method="post" action={url} preventScrollReset>
      {Object.entries({ id, version: done.version, at: done.at }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton className="strong-link" intention="undo" label="Annuler" about={name} />
    </Form>
  );
}
