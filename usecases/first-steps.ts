import { isExample } from "#domain/settings/example-settings.ts";
import type { Services } from "./services.ts";

/** First steps of a new site, in the order of the list on the settings page. */
export const FIRST_STEPS = ["account", "photo", "member", "event", "mail", "colleague", "backup"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type Needed = Pick<Services, "settings" | "committee" | "events" | "auth" | "health" | "firstSteps">;

/**
 * The first steps of a new site that are done. When all are, the list ends for good (docs/specification.md section 17).
 * @throws when a store is unavailable
 */
export async function readFirstSteps(services: Needed): Promise<readonly FirstStep[]> {
  const { committee, events, auth, health, firstSteps } = services;
  const [settings, members, planned, accounts] = await Promise.all([
    services.settings.get(),
    committee.list(),
    events.list(),
    auth.listAccounts(),
  ]);
  const tested = health.readChecked().last?.restoreTest.outcome;
  const isDone: Record<FirstStep, boolean> = {
    account: !isExample("iban", settings.iban),
    photo: Boolean(settings.photo),
    member: members.length > 0,
    event: planned.length > 0,
    mail: settings.recipients.length > 0,
    colleague: accounts.filter(({ canSignIn }) => canSignIn).length > 1,
    backup: tested === "restored" || tested === "elsewhere",
  };
  const done = FIRST_STEPS.filter((step) => isDone[step]);
  if (done.length === FIRST_STEPS.length) await firstSteps.end();
  return done;
}
