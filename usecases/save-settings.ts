import { errorsByField, type TypedValues } from "#domain/fields.ts";
import { changedFields } from "#domain/history.ts";
import { type Person, personOfAccount } from "#domain/person.ts";
import type { UploadedFile } from "#domain/pictures/upload-limits.ts";
import { PICTURE_SENTENCES, type PictureFormRefusal } from "#domain/pictures/upload-limits.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { type SensitiveGroup, sensitiveSettingChanges } from "#domain/settings/sensitive-settings.ts";
import { type Settings, settingDifferences, settingsSchema } from "#domain/settings/settings.ts";
import type { Account } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import { accountNoticeLetters } from "./accounts/account-letters.ts";

/** Build the schema once: building takes longer than validating a form. */
const SCHEMA = settingsSchema();

export type SettingsFormData = {
  readonly typed: TypedValues;
  readonly version: string;
  readonly photo: UploadedFile | null;
  /** Ignored if `photo` is set. */
  readonly removePhoto: boolean;
  /** Photo of the revision to restore. Null: the revision has no photo. Absent: no restoration. */
  readonly formerPhoto?: string | null | undefined;
};

export type SavedSettings = {
  /** Groups of changed settings about which all accounts are notified. */
  readonly notified: readonly SensitiveGroup[];
  readonly changed: readonly string[];
};

/** `conflict`: another user has saved. `by`: name of this user. `current`: saved values that differ from the form. */
export type SettingsRefusal =
  | PictureFormRefusal
  | {
      readonly conflict: { readonly version: string; readonly current: readonly string[]; readonly by: string | null };
    };

type Needs = Pick<Services, "settings" | "pictures" | "auth" | "mailer" | "clock">;

/** @param confirm called before sensitive settings are saved. If `confirm` does not return null, nothing is saved. */
export async function saveSettingsAndPhoto<Missing>(
  services: Needs,
  form: SettingsFormData,
  by: Account,
  confirm: () => Promise<Missing | null>,
): Promise<Result<SavedSettings, SettingsRefusal | { readonly missing: Missing }>> {
  const { settings, pictures } = services;
  const parsed = SCHEMA.safeParse(form.typed);
  if (!parsed.success) return refusal({ errors: errorsByField(parsed.error), image: null });
  const before = await settings.get();
  if (before.version !== form.version) return inConflict(services, parsed.data);
  const sensitive = sensitiveSettingChanges(before, parsed.data);
  const missing = sensitive.length > 0 ? await confirm() : null;
  if (missing) return refusal({ missing });

  const was = before.picture ?? null;
  const added = form.photo && (await pictures.prepare("accueil", form.photo));
  if (added && !added.ok) return refusal({ errors: { photo: PICTURE_SENTENCES[added.reason] }, image: added.reason });
  const photo = { was, is: added ? added.value : await photoAfter(services, form, was) };
  const author = { by: personOfAccount(by), at: services.clock.now() };
  const moneyMoves = sensitive.some(({ group }) => group === "bank" || group === "twint");
  const actions = moneyMoves ? (["bank-details"] as const) : [];
  const letters =
    sensitive.length > 0 ? await accountNoticeLetters(services, { by: by.email, change: { settings: sensitive } }) : [];
  const outcome = await settings.save(parsed.data, form.version, author, photo, actions, letters);
  if (outcome === "saved")
    return success({
      notified: [...new Set(sensitive.map(({ group }) => group))],
      changed: [...changedFields<Settings>(before, parsed.data), ...(photo.is === was ? [] : ["photo"])],
    });
  if (added) await pictures.discard(added.value);
  return inConflict(services, parsed.data);
}

async function inConflict({ settings }: Pick<Needs, "settings">, typed: Settings) {
  const current = await settings.get();
  const by = current.lastSave?.by.name ?? null;
  return refusal({ conflict: { version: current.version, current: settingDifferences(current, typed), by } });
}

async function photoAfter(
  { pictures }: Needs,
  { removePhoto, formerPhoto }: SettingsFormData,
  was: string | null,
): Promise<string | null> {
  if (removePhoto || formerPhoto === null) return null;
  if (formerPhoto === undefined) return was;
  return (await pictures.get(formerPhoto)) ? formerPhoto : was;
}

/**
 * Stops the planning year from advancing automatically. After a concurrent save, reads the settings again and retries.
 */
export async function stopAutomaticPlanningYear(
  services: Pick<Services, "settings" | "clock">,
  planningYear: number,
  by: Person,
): Promise<void> {
  const { settings, clock } = services;
  for (;;) {
    const { version, lastSave: _, picture: __, ...kept } = await settings.get();
    if (kept.planningYear === planningYear && !kept.planningYearAutomatic) return;
    const outcome = await settings.save({ ...kept, planningYear, planningYearAutomatic: false }, version, {
      by,
      at: clock.now(),
    });
    if (outcome === "saved") return;
  }
}
