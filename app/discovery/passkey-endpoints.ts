import { data } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { passkeyHost } from "#domain/accounts/passkey.ts";
import type { Route } from "./+types/passkey-endpoints.ts";

/** https://www.w3.org/TR/passkey-endpoints/: pages that password managers offer to add and to manage a passkey. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(siteContext);
  if (!passkeyHost(publicUrl)) throw data(null, { status: 404 });
  const keys = `${publicUrl}/comptes#cles`;
  return Response.json({ enroll: keys, manage: keys }, { headers: { "cache-control": "public, max-age=86400" } });
}
