import { momentInZurich } from "#domain/dates.ts";
import { hasPage } from "#domain/events/big-event.ts";
import { compareEvents } from "#domain/events/planned-event.ts";
import { shownName } from "#domain/person.ts";
import type { Route } from "./+types/root.ts";
import { accountContext, servicesContext, siteContext } from "./contexts.ts";
import type { FooterLink } from "./layout/footer.tsx";
import { toastOf } from "./layout/toasts/toast-texts.ts";
import { readToast } from "./session/cookies.ts";

/** @returns unhandled entries and failed mail; null when the inbox is unavailable, so that the page still loads */
async function countInbox(context: Route.LoaderArgs["context"]) {
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

/** @returns links to the pages of big events; none when they cannot be read */
async function listPages(context: Route.LoaderArgs["context"]): Promise<FooterLink[]> {
  const { events, clock } = context.get(servicesContext);
  try {
    const now = momentInZurich(clock.now());
    const shown = (await events.listWithPage()).filter((event) => hasPage(event, now)).toSorted(compareEvents);
    const names = new Map(shown.map(({ pageAddress, name }) => [`/${pageAddress}`, name]));
    return [...names].map(([path, name]) => ({ path, name }));
  } catch (error) {
    context.get(siteContext).report(error, "pages of big events");
    return [];
  }
}

/** Data of header, session bar and footer. */
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
      inbox: await countInbox(context),
      clockHeld: context.get(servicesContext).clockGuard.heldSince() !== null,
    },
    toast: saved && toastOf(saved.code, saved.undo),
    footer: {
      town: settings && `${settings.postcode} ${settings.place}`,
      rjvHidden: settings?.rjvHidden ?? false,
      pages: await listPages(context),
      host: new URL(publicUrl).host,
    },
  };
}
