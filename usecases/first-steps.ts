import { exampleSettingsIn } from "#domain/settings/example-settings.ts";
import type { Account } from "#stores/account-types.ts";
import type { Services } from "./services.ts";

/** In the order of the page. The first two steps concern the signed-in account, all others the site. */
const FIRST_STEPS = [
  "first-name",
  "passkey",
  "colleague",
  "account",
  "networks",
  "photo",
  "member",
  "event",
  "register",
  "fee",
  "mail",
  "hosting",
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** `asked`: only the person who looks after the server can do the step. */
export type FirstStepState = "done" | "open" | "asked";

type Needed = Pick<
  Services,
  "settings" | "committee" | "events" | "register" | "fees" | "auth" | "mailer" | "mails" | "firstSteps"
>;

/**
 * Ends the checklist if nothing is left that the committee can do (docs/specification.md section 17).
 * @param canHavePasskey whether browsers allow passkeys on the site. If not, there is no such step.
 */
export async function readFirstSteps(
  services: Needed,
  me: Pick<Account, "firstName" | "hasPasskey">,
  canHavePasskey: boolean,
): Promise<{ readonly step: FirstStep; readonly state: FirstStepState }[]> {
  const { committee, events, register, auth, mailer, mails, firstSteps } = services;
  const settings = await services.settings.get();
  const [members, planned, people, years, accounts, hasMailLeft] = await Promise.all([
    committee.list(),
    events.list(),
    register.count(),
    services.fees.listYears(),
    auth.listAccounts(),
    mails.hasTestMailLeft(settings.recipients),
  ]);
  const examples = exampleSettingsIn(settings);
  const isDone: Record<FirstStep, boolean> = {
    "first-name": me.firstName !== "",
    passkey: me.hasPasskey === true,
    colleague: accounts.filter(({ canSignIn }) => canSignIn).length > 1,
    account: !examples.includes("iban"),
    networks: !examples.some((field) => NETWORKS.includes(field)),
    photo: Boolean(settings.picture),
    member: members.length > 0,
    event: planned.length > 0,
    register: people > 0,
    fee: years.length > 0,
    mail: mailer.delivery !== "file" && hasMailLeft,
    hosting: settings.hosting !== "" && settings.mailHosting !== "",
  };
  const stateOf = (step: FirstStep): FirstStepState => {
    if (isDone[step]) return "done";
    return step === "mail" && mailer.delivery === "file" ? "asked" : "open";
  };
  const steps = FIRST_STEPS.filter((step) => step !== "passkey" || canHavePasskey || isDone.passkey);
  const states = steps.map((step) => ({ step, state: stateOf(step) }));
  if (states.every(({ state }) => state !== "open")) await firstSteps.end();
  return states;
}

const NETWORKS: readonly ReturnType<typeof exampleSettingsIn>[number][] = ["instagram", "facebook", "email"];
