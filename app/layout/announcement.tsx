import { Link, useMatches } from "react-router";
import type { Announcement } from "#domain/announcement.ts";

/** Shows the announcement that the loader of the page read. */
export function AnnouncementBar() {
  const found = useMatches().map(
    ({ loaderData }) => (loaderData as { announcement?: Announcement } | null)?.announcement,
  );
  const announcement = found.find(Boolean);
  if (!announcement) return null;
  const { text, link, until } = announcement;
  return (
    <aside className="announcement-bar" aria-label="Annonce" data-until={until}>
      <p className="page-frame" dir="auto">
        {link === "" ? (
          <span>{text}</span>
        ) : link.startsWith("/") ? (
          <Link to={link}>{text}</Link>
        ) : (
          <a href={link} rel="noopener">
            {text}
          </a>
        )}
      </p>
    </aside>
  );
}
