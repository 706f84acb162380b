import { Link, useMatches } from "react-router";
import type { Announcement } from "#domain/announcement.ts";

/** Shows the announcement that the loader of the page read. */
export function AnnouncementBar() {
  const page = useMatches().at(-1)?.loaderData as { announcement?: Announcement | null } | null;
  const announcement = page?.announcement;
  if (!announcement) return null;
  const { text, link, until } = announcement;
  return (
    <aside aria-label="Annonce" data-until={until}>
      <p className="page-frame">{link ? <Link to={link}>{text}</Link> : text}</p>
    </aside>
  );
}
