import { erreursParChamp, type Saisie } from "#domain/champs.ts";
import { differences, type Reglages, schemaReglages } from "#domain/reglages.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import { type SensitiveGroup, type SettingChange, sensitiveChanges } from "#domain/sensitive-settings.ts";
import { PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import type { Fichier } from "#domain/upload-limits.ts";
import type { ImageStore } from "#ports/image-store.ts";
import type { Auteur } from "#ports/reglages-store.ts";
import type { Services } from "#ports/services.ts";
import { PHRASES_IMAGE, type RefusDePublier } from "./phrases-image.ts";
import { tellingAccounts } from "./tell-accounts.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = schemaReglages();

/** The form as it came: its texts and the version it was opened on, and what is to become of the group photo. */
export type FormulaireReglages = {
  readonly saisie: Saisie;
  readonly version: string;
  /** A new group photo, or null to leave it as it is. */
  readonly photo: Fichier | null;
  /** The home page goes back to its drawing; a new photo wins over it. */
  readonly retirerPhoto: boolean;
};

/** What was saved: the groups of settings that the accounts are told of, each once. */
export type SavedSettings = { readonly told: readonly SensitiveGroup[] };

/** Refused fields; or what somebody else has saved in the meantime, and the version to name when saving over it. */
export type RefusDesReglages =
  | RefusDePublier
  | { readonly conflit: { readonly version: string; readonly actuel: readonly string[] } };

type Ce = Pick<Services, "reglages" | "images" | "auth" | "courrierCompte" | "accountMail" | "clock">;

/**
 * Saves all settings and the group photo together, or nothing of them. All accounts are told where money or mail goes
 * somewhere else from now on.
 * @param auteur who saves, and when
 * @param confirm called when money or mail is to go somewhere else; what it says is missing is handed back, and nothing
 * is saved
 * @param signalerPanne told when the former photo could not be cleared away after everything was saved
 * @throws when a store does not answer; the settings may be saved then, and the photo that was to go still be there
 */
export async function enregistrerReglages<Missing>(
  services: Ce,
  { saisie, version, photo, retirerPhoto }: FormulaireReglages,
  auteur: Auteur,
  confirm: () => Promise<Missing | null>,
  signalerPanne: (panne: unknown) => void = () => {},
): Promise<Resultat<SavedSettings, RefusDesReglages | { readonly missing: Missing }>> {
  const { reglages, images } = services;
  const lecture = SCHEMA.safeParse(saisie);
  if (!lecture.success) return refuse({ erreurs: erreursParChamp(lecture.error), image: null });
  const avant = await reglages.get();
  if (avant.version !== version) return enConflit({ reglages }, lecture.data);
  const settings = sensitiveChanges(avant, lecture.data);
  const missing = settings.length > 0 ? await confirm() : null;
  if (missing) return refuse({ missing });

  const changement = photo ? await remplacer(images, photo) : accepte(retirerPhoto ? removal(images) : NOTHING);
  if (!changement.ok) return refuse({ erreurs: { photo: PHRASES_IMAGE[changement.raison] }, image: changement.raison });
  const { complete, clearAway, undo } = changement.valeur;
  const save = () => reglages.save(lecture.data, version, auteur);
  const issue = await tellOf(services, settings, auteur, save).catch((panne: unknown) => ({ panne }));
  if (issue === "enregistre") {
    await complete();
    await clearAway().catch(signalerPanne);
    return accepte({ told: [...new Set(settings.map(({ group }) => group))] });
  }
  await undo();
  if (issue !== "depasse") throw issue.panne;
  return enConflit({ reglages }, lecture.data);
}

async function tellOf(
  services: Ce,
  settings: readonly SettingChange[],
  { email: by }: Auteur,
  make: () => Promise<"enregistre" | "depasse">,
) {
  if (settings.length === 0) return make();
  return tellingAccounts(services, { by, change: { settings }, make, happened: (issue) => issue === "enregistre" });
}

async function enConflit({ reglages }: Pick<Ce, "reglages">, saisis: Reglages) {
  const actuels = await reglages.get();
  return refuse({ conflit: { version: actuels.version, actuel: differences(actuels, saisis) } });
}

/**
 * What is done with the photo: once the settings are saved, then to clear away, or when they are not saved. Nothing is set
 * aside before they are: a sweep on any instance discards what is, at any time.
 */
type Change = { complete: () => Promise<void>; clearAway: () => Promise<void>; undo: () => Promise<void> };

const nothing = async () => {};
const NOTHING: Change = { complete: nothing, clearAway: nothing, undo: nothing };

async function remplacer(images: ImageStore, photo: Fichier) {
  const ancienne = await images.last(PHOTO_DE_GROUPE);
  const nouvelle = await images.save(PHOTO_DE_GROUPE, photo);
  if (!nouvelle.ok) return nouvelle;
  return accepte<Change>({
    complete: nothing,
    clearAway: async () => (ancienne ? images.remove(ancienne.path) : undefined),
    undo: () => images.remove(nouvelle.valeur.path),
  });
}

const removal = (images: ImageStore): Change => ({
  complete: () => images.setAside(PHOTO_DE_GROUPE),
  clearAway: () => images.discard(PHOTO_DE_GROUPE),
  undo: nothing,
});
