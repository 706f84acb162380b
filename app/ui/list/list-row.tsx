import type { FormEvent, ReactNode } from "react";
import { rowId } from "./acted-rows.ts";

type Props = {
  /** Id of the entry. The URL names the row by this id (acted-rows.ts). */
  id?: string | undefined;
  className?: string | undefined;
  /** Shown before the name: a check box or a picture. */
  lead?: ReactNode;
  name: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Says what was done to this row. Covers `actions`, which keep their space. */
  outcome?: ReactNode;
  /** The button « Annuler ». Never in the place of `actions`, because a second tap would hit it. */
  undo?: ReactNode;
  /** Shown below the row. */
  more?: ReactNode;
};

/** The response to a form must not make a row lower: a second tap would hit the next row. */
export function keepRowFromShrinking({ currentTarget }: FormEvent<HTMLElement>): void {
  currentTarget.style.minHeight = `${currentTarget.getBoundingClientRect().height}px`;
}

/** A row of any list of the committee. `list.css` lays the row out according to the class of the list. */
export const ListRow = ({ id, className, lead, name, about, children, actions, outcome, undo, more }: Props) => (
  <li
    className={className ? `list__row ${className}` : "list__row"}
    id={id === undefined ? undefined : rowId(id)}
    onSubmit={keepRowFromShrinking}
  >
    <div className="list__who">
      {lead}
      {name}
      {about && <div className="list__about">{about}</div>}
    </div>
    {children}
    {(outcome || actions) && (
      // Render the same elements before and after an action: a removed button would lose the focus.
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
