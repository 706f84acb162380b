import { personOf } from "#domain/person.ts";
import type { Account } from "#stores/account-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";

/** Notes that somebody has signed in with a browser that had never been signed in with this account before. */
export const noteNewBrowser = (services: Noting, account: Account): Promise<void> =>
  note(services, personOf(account), { action: "signed-in", subject: "session", subjectId: account.id });
