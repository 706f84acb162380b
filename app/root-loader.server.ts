import { momentInZurich } from "#domain/dates.ts";
import { compareEvents, hasEventPage } from "#domain/events/planned-event.ts";
import { accountDisplayName } from "#domain/person.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { deletionNoticeCutoff } from "#usecases/inbox/delete-old-entries.ts";
import { countLostLinks } from "#usecases/register/lost-link.ts";
import { findLateWithdrawals } from "#usecases/slots/late-withdrawals.ts";
import type { Route } from "./+types/root.ts";
import { readAcceptedPasskeys } from "./accounts/accepted-passkeys.server.ts";
import { accountContext, servicesContext, siteContext, toastReadContext } from "./contexts.ts";
import type { FooterLink } from "./layout/footer.tsx";
import { renderPageText, textPreviewContext } from "./layout/texts.server.ts";
import { composeToast, type ToastCode } from "./layout/toasts/toast-texts.ts";
import { readToast } from "./session/cookies.ts";
import { valueOrFallback } from "./ui/with-fallback.server.ts";

const RJV = "/rjv2025";

const FOOTER_LINKS: readonly FooterLink[] = [
  { path: "/ma-fiche", name: "Ma fiche" },
  { path: "/charte", name: "Charte" },
  { path: "/responsabilite", name: "Responsabilité" },
  { path: RJV, name: "RJV 2025" },
  { path: "/confidentialite", name: "Protection des données" },
];

/** After these changes, the browser is told the account's passkeys and name. */
const SIGNALLED_AFTER: ReadonlySet<ToastCode> = new Set([
  "signedIn",
  "passkey-added",
  "passkey-renamed",
  "passkey-removed",
  "account-renamed",
]);

type Context = Route.LoaderArgs["context"];

/** @returns counts of entries; `isHeld` is true if a wrong setting prevents sending mail */
async function countInbox(context: Context, settings: Settings) {
  const { inbox, mails, clock } = context.get(servicesContext);
  const count = (type: SubmissionType) => inbox.countPending(type, deletionNoticeCutoff(type, settings, clock.now()));
  const [inscription, message, held] = await Promise.all([count("inscription"), count("message"), mails.heldReason()]);
  return { inscription, message, isHeld: held !== null };
}

async function listPages(context: Context): Promise<FooterLink[]> {
  const { events, clock } = context.get(servicesContext);
  const now = momentInZurich(clock.now());
  const shown = (await events.listWithPage()).filter((event) => hasEventPage(event, now)).toSorted(compareEvents);
  // Restoring a deleted event can give two events the same address: link each address once.
  const names = new Map(shown.map(({ pageAddress, name }) => [`/${pageAddress}`, name]));
  return [...names].map(([path, name]) => ({ path, name }));
}

export async function loadPageFrame({ request, context }: Route.LoaderArgs) {
  const destination = request.headers.get("sec-fetch-dest");
  const isFramed = destination === "iframe" || context.get(textPreviewContext) !== null;
  const saved = isFramed ? null : await readToast(request);
  context.set(toastReadContext, saved !== null);
  const account = isFramed ? null : context.get(accountContext);
  const { publicUrl, routes } = context.get(siteContext);
  const services = context.get(servicesContext);
  const { settings: store, firstSteps, clockGuard } = services;
  const settings = await valueOrFallback(context, store.get(), undefined, "settings of the footer");
  return {
    publicUrl,
    isFramed,
    pendingTexts: routes.pendingTexts,
    account: account && {
      id: account.id,
      email: account.email,
      name: accountDisplayName(account),
      passkey: account.hasPasskey === true,
      password: !account.hasNoPassword,
      firstSteps: !(await valueOrFallback(context, firstSteps.areOver(), true, "first steps")),
      inbox: settings
        ? await valueOrFallback(context, countInbox(context, settings), null, "count of new entries")
        : null,
      late: await valueOrFallback(context, services.toDo.countLate(), 0, "count of late to-dos"),
      lostLinks: await valueOrFallback(context, countLostLinks(services), 0, "count of lost links"),
      withdrawals: await valueOrFallback(context, findLateWithdrawals(services), null, "late withdrawals"),
      clockHeld: clockGuard.heldSince() !== null,
    },
    accepted: account && saved && SIGNALLED_AFTER.has(saved.code) ? await readAcceptedPasskeys(context, account) : null,
    toast: saved && { ...composeToast(saved.code, saved), ...(destination === "document" && { fixed: true }) },
    footer: {
      town: settings && `${settings.postcode} ${settings.place}`,
      links: [
        ...(await valueOrFallback(context, listPages(context), [], "pages of big events")),
        ...FOOTER_LINKS.filter(({ path }) => path !== RJV || !settings?.rjvHidden),
      ],
      host: new URL(publicUrl).host,
      closing: (await renderPageText(context, "footer")).closing,
    },
  };
}
