import type { ComponentProps, ReactNode } from "react";
import { Screen } from "#app/layout/screen.tsx";
import { type ListSearch, ListTools } from "./list-tools.tsx";
import { Pager } from "./pager.tsx";

type Props = Omit<ComponentProps<typeof Screen>, "children"> & {
  /** A `ListLinks`. */
  links?: ReactNode;
  search?: ListSearch;
  /** At the end of the search's toolbar. */
  tool?: ReactNode;
  /** How many entries were found, in words. */
  count?: ReactNode;
  /** Beside the count; for a list without a search, above the rows. */
  tools?: ReactNode;
  notice?: ReactNode;
  /** Shown in place of the rows if there are none. False if there are some. */
  empty?: ReactNode;
  pager?: ComponentProps<typeof Pager>;
  /** The rows: a list `.list` of `ListRow`. */
  children: ReactNode;
};

/** The frame of every list of the committee: all tools are above the rows. Its action is a `listAction`. */
export const ListScreen = ({ links, search, tool, count, tools, notice, empty, pager, children, ...screen }: Props) => (
  <Screen {...screen}>
    {links}
    {search ? (
      <ListTools search={search} tool={tool} count={count}>
        {tools}
      </ListTools>
    ) : (
      tools
    )}
    {notice}
    {empty || children}
    {pager && <Pager {...pager} />}
  </Screen>
);
