/** Action that restores a revision of the settings and its group photo. */
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { needPassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION } from "#app/session/confirmed-password.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { SETTINGS_LABELS, settingsAsTyped } from "#domain/settings/settings.ts";
import type { Account } from "#stores/account-types.ts";
import { saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { historyResponse, REVISION_FIELDS, refusalsByLabel } from "./history.server.ts";

const FORM = { where: "settings restore", fields: [...REVISION_FIELDS, CONFIRMATION], secrets: [CONFIRMATION] };

export const restoreSettings = (args: Args) =>
  handleForm(args, FORM, async ({ typed, secrets }) => {
    const { context } = args;
    const account = context.get(accountContext);
    if (!account) return historyResponse({ sessionEnded: true }, 401);
    const services = context.get(servicesContext);
    const revision = (await services.settings.listRevisions()).find(({ until }) => until === typed.state);
    if (!revision) return historyResponse({ expired: true }, 409);
    const form = { typed: settingsAsTyped(revision.content), version: typed.version ?? "", photo: null };
    const outcome = await saveSettingsAndPhoto(
      services,
      { ...form, removePhoto: false, formerPhoto: revision.picture },
      account,
      () => needPassword(context, secrets[CONFIRMATION]),
    );
    if (outcome.ok) {
      recordChanges(context, account, outcome.value.told);
      return redirectWithToast(context, "/reglages/historique", "state-restored");
    }
    const { reason } = outcome;
    if ("conflict" in reason) return historyResponse({ changedBy: reason.conflict.by }, 409);
    if ("missing" in reason) return historyResponse({ errors: reason.missing.errors, typed }, reason.missing.status);
    return historyResponse({ refused: refusalsByLabel(reason.errors, SETTINGS_LABELS) }, 400);
  });

function recordChanges(context: Args["context"], { id }: Account, told: readonly string[]): void {
  const { record } = context.get(siteContext);
  if (told.includes("bank") || told.includes("twint")) record("bank-details-changed", id);
  if (told.includes("recipients")) record("recipients-changed", id);
}
