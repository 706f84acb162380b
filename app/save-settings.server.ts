/** The action of /reglages: saving the settings, and the trial mail. */
import { fieldNames } from "#domain/champs.ts";
import { schemaReglages } from "#domain/reglages.ts";
import { enregistrerReglages, type FormulaireReglages } from "#usecases/enregistrer-reglages.ts";
import { envoyerEssai } from "#usecases/envoyer-essai.ts";
import { needPassword } from "./confirmation.server.ts";
import { CONFIRMATION } from "./confirmation.ts";
import { compteContext, servicesContext, siteContext } from "./context.ts";
import type { FormAnswer } from "./form-answer.ts";
import { STATUT_IMAGE, tropDImages } from "./image-refusals.server.ts";
import type { Args } from "./read-form.server.ts";
import { rediriger } from "./redirect-with-toast.server.ts";
import { answer, takeForm } from "./take-form.server.ts";
import { TRIAL, type TrialOutcome } from "./trial-mail.ts";

/** What the action tells its page besides. */
export type SettingsAnswer = FormAnswer<{ readonly essai?: TrialOutcome }>;

const FORM = {
  ou: "settings save",
  champs: [...fieldNames(schemaReglages()), "version", "retirerPhoto", "quoi", CONFIRMATION],
  champFichier: "photo",
  secrets: [CONFIRMATION],
  choice: { field: "quoi", among: ["", TRIAL] },
};

const repondre = (what: SettingsAnswer, status?: number) => answer(what, status);

export const saveSettings = (args: Args) =>
  takeForm(args, FORM, async ({ saisie: texts, secrets, fichier }) => {
    const saisie = fichier ? { ...texts, photo: fichier.nom } : texts;
    if (saisie.quoi === TRIAL) return tryMail(args);
    const trop = fichier && tropDImages(args.context);
    if (trop) return repondre({ erreurs: { photo: trop }, saisie }, 429);
    const form = { saisie, version: saisie.version ?? "", photo: fichier, retirerPhoto: saisie.retirerPhoto === "on" };
    return save(args, form, secrets[CONFIRMATION]);
  });

async function save(args: Args, formulaire: FormulaireReglages, typed: string | undefined) {
  const { context } = args;
  const { signaler, record } = context.get(siteContext);
  const services = context.get(servicesContext);
  const { saisie } = formulaire;
  const { id = null, email = "" } = context.get(compteContext) ?? {};
  const issue = await enregistrerReglages(
    services,
    formulaire,
    { email, le: services.clock.now() },
    () => needPassword(context, typed),
    (panne) => signaler(panne, "group photo"),
  );
  if (issue.ok) {
    const { told } = issue.valeur;
    if (told.includes("bank") || told.includes("twint")) record("bank-details-changed", id);
    if (told.includes("recipients")) record("recipients-changed", id);
    return rediriger(context, "/reglages", "reglages-enregistres");
  }
  if ("conflit" in issue.raison) return repondre({ conflit: issue.raison.conflit, saisie }, 409);
  if ("missing" in issue.raison)
    return repondre({ erreurs: issue.raison.missing.erreurs, saisie }, issue.raison.missing.status);
  const { erreurs, image } = issue.raison;
  return repondre({ erreurs, saisie }, image ? STATUT_IMAGE[image] : 400);
}

async function tryMail({ context }: Args) {
  try {
    const email = context.get(compteContext)?.email ?? "";
    return repondre({ essai: await envoyerEssai(context.get(servicesContext), email) });
  } catch (panne) {
    context.get(siteContext).signaler(panne, "trial mail");
    return repondre({ essai: "panne" }, 503);
  }
}
