import * as z from "zod/mini";
import { type Day, isDay, YEARS } from "../dates.ts";
import { LIMITS, optionalLine, typedText } from "../fields.ts";
import { optionalLink } from "../links.ts";
import { DAYS_SENTENCES } from "./days.ts";
import { EVENT_FIELDS } from "./event-fields.ts";
import type { EventFields } from "./planned-event.ts";
import { isRescheduled, postponeEvent } from "./postponement.ts";

/** Last URL segments of three short forms: postpone the event, cancel the event, add a link to a film. */
export const QUICK_CHANGES = ["reporter", "annuler", "film"] as const;
export type QuickChange = (typeof QUICK_CHANGES)[number];

/** What the short forms and the buttons of a card change, in addition to the days. */
export const QUICK_FIELDS = ["status", "previousDates", "notice", "afterMovie", "publication"] as const;

export const SAME_DAY = "C’est la date d’avant. Indiquez-en une autre, ou videz ce champ.";

const notice = () => optionalLine(EVENT_FIELDS.notice.limit);

const isPossible = (day: string): boolean =>
  isDay(day) && Number(day.slice(0, 4)) >= YEARS.min && Number(day.slice(0, 4)) <= YEARS.max;

const newDay = (event: EventFields) =>
  z._default(
    typedText(LIMITS.text).check(
      z.trim(),
      z.refine((day) => day === "" || isPossible(day), DAYS_SENTENCES.day),
      z.refine((day) => day === "" || day !== event.firstDay || isRescheduled(event), SAME_DAY),
    ),
    "",
  );

/** Schema of the form for `change`. Returns all fields of the changed event. An empty `NewDay` is an unknown date. */
export function quickSchema(change: QuickChange, event: EventFields) {
  if (change === "film")
    return z.pipe(
      z.object({ AfterMovie: optionalLink() }),
      z.transform(({ AfterMovie }): EventFields => ({ ...event, afterMovie: AfterMovie })),
    );
  if (change === "annuler")
    return z.pipe(
      z.object({ Notice: notice() }),
      z.transform(({ Notice }): EventFields => ({ ...event, status: "annule", notice: Notice })),
    );
  return z.pipe(
    z.object({ NewDay: newDay(event), Notice: notice() }),
    z.transform(
      ({ NewDay, Notice }): EventFields => ({ ...event, ...postponeEvent(event, NewDay as Day | ""), notice: Notice }),
    ),
  );
}

/** Initial values of the forms « reporter », « annuler » and « film ». */
export const quickValues = (event: EventFields) => ({
  NewDay: isRescheduled(event) ? event.firstDay : "",
  Notice: event.notice,
  AfterMovie: event.afterMovie,
});
