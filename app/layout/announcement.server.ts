import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { type Announcement, isShown } from "#domain/announcement.ts";

/** The announcement for `AnnouncementBar`, under the name `announcement` in a page's loader data. Null for none. */
export async function shownAnnouncement(context: Readonly<RouterContextProvider>): Promise<Announcement | null> {
  const { announcement, clock } = context.get(servicesContext);
  const { report, expireAt } = context.get(siteContext);
  try {
    const { text, link, until } = await announcement.get();
    if (!isShown({ text, link, until }, clock.now())) return null;
    expireAt(new Date(until));
    return { text, link, until };
  } catch (error) {
    report(error, "announcement");
    return null;
  }
}
