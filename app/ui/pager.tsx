import { Link } from "react-router";

type Props = { page: number; pages: number; addressOf: (page: number) => string };

export function Pager({ page, pages, addressOf }: Props) {
  if (pages === 1) return null;
  return (
    <nav className="pager row" aria-label="Pages">
      {page > 1 && (
        <Link className="btn btn--small btn--neige" to={addressOf(page - 1)} rel="prev">
          Page précédente
        </Link>
      )}
      <p>
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
