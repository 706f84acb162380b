import { Link, useMatches } from "react-router";
import type { Announcement } from "#domain/announcement.ts";

/** Shows the announcement that the loader of the page read. */
export function AnnouncementBar() {
  const data = useMatches().map(({ loaderData }) => loaderData as { announcement?: Announcement | null } | null);
  const announcement = data.map((each) => each?.announcement).find(Boolean);
  if (!announcement) return null;
  const { text, link, until } = announcement;
  return (
    <aside className="announcement-bar" aria-label="Annonce" data-until={until}>
      <p className="page-frame" dir="auto">
        {link ? <Link to={link}>{text}</Link> : <span>{text}</span>}
      </p>
    </aside>
  );
}
