import type { ReactNode } from "react";

/**
 * The links of a list, above its search. On phones, they form one line that scrolls sideways, so put rare links last.
 */
export const ListLinks = ({ label = "Outils", children }: { label?: string; children: ReactNode }) => (
  <nav className="list-links row" aria-label={label}>
    {children}
  </nav>
);
