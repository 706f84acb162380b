/** A committee user. `name`: at the time of the action. `id`: empty in old entries. */
export type Person = { readonly id: string; readonly name: string };

/** `by`: null for a job of the site or the command line. */
export type Author = { readonly by: Person | null; readonly at: Date };

export const accountDisplayName = ({ firstName, email }: { firstName: string; email: string }): string =>
  firstName || email;

/** The account as author of journal entries and revisions. */
export const personOfAccount = (account: { id: string; firstName: string; email: string }): Person => ({
  id: account.id,
  name: accountDisplayName(account),
});
