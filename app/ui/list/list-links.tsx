import type { ReactNode } from "react";

/** The tools of a list that are links, above its search. On phones, one line that scrolls sideways: put rare ones last. */
export const ListLinks = ({ label = "Outils", children }: { label?: string; children: ReactNode }) => (
  <nav className="list-links row" aria-label={label}>
    {children}
  </nav>
);
