import type { ComponentProps, ReactNode } from "react";
import { Screen } from "#app/layout/screen.tsx";
import { type ListSearch, ListTools } from "./list-tools.tsx";
import { Pager } from "./pager.tsx";

type Props = Omit<ComponentProps<typeof Screen>, "children"> & {
  /** The list's `ListLinks`. */
  links?: ReactNode;
  search?: ListSearch;
  /** Shown at the end of the search's toolbar. */
  tool?: ReactNode;
  /** Number of found entries, in words. */
  count?: ReactNode;
  /** Shown beside the count; in a list without a search, above the rows. */
  tools?: ReactNode;
  notice?: ReactNode;
  /** Shown in place of the rows if there are none. False if there are rows. */
  empty?: ReactNode;
  pager?: ComponentProps<typeof Pager>;
  /** The rows: a list `.list` of `ListRow`. */
  children: ReactNode;
};

/** The frame of every list of the committee. All tools are above the rows. The route's action is a `listAction`. */
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
