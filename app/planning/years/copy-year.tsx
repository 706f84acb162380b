import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { chosenField } from "./chosen-field.ts";
import type { PlanningYear } from "./year.server.ts";

type Props = {
  /** Path of the page. */
  here: string;
  planning: Pick<PlanningYear, "ofYear">;
};

/** Several events of a page that are over, as drafts of another year at once. */
export function CopyYear({ here, planning: { ofYear } }: Props) {
  const over = ofYear.flatMap((one) => (one.againIn === null ? [] : [{ ...one, againIn: one.againIn }]));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const hydrated = useHydrated();
  const busy = useNavigation().state !== "idle";
  const [first] = over;
  if (!first || over.length < 2) return null;
  const count = over.length - left.size;
  const tick = (id: string, ticked: boolean) =>
    setLeft((before) => {
      const after = new Set(before);
      if (ticked) after.delete(id);
      else after.add(id);
      return after;
    });
  return (
    <details className="page-frame over take-up">
      <summary>Reprendre plusieurs événements en {first.againIn}</summary>
      <Form method="post" action={here}>
        <p>
          Chacun devient un brouillon avec les mêmes textes et la même affiche, au même jour de la semaine. Rien n’est
          annoncé avant que vous le publiiez.
        </p>
        <ul role="list">
          {over.map(({ id, name, month }) => (
            <li key={id}>
              <label className="tick">
                <input
                  type="checkbox"
                  name={chosenField(id)}
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
          {label(hydrated ? count : null)}
        </button>
      </Form>
    </details>
  );
}

/** @param count null: nobody counts without script */
function label(count: number | null): string {
  if (count === null) return "Reprendre les événements cochés";
  return count === 1 ? "Reprendre cet événement" : `Reprendre ces ${count} événements`;
}
