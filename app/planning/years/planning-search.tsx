import { Form, Link } from "react-router";
import Magnifier from "#app/ui/drawings/sign-magnifier.svg?drawing";
import { SEARCH_MAX } from "#domain/text/search.ts";
import { cardDensity, EventGrid } from "./event-grid.tsx";
import type { EventCardData } from "./year.server.ts";

type SearchProps = {
  pagePath: string;
  query: string;
};

export const PlanningSearch = ({ pagePath, query }: SearchProps) => (
  <search>
    <Form className="field search" method="get" action={pagePath}>
      <label htmlFor="q" className="sr-only">
        Chercher un événement de toutes les années
      </label>
      <input
        key={query}
        id="q"
        name="q"
        type="search"
        maxLength={SEARCH_MAX}
        placeholder="Loto, bal, 2024…"
        defaultValue={query}
        autoComplete="off"
      />
      <button type="submit">
        <Magnifier />
        <span className="sr-only">Chercher</span>
      </button>
    </Form>
  </search>
);

type ResultProps = SearchProps & { url: string; found: readonly EventCardData[] };

export function PlanningSearchResult({ found, query, pagePath, url }: ResultProps) {
  return (
    <>
      <p className="page-frame planning-count" role="status">
        {countText(found.length)} «&nbsp;<bdi>{query}</bdi>&nbsp;», toutes années confondues.{" "}
        <Link className="strong-link" to={pagePath}>
          Tout revoir
        </Link>
      </p>
      {found.length > 0 && <EventGrid events={found} admin url={url} density={cardDensity(found.length)} framed />}
    </>
  );
}

function countText(count: number): string {
  if (count === 0) return "Aucun événement pour";
  return count === 1 ? "Un événement pour" : `${count} événements pour`;
}
