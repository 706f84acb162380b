import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Route } from "./+types/security-txt.ts";

/** Lifetime of the file until its date `Expires`. RFC 9116, 2.5.5 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(siteContext);
  const { clock } = context.get(servicesContext);
  const expires = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10);
  const lines = [
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires}T00:00:00Z`,
    "Preferred-Languages: fr",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
