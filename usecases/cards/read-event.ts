import * as z from "zod/mini";
import { PAGE_SENTENCES } from "#domain/events/big-event.ts";
import { eventSchema } from "#domain/events/event-form.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Services } from "#usecases/services.ts";

/** Validates an event's form, and that no other event has its address. @param stored absent for a new event */
export const readEvent = (
  { events }: Pick<Services, "events">,
  typed: TypedValues,
  stored?: Pick<EventFields, "month" | "status"> & { readonly id: string },
) =>
  eventSchema(stored)
    .check(
      z.superRefine(async ({ pageAddress }, context) => {
        const others = pageAddress === "" ? [] : await events.listWithPage();
        const other = others.find((event) => event.pageAddress === pageAddress && event.id !== stored?.id);
        if (!other) return;
        context.addIssue({ code: "custom", path: ["PageAddress"], message: PAGE_SENTENCES.taken(other.name) });
      }),
    )
    .safeParseAsync(typed);
