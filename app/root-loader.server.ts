/** What header, session bar and footer show on every page. */
import { shownName } from "#domain/person.ts";
import type { Route } from "./+types/root.ts";
import { accountContext, servicesContext, siteContext } from "./contexts.ts";
import { toastOf } from "./layout/toasts/toast-texts.ts";
import { readToast } from "./session/cookies.ts";

/** @returns how much waits for the committee; null when the inbox does not answer: no reason to show no page at all */
async function countWaiting(context: Route.LoaderArgs["context"]) {
  try {
    const { inbox } = context.get(servicesContext);
    const [inscription, message, held] = await Promise.all([
      inbox.count("inscription"),
      inbox.count("message"),
      inbox.heldReason(),
    ]);
    return { inscription, message, isHeld: held !== null };
  } catch (error) {
    context.get(siteContext).report(error, "count of new entries");
    return null;
  }
}

export async function loadFrame({ request, context }: Route.LoaderArgs) {
  const kept = await readToast(request);
  const account = context.get(accountContext);
  const { report, publicUrl, routes } = context.get(siteContext);
  // The frame stands also while the settings cannot be read; the page itself says what it cannot do then.
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
      waiting: await countWaiting(context),
      clockHeld: context.get(servicesContext).clockGuard.heldSince() !== null,
    },
    toast: kept && toastOf(kept.code, kept.undo),
    footer: {
      town: settings && `${settings.postcode} ${settings.place}`,
      host: new URL(publicUrl).host,
    },
  };
}
