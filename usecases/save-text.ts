import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { shortenSettingText } from "#domain/settings/setting-fields.ts";
import type { IsPage } from "#domain/text/site-page.ts";
import { textWordsErrors } from "#domain/texts/render-text.server.ts";
import { textWordsSchema } from "#domain/texts/text-schema.ts";
import { type TextId, type TextWords, textFields } from "#domain/texts/texts.ts";
import type { Services } from "#usecases/services.ts";

/** Another user has saved the text. `by`: name of this user. `current`: saved words that differ from the form. */
type Conflict = { readonly version: string; readonly current: readonly string[]; readonly by: string | null };

export async function saveText(
  { texts, clock }: Pick<Services, "texts" | "clock">,
  id: TextId,
  { typed, version }: { readonly typed: TypedValues; readonly version: string },
  by: Person,
  isPage: IsPage,
): Promise<Result<"saved", { readonly errors: FieldErrors } | { readonly conflict: Conflict }>> {
  const parsed = textWordsSchema(textFields(id)).safeParse(typed);
  if (!parsed.success) return refusal({ errors: errorsByField(parsed.error) });
  const words: TextWords = parsed.data;
  const errors = textWordsErrors(id, words, isPage);
  if (Object.keys(errors).length > 0) return refusal({ errors });
  if ((await texts.save(id, words, version, { by, at: clock.now() })) === "saved") return success("saved");
  const saved = await texts.get(id);
  const current = Object.entries(textFields(id))
    .filter(([name, { initial }]) => saved.content[name] !== (words[name] || initial))
    .map(([name, { label }]) => `${label}\u00a0: ${shortenSettingText(saved.content[name] ?? "")}`);
  return refusal({ conflict: { version: saved.version, current, by: saved.lastSave?.by.name ?? null } });
}
