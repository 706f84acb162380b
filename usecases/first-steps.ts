import { isExample } from "#domain/settings/example-settings.ts";
import type { Services } from "./services.ts";

export const FIRST_STEPS = ["account", "photo", "member", "event", "mail", "fee", "colleague", "backup"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type Needed = Pick<
  Services,
  "settings" | "committee" | "events" | "fees" | "auth" | "health" | "backups" | "firstSteps"
>;

/**
 * Ends the checklist if all items are done (docs/specification.md section 17).
 * @returns the done items, and whether the hosting provider makes the backups
 */
export async function readFirstSteps(
  services: Needed,
): Promise<{ readonly done: readonly FirstStep[]; readonly backedUpByProvider: boolean }> {
  const { committee, events, auth, health, backups, firstSteps } = services;
  const [settings, members, planned, years, accounts, backupsState] = await Promise.all([
    services.settings.get(),
    committee.list(),
    events.list(),
    services.fees.listYears(),
    auth.listAccounts(),
    // An unreadable folder of the backups must not break the page.
    backups.readState().catch(() => null),
  ]);
  const backedUpByProvider = backupsState?.kept === null;
  const isDone: Record<FirstStep, boolean> = {
    account: !isExample("iban", settings.iban),
    photo: Boolean(settings.picture),
    member: members.length > 0,
    event: planned.length > 0,
    mail: settings.recipients.length > 0,
    fee: years.length > 0,
    colleague: accounts.filter(({ canSignIn }) => canSignIn).length > 1,
    backup: backedUpByProvider || health.readChecked().last?.restoreTest.outcome === "readable",
  };
  const done = FIRST_STEPS.filter((step) => isDone[step]);
  if (done.length === FIRST_STEPS.length) await firstSteps.end();
  return { done, backedUpByProvider };
}
