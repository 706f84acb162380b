import { type ReactNode, useState } from "react";
import { Form, Link, useActionData, useNavigation } from "react-router";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { isPublished, publicationInFrench, scheduledPublicationTime } from "#domain/events/publication.ts";
import { withPreposition } from "#domain/text/elision.ts";
import type { PublishedDrafts } from "#usecases/cards/publish-drafts.ts";
import type { EventCardData, PlanningYear } from "./year.server.ts";

/** Prefixes of checkbox names. A past draft has a checkbox to publish and a checkbox to copy the event. */
export const CHOICE_PREFIXES = { "publish-chosen": "publier", "again-chosen": "choisi" } as const;
type Choice = keyof typeof CHOICE_PREFIXES;

export const choiceCheckboxName = (choice: Choice, id: string): string => `${CHOICE_PREFIXES[choice]} ${id}`;

type Props = {
  url: string;
  planning: Pick<PlanningYear, "ofYear" | "later">;
};

const isGone = ({ done }: EventCardData): boolean => done !== null && "key" in done;

export function ChosenEvents({ url, planning: { ofYear, later } }: Props) {
  const { withoutPoster, published = [] } = useActionData<Partial<PublishedDrafts>>() ?? {};
  const drafts = [...ofYear, ...later].filter((event) => !isPublished(event) && !isGone(event));
  const past = ofYear.filter((event) => event.copyYear !== null && !isGone(event));
  const publishes = drafts.length > 1 || withoutPoster !== undefined;
  const copies = past.length > 1;
  if (!publishes && !copies) return null;
  const copyYears = [...new Set(past.map(({ copyYear }) => copyYear))].toSorted().join(" et ");
  const again = `efaire plusieurs événements en ${copyYears}`;
  return (
    <details className="page-frame over take-up" open={withoutPoster !== undefined}>
      <summary>{publishes ? `Publier plusieurs brouillons${copies ? `, r${again}` : ""}` : `R${again}`}</summary>
      <Form method="post" action={url} preventScrollReset>
        {withoutPoster && (
          <FailureNotice
            title={`Il manque une affiche\u00a0: ${withoutPoster.join(", ")}.`}
            text={published.length > 0 ? "Les autres sont au planning." : "Rien n’a été publié."}
          />
        )}
        {publishes && <Drafts drafts={drafts} />}
        {copies && (
          <Ticks
            choice="again-chosen"
            legend="À refaire"
            verb="Refaire"
            one="cet événement"
            many="événements"
            events={past}
          >
            Chacun devient un brouillon avec les mêmes textes et la même affiche, au même jour de la semaine. Rien n’est
            annoncé avant que vous le publiiez.
          </Ticks>
        )}
      </Form>
    </details>
  );
}

/** A draft without a poster cannot be published: a link to add the poster replaces the checkbox. */
const Drafts = ({ drafts }: { drafts: readonly EventCardData[] }) => (
  <Ticks
    choice="publish-chosen"
    legend="À publier"
    verb="Publier"
    one="ce brouillon"
    many="brouillons"
    events={drafts.filter(({ image }) => image !== null)}
    others={drafts
      .filter(({ image }) => image === null)
      .map((event) => (
        <li key={event.id}>
          <EventName event={event} />
          {"\u00a0: "}
          <Link className="strong-link" to={`/evenement/modify/${encodeURIComponent(event.id)}/affiche`}>
            ajouter l’affiche<span className="sr-only"> {withPreposition(event.name)}</span>
          </Link>
        </li>
      ))}
  >
    Chacun est annoncé tout de suite. Sans affiche, un brouillon attend.
  </Ticks>
);

const EventName = ({ event }: { event: EventCardData }) => (
  <>
    <b>{event.name.trim() || "Sans nom"}</b>, {monthInFrench(event.month)}
    {scheduledPublicationTime(event) && `. ${publicationInFrench(event)}`}
  </>
);

type TicksProps = {
  choice: Choice;
  legend: string;
  events: readonly EventCardData[];
  /** The button says `verb` and `one`, or `verb`, the number and `many`: « Publier ces 3 brouillons ». */
  verb: string;
  one: string;
  many: string;
  others?: ReactNode;
  children: ReactNode;
};

/** The initial state of the checkbox: not ticked for scheduled and past drafts. */
const isTicked = (event: EventCardData): boolean =>
  isPublished(event) || (scheduledPublicationTime(event) === null && !event.past);

function Ticks({ choice, legend, events, verb, one, many, others, children }: TicksProps) {
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const hydrated = useHydrated();
  const busy = useNavigation().state !== "idle";
  const count = events.filter((event) => changed[event.id] ?? isTicked(event)).length;
  const counted = count === 1 ? one : `ces ${count} ${many}`;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <p>{children}</p>
      <ul role="list">
        {events.map((event) => (
          <li key={event.id}>
            <label className="tick">
              <input
                type="checkbox"
                name={choiceCheckboxName(choice, event.id)}
                defaultChecked={isTicked(event)}
                onChange={({ currentTarget }) => setChanged({ ...changed, [event.id]: currentTarget.checked })}
              />
              <span>
                <EventName event={event} />
              </span>
            </label>
          </li>
        ))}
        {others}
      </ul>
      {events.length > 0 && (
        <button className="btn" type="submit" name="intention" value={choice} disabled={busy || count === 0}>
          {verb} {hydrated && count > 0 ? counted : `les ${many} cochés`}
        </button>
      )}
    </fieldset>
  );
}
