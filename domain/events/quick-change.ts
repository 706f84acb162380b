import * as z from "zod/mini";
import { type Day, isDay, YEAR_RANGE } from "../dates.ts";
import { FIELD_LIMITS, optionalLineSchema, typedTextSchema } from "../fields.ts";
import { optionalLinkSchema } from "../links.ts";
import { EVENT_DAYS_SENTENCES } from "./days.ts";
import { EVENT_FIELDS } from "./event-fields.ts";
import type { EventFields } from "./planned-event.ts";
import { isRescheduled, postponedEventFields } from "./postponement.ts";

/** Last URL segments of three short forms: postpone the event, cancel the event, add a link to a film. */
export const QUICK_CHANGES = ["reporter", "annuler", "film"] as const;
export type QuickChange = (typeof QUICK_CHANGES)[number];

/** What the short forms and the buttons of a card change, in addition to the days. */
export const QUICK_CHANGE_FIELDS = ["status", "previousDates", "notice", "afterMovie", "publication"] as const;

export const SAME_DAY_REFUSAL = "C’est la date d’avant. Indiquez-en une autre, ou videz ce champ.";

const notice = () => optionalLineSchema(EVENT_FIELDS.notice.limit);

const isPossible = (day: string): boolean =>
  isDay(day) && Number(day.slice(0, 4)) >= YEAR_RANGE.min && Number(day.slice(0, 4)) <= YEAR_RANGE.max;

const newDay = (event: EventFields) =>
  z._default(
    typedTextSchema(FIELD_LIMITS.text).check(
      z.trim(),
      z.refine((day) => day === "" || isPossible(day), EVENT_DAYS_SENTENCES.day),
      z.refine((day) => day === "" || day !== event.firstDay || isRescheduled(event), SAME_DAY_REFUSAL),
    ),
    "",
  );

/** Schema of the form for `change`. Returns all fields of the changed event. An empty `NewDay` is an unknown date. */
export function quickChangeSchema(change: QuickChange, event: EventFields) {
  if (change === "film")
    return z.pipe(
      z.object({ AfterMovie: optionalLinkSchema() }),
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
      ({ NewDay, Notice }): EventFields => ({
        ...event,
        ...postponedEventFields(event, NewDay as Day | ""),
        notice: Notice,
      }),
    ),
  );
}

/** Initial values of the forms « reporter », « annuler » and « film ». */
export const quickChangeValues = (event: EventFields) => ({
  NewDay: isRescheduled(event) ? event.firstDay : "",
  Notice: event.notice,
  AfterMovie: event.afterMovie,
});
