import { Link } from "react-router";
import { yearUrl } from "#app/ui/event-url.ts";

type Props = {
  /** Those with events, but for the one of this page. */
  years: readonly number[];
  /** The year that the planning shows. */
  shown: number;
  /** The year of this page. */
  here: number;
};

/** The other years of the planning. */
export function YearLinks({ years, shown, here }: Props) {
  const all = here === shown || years.includes(shown) ? years : [...years, shown];
  if (all.length === 0) return null;
  return (
    <nav className="page-frame years" aria-labelledby="autres-annees">
      <h2 id="autres-annees">Les autres années</h2>
      <ul role="list">
        {all
          .toSorted((a, b) => b - a)
          .map((year) => (
            <li key={year}>
              <Link className="btn btn--small btn--neige" to={yearUrl(year, shown)}>
                <span className="sr-only">Planning </span>
                {year}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
