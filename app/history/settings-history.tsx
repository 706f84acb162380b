import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION, isPasswordAsked } from "#app/session/confirm-password.tsx";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { SETTINGS_LABELS, type Settings, settingsAsTyped, settingsInWords } from "#domain/settings/settings.ts";
import type { Account } from "#stores/account-types.ts";
import { saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import type { Route } from "./+types/settings-history.ts";
import {
  type HistoryAnswer,
  historyResponse,
  REVISION_FIELDS,
  refusalsByLabel,
  viewRevisions,
} from "./history.server.ts";
import type { PasswordPrompt } from "./history-list.tsx";
import { HistoryPage } from "./history-page.tsx";

export const meta = privateMeta("Historique des réglages", "Ce que disaient les réglages, et qui les a changés.");

function describe(settings: Settings) {
  const words = settingsInWords(settings);
  return (Object.keys(SETTINGS_LABELS) as (keyof Settings)[]).map((field) => ({
    label: SETTINGS_LABELS[field],
    value: words[field],
  }));
}

export async function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(servicesContext);
  const [{ version, lastSave, picture: photo, ...content }, revisions] = await Promise.all([
    settings.get(),
    settings.listRevisions(),
  ]);
  const now = { content, at: lastSave?.at.toISOString() ?? "", by: lastSave?.by ?? null };
  return {
    version,
    revisions: viewRevisions({ ...now, ...(photo !== undefined && { picture: photo }) }, revisions, describe),
  };
}

const FORM = { where: "settings restore", fields: [...REVISION_FIELDS, CONFIRMATION], secrets: [CONFIRMATION] };

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, secrets, services }) => {
    const { context } = args;
    const account = context.get(accountContext);
    if (!account) return historyResponse({ sessionEnded: true }, 401);
    const revision = (await services.settings.listRevisions()).find(({ until }) => until === typed.state);
    if (!revision) return historyResponse({ expired: true }, 409);
    const form = { typed: settingsAsTyped(revision.content), version: typed.version ?? "", photo: null };
    const outcome = await saveSettingsAndPhoto(
      services,
      { ...form, removePhoto: false, formerPhoto: revision.picture },
      account,
      () => requirePassword(context, secrets[CONFIRMATION]),
    );
    if (outcome.ok) {
      recordChanges(context, account, outcome.value.notified);
      return redirectWithToast(context, "/reglages/historique", "state-restored");
    }
    const { reason } = outcome;
    if ("conflict" in reason) return historyResponse({ changedBy: reason.conflict.by }, 409);
    if ("missing" in reason) return historyResponse({ errors: reason.missing.errors, typed }, reason.missing.status);
    return historyResponse({ refused: refusalsByLabel(reason.errors, SETTINGS_LABELS) }, 400);
  });

function recordChanges(context: Route.ActionArgs["context"], { id }: Account, changes: readonly string[]): void {
  const { record } = context.get(siteContext);
  if (changes.includes("bank") || changes.includes("twint")) record("bank-details-changed", id);
  if (changes.includes("recipients")) record("recipients-changed", id);
}

export { clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

export default function SettingsHistory({ loaderData, actionData }: Route.ComponentProps) {
  const answer: HistoryAnswer = actionData ?? {};
  const { errors, typed } = answer;
  const prompt: PasswordPrompt | null = errors && isPasswordAsked(errors) ? { key: typed?.state ?? "", errors } : null;
  return (
    <HistoryPage {...loaderData} name="Réglages" noun="les réglages" form="/reglages" answer={answer} prompt={prompt} />
  );
}
