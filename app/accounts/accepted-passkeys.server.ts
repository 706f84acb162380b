import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { valueOrFallback } from "#app/ui/with-fallback.server.ts";
import type { Account } from "#stores/account-types.ts";
import { acceptedPasskeys } from "#usecases/accounts/passkeys.ts";

/** @returns null if they cannot be read: an incomplete list would make the browser hide good passkeys */
export const readAcceptedPasskeys = (context: Readonly<RouterContextProvider>, account: Account) =>
  valueOrFallback(
    context,
    acceptedPasskeys(context.get(servicesContext), account, context.get(siteContext).publicUrl),
    null,
    "passkeys for the browser",
  );
