import { Form, useNavigation } from "react-router";
import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";

type Props = {
  event: Pick<PlannedEvent, "id" | "name" | "month">;
  /** In which it takes place again. */
  year: number;
  /** Path of the page. */
  here: string;
};

/** Makes a draft of an event that is over, for another year. */
export function AgainButton({ event: { id, name, month }, year, here }: Props) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" action={here}>
      <input type="hidden" name="id" value={id} />
      <button className="btn btn--small btn--neige" type="submit" name="intention" value="again" disabled={busy}>
        {yearOf({ month }) === year - 1 ? "Reprendre l’an prochain" : `Reprendre en ${year}`}
        <span className="sr-only"> {name}</span>
      </button>
    </Form>
  );
}
