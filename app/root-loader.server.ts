import { shownName } from "#domain/person.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { noticeLimit } from "#usecases/inbox/delete-old-entries.ts";
import type { Route } from "./+types/root.ts";
import { accountContext, servicesContext, siteContext } from "./contexts.ts";
import { toastOf } from "./layout/toasts/toast-texts.ts";
import { readToast } from "./session/cookies.ts";

/** @returns counts of unhandled and expiring entries and of failed mail; null on failure, so that the page loads */
async function countInbox(context: Route.LoaderArgs["context"], settings: Settings) {
  try {
    const { inbox, clock } = context.get(servicesContext);
    const count = (type: SubmissionType) => inbox.countPending(type, noticeLimit(type, settings, clock.now()));
    const [inscription, message, held] = await Promise.all([
      count("inscription"),
      count("message"),
      inbox.heldReason(),
    ]);
    return { inscription, message, isHeld: held !== null };
  } catch (error) {
    context.get(siteContext).report(error, "count of new entries");
    return null;
  }
}

async function areFirstStepsOpen(context: Route.LoaderArgs["context"]): Promise<boolean> {
  try {
    return !(await context.get(servicesContext).firstSteps.areOver());
  } catch (error) {
    context.get(siteContext).report(error, "first steps");
    return false;
  }
}

/** Loads what the header, the session bar and the footer show. */
export async function loadFrame({ request, context }: Route.LoaderArgs) {
  const saved = await readToast(request);
  const account = context.get(accountContext);
  const { report, publicUrl, routes } = context.get(siteContext);
  // When the settings cannot be read, the frame still renders; the page reports its own error.
  const settings = await context
    .get(servicesContext)
    .settings.get()
    .catch((error: unknown) => {
      report(error, "settings of the footer");
      return undefined;
    });
  return {
    publicUrl,
    pendingTexts: routes.pendingTexts,
    account: account && {
      email: account.email,
      name: shownName(account),
      passkey: account.hasPasskey === true,
      password: !account.hasNoPassword,
      firstSteps: await areFirstStepsOpen(context),
      inbox: settings ? await countInbox(context, settings) : null,
      clockHeld: context.get(servicesContext).clockGuard.heldSince() !== null,
    },
    toast: saved && toastOf(saved.code, saved.undo),
    footer: {
      town: settings && `${settings.postcode} ${settings.place}`,
      host: new URL(publicUrl).host,
    },
  };
}
