import * as z from "zod/mini";
import { eventSchema } from "#domain/events/event-form.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Services } from "#usecases/services.ts";

export type PageAddressServices = Pick<Services, "events"> & {
  /** Whether the site itself answers paths that begin with this segment. */
  readonly isReserved: (segment: string) => boolean;
};

export const PAGE_ADDRESS_SENTENCES = {
  reserved: "Le site a déjà une page à cette adresse, ou la garde pour plus tard. Choisissez-en une autre.",
  taken: (name: string) => `«\u00a0${name}\u00a0» a déjà cette adresse. Choisissez-en une autre.`,
} as const;

/** Refuses a page address that the site or another event uses. @param stored absent for a new event */
export const validateEventForm = (
  { events, isReserved }: PageAddressServices,
  typed: TypedValues,
  stored?: Pick<EventFields, "month" | "status"> & { readonly id: string },
) =>
  eventSchema(stored)
    .check(
      z.superRefine(async ({ pageAddress }, context) => {
        const refuse = (message: string) => context.addIssue({ code: "custom", path: ["PageAddress"], message });
        if (isReserved(pageAddress)) return refuse(PAGE_ADDRESS_SENTENCES.reserved);
        const others = pageAddress === "" ? [] : await events.listWithPage();
        const other = others.find((event) => event.pageAddress === pageAddress && event.id !== stored?.id);
        if (other) refuse(PAGE_ADDRESS_SENTENCES.taken(other.name));
      }),
    )
    .safeParseAsync(typed);
