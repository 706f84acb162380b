/** The action of /reglages: saving the settings, and the trial mail. */
import { data, type RouterContextProvider } from "react-router";
import { CHAMPS_REGLAGES } from "#domain/reglages.ts";
import { enregistrerReglages, type FormulaireReglages } from "#usecases/enregistrer-reglages.ts";
import { envoyerEssai } from "#usecases/envoyer-essai.ts";
import { rediriger, STATUT_IMAGE, tropDImages } from "./admin-actions.server.ts";
import { needPassword } from "./confirmation.server.ts";
import { CONFIRMATION } from "./confirmation.ts";
import { compteContext, servicesContext, siteContext } from "./context.ts";
import { readForm } from "./read-form.server.ts";
import { type SettingsAnswer, TRIAL } from "./settings-answer.ts";

type Args = { request: Request; context: Readonly<RouterContextProvider> };

const FIELDS = [...CHAMPS_REGLAGES, "version", "retirerPhoto", "quoi", CONFIRMATION];

const repondre = (answer: SettingsAnswer, status = 200) => data(answer, { status });

export async function saveSettings(args: Args) {
  const { saisie: sent, fichier, malformes, robot } = readForm(args, FIELDS, "photo");
  // A password that was typed never comes back with the page.
  const { [CONFIRMATION]: typed, ...textes } = sent;
  const saisie = fichier ? { ...textes, photo: fichier.nom } : textes;
  if (robot) return repondre({ saisie });
  if (saisie.quoi === TRIAL) return tryMail(args);
  if (Object.keys(malformes).length > 0) return repondre({ erreurs: malformes, saisie }, 400);
  const trop = fichier && tropDImages(args.context);
  if (trop) return repondre({ erreurs: { photo: trop }, saisie }, 429);
  const { version = "" } = saisie;
  try {
    return await save(args, { saisie, version, photo: fichier, retirerPhoto: saisie.retirerPhoto === "on" }, typed);
  } catch (panne) {
    args.context.get(siteContext).signaler(panne, "settings save");
    return repondre({ echec: true, saisie }, 503);
  }
}

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
    () => needPassword(args, typed),
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
