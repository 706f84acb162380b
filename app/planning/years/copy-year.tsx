import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import type { PlanningYear } from "./year.server.ts";

/** @returns the name of an event's checkbox */
export const tickName = (id: string): string => `choisi ${id}`;

type Props = {
  pagePath: string;
  planning: Pick<PlanningYear, "ofYear">;
};

/** Copies several past events as drafts of another year. */
export function CopyYear({ pagePath, planning: { ofYear } }: Props) {
  const pastEvents = ofYear.flatMap((event) =>
    event.copyYear === null ? [] : [{ ...event, copyYear: event.copyYear }],
  );
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const hydrated = useHydrated();
  const busy = useNavigation().state !== "idle";
  const [first] = pastEvents;
  if (!first || pastEvents.length < 2) return null;
  const count = pastEvents.length - unticked.size;
  const tick = (id: string, ticked: boolean) =>
    setUnticked((current) => {
      const next = new Set(current);
      if (ticked) next.delete(id);
      else next.add(id);
      return next;
    });
  return (
    <details className="page-frame over take-up">
      <summary>Reprendre plusieurs événements en {first.copyYear}</summary>
      <Form method="post" action={pagePath}>
        <p>
          Chacun devient un brouillon avec les mêmes textes et la même affiche, au même jour de la semaine. Rien n’est
          annoncé avant que vous le publiiez.
        </p>
        <ul role="list">
          {pastEvents.map(({ id, name, month }) => (
            <li key={id}>
              <label className="tick">
                <input
                  type="checkbox"
                  name={tickName(id)}
                  defaultChecked
                  onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
                />
                <span>
                  <b>{name}</b>, {monthInFrench(month)}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <button className="btn" type="submit" name="intention" value="again-chosen" disabled={busy || count === 0}>
          {buttonLabel(hydrated ? count : null)}
        </button>
      </Form>
    </details>
  );
}

/** @param count null when unknown, without JavaScript */
function buttonLabel(count: number | null): string {
  if (count === null) return "Reprendre les événements cochés";
  return count === 1 ? "Reprendre cet événement" : `Reprendre ces ${count} événements`;
}
