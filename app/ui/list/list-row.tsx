import type { FormEvent, ReactNode } from "react";
import { rowId } from "./acted-rows.ts";

type Props = {
  /** Of the entry. Names the row in the URL (acted-rows.ts). */
  id?: string | undefined;
  className?: string | undefined;
  /** In front of the name: a check box or a picture. */
  lead?: ReactNode;
  name: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** What was done to this row. Stands in the place of `actions`, which keep their room. */
  outcome?: ReactNode;
  /** The button « Annuler ». Never in the place of `actions`: a second tap must not hit it. */
  undo?: ReactNode;
  /** Under the row. */
  more?: ReactNode;
};

/** The answer to a form must not make a row lower: a second tap would hit the next row. */
export function keepHeight({ currentTarget }: FormEvent<HTMLElement>): void {
  currentTarget.style.minHeight = `${currentTarget.getBoundingClientRect().height}px`;
}

/** A row of every list of the committee. `list.css` lays it out by the class of the list. */
export const ListRow = ({ id, className, lead, name, about, children, actions, outcome, undo, more }: Props) => (
  <li
    className={className ? `list__row ${className}` : "list__row"}
    id={id === undefined ? undefined : rowId(id)}
    onSubmit={keepHeight}
  >
    <div className="list__who">
      {lead}
      {name}
      {about && <div className="list__about">{about}</div>}
    </div>
    {children}
    {(outcome || actions) && (
      // The same elements before and after: a removed button would take the focus with it.
      <div className={outcome ? "list__actions list__actions--done" : "list__actions row"}>
        <div className={outcome ? "row" : "list__choices"} inert={Boolean(outcome)}>
          {actions}
        </div>
        {outcome && <p role="status">{outcome}</p>}
      </div>
    )}
    {undo && <div className="list__undo">{undo}</div>}
    {more && <div className="list__more">{more}</div>}
  </li>
);
