/** Works without script: each filter is a submit button of the search form. */
import { type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import Magnifier from "#app/ui/drawings/sign-magnifier.svg?drawing";
import { SEARCH_INTENTION } from "./list-query.ts";

export type ListSearch = {
  /** URL of the whole list. The search is posted to it, so that its words are in no URL and in no log. */
  readonly path: string;
  /** `q`: the words of the shown search. */
  readonly view: { readonly q: string; readonly filter: string };
  /** The filter of a new search, if it differs from the filter of `view`. */
  readonly searchIn?: string;
  readonly label: string;
  readonly example: string;
  readonly filters: readonly { readonly filter: string; readonly label: string }[];
  /** Numbers beside the labels of filters. */
  readonly counts?: Readonly<Record<string, number>>;
};

type Props = {
  search: ListSearch;
  /** Shown at the end of the toolbar. */
  tool?: ReactNode;
  /** Number of found entries, in words. */
  count: ReactNode;
  /** Shown beside the count. */
  children?: ReactNode;
};

export const ListTools = ({
  search: { path, view, searchIn = view.filter, label, example, filters, counts },
  tool,
  count,
  children,
}: Props) => (
  <search>
    <Form className="toolbar" method="post" action={path} preventScrollReset>
      <input type="hidden" name="intention" value={SEARCH_INTENTION} />
      <SearchField q={view.q} filter={searchIn} label={label} example={example} />
      <Filters filter={view.filter} choices={filters} counts={counts} />
      {tool}
    </Form>
    <div className="toolbar__summary row">
      <p role="status">{count}</p>
      {children}
    </div>
  </search>
);

type SearchProps = Pick<ListSearch, "label" | "example"> & ListSearch["view"];

function SearchField({ q, filter, label, example }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const lastQuery = useRef(q);
  // Show a new `q`, but keep text that was typed before hydration.
  useEffect(() => {
    if (lastQuery.current === q || !field.current) return;
    lastQuery.current = q;
    field.current.value = q;
  }, [q]);
  return (
    <div className="field search">
      <label htmlFor="q" className="sr-only">
        {label}
      </label>
      <input id="q" name="q" type="search" ref={field} placeholder={example} defaultValue={q} autoComplete="off" />
      <button type="submit" name="filtre" value={filter} title="Chercher">
        <Magnifier />
        <span className="sr-only">Chercher</span>
      </button>
    </div>
  );
}

/** More filters have lines of their own, also in wide windows. */
const BESIDE_SEARCH = 7;

type FiltersProps = { filter: string; choices: ListSearch["filters"]; counts: ListSearch["counts"] };

function Filters({ filter: current, choices, counts = {} }: FiltersProps) {
  const chips = useRef<HTMLDivElement>(null);
  // On phones, the row scrolls: bring the current filter into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each filter
  useEffect(() => {
    const pressed = chips.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (chips.current && pressed) chips.current.scrollLeft = pressed.offsetLeft - pressed.offsetWidth / 2;
  }, [current]);
  return (
    <fieldset className={choices.length > BESIDE_SEARCH ? "chips chips--below" : "chips"}>
      <legend className="sr-only">Afficher</legend>
      <div className="chips__strip" ref={chips}>
        {choices.map(({ filter, label }) => (
          <button key={filter} type="submit" name="filtre" value={filter} aria-pressed={filter === current}>
            {label}
            {Boolean(counts[filter]) && <b>{counts[filter]}</b>}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
