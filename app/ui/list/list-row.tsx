import type { ReactNode } from "react";

type Props = {
  id?: string | undefined;
  className?: string | undefined;
  /** In front of the name: a check box or a picture. */
  lead?: ReactNode;
  name: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** What an action has done to this row. Never in the place of `actions`: a second tap must not hit it. */
  outcome?: ReactNode;
};

/** A row of every list of the committee. `list.css` lays it out by the class of the list. */
export const ListRow = ({ id, className, lead, name, about, children, actions, outcome }: Props) => (
  <li className={className ? `list__row ${className}` : "list__row"} id={id}>
    <div className="list__who">
      {lead}
      {name}
      {about && <div className="list__about">{about}</div>}
    </div>
    {children}
    {actions && <div className="list__actions row">{actions}</div>}
    {outcome && <div className="list__outcome">{outcome}</div>}
  </li>
);
