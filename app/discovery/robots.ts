import { siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/robots.ts";

export const handle: Handle = { cached: [] };

/** Must not name private pages, because this file is public. Private pages respond with `noindex`. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${context.get(siteContext).publicUrl}/sitemap.xml\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
