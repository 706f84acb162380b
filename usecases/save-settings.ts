import { errorsByField, type TypedValues } from "#domain/fields.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import { type SensitiveGroup, type SettingChange, sensitiveChanges } from "#domain/settings/sensitive-settings.ts";
import { differences, type Settings, settingsSchema } from "#domain/settings/settings.ts";
import type { ImageStore } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";
import type { Author } from "#ports/settings-store.ts";
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
};

/** What was saved: the groups of settings that the accounts are told of, each once. */
export type SavedSettings = { readonly told: readonly SensitiveGroup[] };

/** Refused fields; or what somebody else has saved in the meantime, and the version to name when saving over it. */
export type SettingsRefusal =
  | PublishRefusal
  | { readonly conflict: { readonly version: string; readonly current: readonly string[] } };

type Needs = Pick<Services, "settings" | "images" | "auth" | "accountMailer" | "accountMail" | "clock">;

/**
 * Saves all settings and the group photo together, or nothing of them. All accounts are told where money or mail goes
 * somewhere else from now on.
 * @param author who saves, and when
 * @param confirm called when money or mail is to go somewhere else; what it says is missing is handed back, and nothing
 * is saved
 * @param reportFault told when the former photo could not be cleared away after everything was saved
 * @throws when a store does not answer; the settings may be saved then, and the photo that was to go still be there
 */
export async function saveSettingsAndPhoto<Missing>(
  services: Needs,
  { typed, version, photo, removePhoto }: SettingsForm,
  author: Author,
  confirm: () => Promise<Missing | null>,
  reportFault: (fault: unknown) => void = () => {},
): Promise<Result<SavedSettings, SettingsRefusal | { readonly missing: Missing }>> {
  const { settings, images } = services;
  const parsed = SCHEMA.safeParse(typed);
  if (!parsed.success) return refuse({ errors: errorsByField(parsed.error), image: null });
  const before = await settings.get();
  if (before.version !== version) return inConflict({ settings }, parsed.data);
  const sensitive = sensitiveChanges(before, parsed.data);
  const missing = sensitive.length > 0 ? await confirm() : null;
  if (missing) return refuse({ missing });

  const change = photo ? await replacePhoto(images, photo) : accept(removePhoto ? removal(images) : NOTHING);
  if (!change.ok) return refuse({ errors: { photo: PICTURE_SENTENCES[change.reason] }, image: change.reason });
  const { complete, clearAway, undo } = change.value;
  const save = () => settings.save(parsed.data, version, author);
  const outcome = await tellOf(services, sensitive, author, save).catch((fault: unknown) => ({ fault }));
  if (outcome === "saved") {
    await complete();
    await clearAway().catch(reportFault);
    return accept({ told: [...new Set(sensitive.map(({ group }) => group))] });
  }
  await undo();
  if (outcome !== "outdated") throw outcome.fault;
  return inConflict({ settings }, parsed.data);
}

async function tellOf(
  services: Needs,
  sensitive: readonly SettingChange[],
  { email: by }: Author,
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
  return refuse({ conflict: { version: current.version, current: differences(current, typed) } });
}

/**
 * What is done with the photo: once the settings are saved, then to clear away, or when they are not saved. Nothing is set
 * aside before they are: a sweep on any instance discards what is, at any time.
 */
type Change = { complete: () => Promise<void>; clearAway: () => Promise<void>; undo: () => Promise<void> };

const nothing = async () => {};
const NOTHING: Change = { complete: nothing, clearAway: nothing, undo: nothing };

async function replacePhoto(images: ImageStore, photo: SentFile) {
  const old = await images.findLast(GROUP_PHOTO);
  const isNew = await images.save(GROUP_PHOTO, photo);
  if (!isNew.ok) return isNew;
  return accept<Change>({
    complete: nothing,
    clearAway: async () => (old ? images.remove(old.path) : undefined),
    undo: () => images.remove(isNew.value.path),
  });
}

const removal = (images: ImageStore): Change => ({
  complete: () => images.setAside(GROUP_PHOTO),
  clearAway: () => images.discard(GROUP_PHOTO),
  undo: nothing,
});
