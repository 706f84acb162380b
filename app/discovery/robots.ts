import { siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/robots.ts";

export const handle: Handle = { cached: [] };

/** Unlisted pages respond with `noindex`. This public file must not name unlisted pages. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${context.get(siteContext).publicUrl}/sitemap.xml\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
