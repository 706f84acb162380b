import { type Announcement, announcementSchema } from "#domain/announcement.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import type { Services } from "#usecases/services.ts";

/** Refused fields; or `conflict`: the announcement that `by` saved since `version`. */
type Refused =
  | { readonly errors: FieldErrors }
  | {
      readonly conflict: { readonly version: string; readonly current: readonly string[]; readonly by: string | null };
    };

type Needs = Pick<Services, "announcement" | "clock">;

/** Replaces the announcement, unless it has changed since `version`. */
export async function announce(
  services: Needs,
  typed: TypedValues,
  version: string,
  by: Person,
): Promise<Result<void, Refused>> {
  const parsed = announcementSchema(services.clock.now()).safeParse(typed);
  if (!parsed.success) return refusal({ errors: errorsByField(parsed.error) });
  return save(services, parsed.data, version, by);
}

/** Ends the announcement now. Its text stays in the form, so that it can be published again. */
export async function withdraw(services: Needs, version: string, by: Person): Promise<Result<void, Refused>> {
  const { text, link } = await services.announcement.get();
  return save(services, { text, link, until: "" }, version, by);
}

async function save({ announcement, clock }: Needs, fields: Announcement, version: string, by: Person) {
  const outcome = await announcement.save(fields, version, { by, at: clock.now() });
  if (outcome === "saved") return accept(undefined);
  const { version: newVersion, text, lastSave } = await announcement.get();
  return refusal({ conflict: { version: newVersion, current: [text], by: lastSave?.by.name ?? null } });
}
