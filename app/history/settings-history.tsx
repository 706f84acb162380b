import { accountContext, servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { isPasswordAsked } from "#app/session/confirmed-password.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { SETTINGS_LABELS, type Settings, settingsInWords } from "#domain/settings/settings.ts";
import type { Route } from "./+types/settings-history.ts";
import { viewRevisions } from "./history.server.ts";
import type { PasswordPrompt } from "./history-list.tsx";
import { type HistoryAnswer, HistoryPage } from "./history-page.tsx";
import { restoreSettings } from "./restore-settings.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const handle: Handle = { screen: true, unlisted: true };

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Historique des réglages", "Ce que disaient les réglages, et qui les a changés.", args);

function describe(settings: Settings) {
  const words = settingsInWords(settings);
  return (Object.keys(SETTINGS_LABELS) as (keyof Settings)[]).map((field) => ({
    label: SETTINGS_LABELS[field],
    value: words[field],
  }));
}

export async function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(servicesContext);
  const [{ version, lastSave, photo, ...content }, revisions] = await Promise.all([
    settings.get(),
    settings.listRevisions(),
  ]);
  const now = { content, at: lastSave?.at.toISOString() ?? "", by: lastSave?.by ?? null };
  return {
    email: context.get(accountContext)?.email ?? "",
    version,
    revisions: viewRevisions({ ...now, ...(photo !== undefined && { picture: photo }) }, revisions, describe),
  };
}

export const action = (args: Route.ActionArgs) => restoreSettings(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function SettingsHistory({ loaderData: { email, ...history }, actionData }: Route.ComponentProps) {
  const answer: HistoryAnswer = actionData ?? {};
  const { errors, typed } = answer;
  const prompt: PasswordPrompt | null =
    errors && isPasswordAsked(errors) ? { key: typed?.state ?? "", errors, email } : null;
  return (
    <HistoryPage {...history} name="Réglages" noun="les réglages" form="/reglages" answer={answer} prompt={prompt} />
  );
}
