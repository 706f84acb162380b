import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { valueOrFallback } from "#app/ui/with-fallback.server.ts";
import { type Announcement, isAnnouncementShown } from "#domain/announcement.ts";

/** @returns null if no announcement is shown */
export async function readShownAnnouncement(context: Readonly<RouterContextProvider>): Promise<Announcement | null> {
  const { announcement, clock } = context.get(servicesContext);
  const stored = await valueOrFallback(context, announcement.get(), null, "announcement");
  if (!stored || !isAnnouncementShown(stored, clock.now())) return null;
  const { text, link, until } = stored;
  context.get(siteContext).expireAt(new Date(until));
  return { text, link, until };
}
