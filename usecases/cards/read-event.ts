import * as z from "zod/mini";
import { eventSchema } from "#domain/events/event-form.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { ADDRESS_SENTENCES, RESERVED_ADDRESSES } from "#domain/events/reserved-addresses.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Services } from "#usecases/services.ts";

/** Refuses a page address that the site or another event uses. @param stored absent for a new event */
export const readEvent = (
  { events }: Pick<Services, "events">,
  typed: TypedValues,
  stored?: Pick<EventFields, "month" | "status"> & { readonly id: string },
) =>
  eventSchema(stored)
    .check(
      z.superRefine(async ({ pageAddress }, context) => {
        const refuse = (message: string) => context.addIssue({ code: "custom", path: ["PageAddress"], message });
        if (RESERVED_ADDRESSES.includes(pageAddress)) return refuse(ADDRESS_SENTENCES.reserved);
        const others = pageAddress === "" ? [] : await events.listWithPage();
        const other = others.find((event) => event.pageAddress === pageAddress && event.id !== stored?.id);
        if (other) refuse(ADDRESS_SENTENCES.taken(other.name));
      }),
    )
    .safeParseAsync(typed);
