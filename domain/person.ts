/** Author of an action, with the name at that time. The id is empty in entries that recorded an address only. */
export type Person = { readonly id: string; readonly name: string };

/** The first name of an account's owner, or the address when it is empty. */
export const shownName = ({ firstName, email }: { firstName: string; email: string }): string => firstName || email;

/** The account as it signs journal lines and revisions. */
export const personOf = (account: { id: string; firstName: string; email: string }): Person => ({
  id: account.id,
  name: shownName(account),
});
