/** The action of the settings: saving the settings, the trial mail, and the look at the site's health. */
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { needPassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION } from "#app/session/confirmed-password.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { PICTURE_STATUS, tooManyPictures } from "#app/ui/form/image-refusals.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { answer, takeForm } from "#app/ui/form/take-form.server.ts";
import { fieldNames } from "#domain/fields.ts";
import { settingsSchema } from "#domain/settings/settings.ts";
import { sendTrial } from "#usecases/inbox/send-trial-mail.ts";
import { type SettingsForm, saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { CHECK, CLOCK } from "./check-form.ts";
import { TRIAL, type TrialOutcome } from "./trial-mail-form.ts";

/** What the action tells its page besides. */
export type SettingsAnswer = FormAnswer<{ readonly trial?: TrialOutcome }>;

const FORM = {
  where: "settings save",
  fields: [...fieldNames(settingsSchema()), "version", "removePhoto", "what", CONFIRMATION],
  fileField: "photo",
  secrets: [CONFIRMATION],
  choice: { field: "what", among: ["", TRIAL, CHECK, CLOCK] },
};

const reply = (what: SettingsAnswer, status?: number) => answer(what, status);

export const saveSettings = (args: Args) =>
  takeForm(args, FORM, async ({ typed: texts, secrets, file }) => {
    const typed = file ? { ...texts, photo: file.name } : texts;
    if (typed.what === TRIAL) return tryMail(args);
    if (typed.what === CHECK) return checkHealth(args);
    if (typed.what === CLOCK) return confirmClock(args);
    const excess = file && tooManyPictures(args.context);
    if (excess) return reply({ errors: { photo: excess }, typed }, 429);
    const form = { typed, version: typed.version ?? "", photo: file, removePhoto: typed.removePhoto === "on" };
    return save(args, form, secrets[CONFIRMATION]);
  });

async function save(args: Args, settingsForm: SettingsForm, password: string | undefined) {
  const { context } = args;
  const { record } = context.get(siteContext);
  const services = context.get(servicesContext);
  const { typed } = settingsForm;
  const account = context.get(accountContext);
  if (!account) return reply({ sessionEnded: true, typed }, 401);
  const outcome = await saveSettingsAndPhoto(services, settingsForm, account, () => needPassword(context, password));
  if (outcome.ok) {
    const { told } = outcome.value;
    if (told.includes("bank") || told.includes("twint")) record("bank-details-changed", account.id);
    if (told.includes("recipients")) record("recipients-changed", account.id);
    return redirectWithToast(context, "/reglages", "settings-saved");
  }
  if ("conflict" in outcome.reason) return reply({ conflict: outcome.reason.conflict, typed }, 409);
  if ("missing" in outcome.reason)
    return reply({ errors: outcome.reason.missing.errors, typed }, outcome.reason.missing.status);
  const { errors, image } = outcome.reason;
  return reply({ errors, typed }, image ? PICTURE_STATUS[image] : 400);
}

/** How long the answer waits; what takes longer goes on, and the page says so. */
const CHECK_WAIT_MS = 20_000;

async function checkHealth({ context }: Args) {
  await context.get(servicesContext).health.check(CHECK_WAIT_MS);
  return reply({});
}

async function confirmClock({ context }: Args) {
  await context.get(servicesContext).clockGuard.confirm();
  return reply({});
}

async function tryMail({ context }: Args) {
  try {
    const email = context.get(accountContext)?.email ?? "";
    return reply({ trial: await sendTrial(context.get(servicesContext), email) });
  } catch (fault) {
    context.get(siteContext).report(fault, "trial mail");
    return reply({ trial: "fault" }, 503);
  }
}
