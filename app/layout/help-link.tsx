import { useMatches } from "react-router";
import type { Handle } from "#app/route-handle.ts";

/** Opens the guide in a new tab, so that a form keeps its unsaved values. Absent if the page has no chapter. */
export function HelpLink() {
  const { help } = (useMatches().at(-1)?.handle ?? {}) as Handle;
  if (!help) return null;
  return (
    <nav className="help-link" aria-label="Aide sur cette page">
      <a href={`/aide#${help}`} target="_blank" rel="noopener">
        <b>
          Aide<span className="sr-only"> (dans un nouvel onglet)</span>
        </b>
      </a>
    </nav>
  );
}
