/** Works without script: each filter is a submit button of the search form. */
import { useEffect, useRef } from "react";
import Magnifier from "#app/ui/drawings/sign-magnifier.svg?drawing";

type SearchProps = {
  q: string;
  filter: string;
  label: string;
  example: string;
};

export function SearchField({ q, filter, label, example }: SearchProps) {
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

type FiltersProps = {
  filter: string;
  choices: readonly { readonly filter: string; readonly label: string }[];
  counts?: Readonly<Record<string, number>>;
};

export function Filters({ filter: current, choices, counts = {} }: FiltersProps) {
  const chips = useRef<HTMLDivElement>(null);
  // On phones, the row scrolls: bring the current filter into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each filter
  useEffect(() => {
    const pressed = chips.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (chips.current && pressed) chips.current.scrollLeft = pressed.offsetLeft - pressed.offsetWidth / 2;
  }, [current]);
  return (
    <fieldset className="chips">
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
