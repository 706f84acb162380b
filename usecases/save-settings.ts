import { errorsByField, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import { type SensitiveGroup, type SettingChange, sensitiveChanges } from "#domain/settings/sensitive-settings.ts";
import { differences, type Settings, settingsSchema } from "#domain/settings/settings.ts";
import type { Account } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import { tellingAccounts } from "./accounts/tell-accounts.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = settingsSchema();

/** The form as it came: its texts and the version it was opened on, and what is to become of the group photo. */
export type SettingsForm = {
  readonly typed: TypedValues;
  readonly version: string;
  /** A new group photo, or null to leave it as it is. */
  readonly photo: SentFile | null;
  /** The home page goes back to its drawing; a new photo wins over it. */
  readonly removePhoto: boolean;
  /** Key of the photo of an earlier state that comes back; null: that state had none. Absent: none does. */
  readonly formerPhoto?: string | null | undefined;
};

/** What was saved: the groups of settings that the accounts are told of, each once. */
export type SavedSettings = { readonly told: readonly SensitiveGroup[] };

/** Refused fields; or what somebody else has saved in the meantime, who, and the version to name when saving over it. */
export type SettingsRefusal =
  | PublishRefusal
  | {
      readonly conflict: { readonly version: string; readonly current: readonly string[]; readonly by: string | null };
    };

type Needs = Pick<Services, "settings" | "images" | "auth" | "accountMailer" | "accountMail" | "clock">;

/**
 * Saves all settings and the group photo together, or nothing of them; what they were stays among their earlier states.
 * All accounts are told where money or mail goes somewhere else from now on.
 * @param by the account that saves
 * @param confirm called when money or mail is to go somewhere else; what it says is missing is handed back, and nothing
 * is saved
 * @throws when a store does not answer; the settings may be saved then
 */
export async function saveSettingsAndPhoto<Missing>(
  services: Needs,
  form: SettingsForm,
  by: Account,
  confirm: () => Promise<Missing | null>,
): Promise<Result<SavedSettings, SettingsRefusal | { readonly missing: Missing }>> {
  const { settings, images } = services;
  const parsed = SCHEMA.safeParse(form.typed);
  if (!parsed.success) return refuse({ errors: errorsByField(parsed.error), image: null });
  const before = await settings.get();
  if (before.version !== form.version) return inConflict(services, parsed.data);
  const sensitive = sensitiveChanges(before, parsed.data);
  const missing = sensitive.length > 0 ? await confirm() : null;
  if (missing) return refuse({ missing });

  const was = before.photo ?? null;
  const added = form.photo && (await images.prepare("accueil", form.photo));
  if (added && !added.ok) return refuse({ errors: { photo: PICTURE_SENTENCES[added.reason] }, image: added.reason });
  const photo = { was, is: added ? added.value : await photoAfter(services, form, was) };
  const author = { by: personOf(by), at: services.clock.now() };
  const moneyMoves = sensitive.some(({ group }) => group === "bank" || group === "twint");
  const save = () => settings.save(parsed.data, form.version, author, photo, moneyMoves ? ["bank-details"] : []);
  const outcome = await tellOf(services, sensitive, by, save);
  if (outcome === "saved") return accept({ told: [...new Set(sensitive.map(({ group }) => group))] });
  if (added) await images.discard(added.value);
  return inConflict(services, parsed.data);
}

async function tellOf(
  services: Needs,
  sensitive: readonly SettingChange[],
  { email: by }: Account,
  make: () => Promise<"saved" | "outdated">,
) {
  if (sensitive.length === 0) return make();
  return tellingAccounts(services, {
    by,
    change: { settings: sensitive },
    make,
    happened: (outcome) => outcome === "saved",
  });
}

async function inConflict({ settings }: Pick<Needs, "settings">, typed: Settings) {
  const current = await settings.get();
  const by = current.lastSave?.by.name ?? null;
  return refuse({ conflict: { version: current.version, current: differences(current, typed), by } });
}

/** @returns key of the group photo where no new one was sent. @param was until now */
async function photoAfter(
  { images }: Needs,
  { removePhoto, formerPhoto }: SettingsForm,
  was: string | null,
): Promise<string | null> {
  if (removePhoto || formerPhoto === null) return null;
  if (formerPhoto === undefined) return was;
  return (await images.get(formerPhoto)) ? formerPhoto : was;
}
