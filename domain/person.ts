/** Author of an action, with the name at that time. `id` is empty in old entries, which have only an e-mail address. */
export type Person = { readonly id: string; readonly name: string };

/** The author and the time of a change; `by` is null when the site itself changes something. */
export type Author = { readonly by: Person | null; readonly at: Date };

export const shownName = ({ firstName, email }: { firstName: string; email: string }): string => firstName || email;

/** The account as author of journal entries and revisions. */
export const personOf = (account: { id: string; firstName: string; email: string }): Person => ({
  id: account.id,
  name: shownName(account),
});
