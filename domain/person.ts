/**
 * A committee member as the author of an action. The name (first name, else address) is that of the time of the action
 * and survives the account. The id is empty when an earlier version recorded only an address.
 */
export type Person = { readonly id: string; readonly name: string };

/** The first name of an account's owner, or the address when it is empty. */
export const shownName = ({ firstName, email }: { firstName: string; email: string }): string => firstName || email;

/** The owner of an account. */
export const personOf = (account: { id: string; firstName: string; email: string }): Person => ({
  id: account.id,
  name: shownName(account),
});
