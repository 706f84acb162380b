import type { ComponentProps, ReactNode } from "react";
import { Screen } from "#app/layout/screen.tsx";
import { type ListSearch, ListTools } from "./list-tools.tsx";
import { Pager } from "./pager.tsx";

type Props = Omit<ComponentProps<typeof Screen>, "children"> & {
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
  /** Under the pager. */
  more?: ReactNode;
  /** The rows: a list `.list` of `ListRow`. */
  children: ReactNode;
};

/** The frame of every list of the committee. Its action is a `listAction`. */
export const ListScreen = ({ search, tool, count, tools, notice, empty, pager, more, children, ...screen }: Props) => (
  <Screen {...screen}>
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
    {more}
  </Screen>
);
