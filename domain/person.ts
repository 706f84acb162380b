/**
 * Somebody of the committee who did something: the id of the account, and what the person is called, the first name or
 * else the address. The name is that of then: it stays when the account is gone. An id is empty where an earlier version
 * noted an address only.
 */
export type Person = { readonly id: string; readonly name: string };

/** @returns what an account's owner is called @param firstName empty: not known */
export const shownName = ({ firstName, email }: { firstName: string; email: string }): string => firstName || email;

/** @returns the owner of an account */
export const personOf = (account: { id: string; firstName: string; email: string }): Person => ({
  id: account.id,
  name: shownName(account),
});
