import { isExample } from "#domain/settings/example-settings.ts";
import type { Services } from "./services.ts";

export const FIRST_STEPS = ["account", "photo", "member", "event", "mail", "fee", "colleague", "backup"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type Needed = Pick<Services, "settings" | "committee" | "events" | "fees" | "auth" | "health" | "firstSteps">;

/** @returns the done items. Ends the checklist if all items are done (docs/specification.md section 17). */
export async function readFirstSteps(services: Needed): Promise<readonly FirstStep[]> {
  const { committee, events, auth, health, firstSteps } = services;
  const [settings, members, planned, years, accounts] = await Promise.all([
    services.settings.get(),
    committee.list(),
    events.list(),
    services.fees.listYears(),
    auth.listAccounts(),
  ]);
  const tested = health.readChecked().last?.restoreTest.outcome;
  const isDone: Record<FirstStep, boolean> = {
    account: !isExample("iban", settings.iban),
    photo: Boolean(settings.photo),
    member: members.length > 0,
    event: planned.length > 0,
    mail: settings.recipients.length > 0,
    fee: years.length > 0,
    colleague: accounts.filter(({ canSignIn }) => canSignIn).length > 1,
    backup: tested === "restored" || tested === "elsewhere",
  };
  const done = FIRST_STEPS.filter((step) => isDone[step]);
  if (done.length === FIRST_STEPS.length) await firstSteps.end();
  return done;
}
