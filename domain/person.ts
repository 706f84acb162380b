/** Author of an action, with the name at that time. `id` is empty in old entries, which have only an e-mail address. */
export type Person = { readonly id: string; readonly name: string };

/** The author and the time of a change. `by` is null for a change by an automatic job or on the command line. */
export type Author = { readonly by: Person | null; readonly at: Date };

export const shownName = ({ firstName, email }: { firstName: string; email: string }): string => firstName || email;

/** The account as author of journal entries and revisions. */
export const personOf = (account: { id: string; firstName: string; email: string }): Person => ({
  id: account.id,
  name: shownName(account),
});
