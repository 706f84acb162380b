import { useEffect, useRef } from "react";
import { Link } from "react-router";

/** `label`: needed if a page has several lists. */
type Props = { page: number; pages: number; addressOf: (page: number) => string; label?: string };

export function Pager({ page, pages, addressOf, label = "Pages" }: Props) {
  const position = useRef<HTMLParagraphElement>(null);
  const shown = useRef(page);
  // Keep the focus: the first and the last page lack the link that led to them, so browsers would move the focus to
  // `body`.
  useEffect(() => {
    const isLost = shown.current !== page && document.activeElement === document.body;
    if (isLost) position.current?.focus({ preventScroll: true });
    shown.current = page;
  }, [page]);
  if (pages === 1) return null;
  return (
    <nav className="pager row" aria-label={label}>
      {page > 1 && (
        <Link className="btn btn--small btn--neige" to={addressOf(page - 1)} rel="prev">
          Page précédente
        </Link>
      )}
      <p ref={position} tabIndex={-1}>
        Page {page} sur {pages}
      </p>
      {page < pages && (
        <Link className="btn btn--small btn--neige" to={addressOf(page + 1)} rel="next">
          Page suivante
        </Link>
      )}
    </nav>
  );
}
