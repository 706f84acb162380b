/**
 * How « À faire » reaches an account: the link of its calendar, and the letter of Monday. A token of the link contains the
 * account's id and an HMAC with the site's secret. Tokens are computed, not stored. So a stolen copy of the documents opens
 * no link.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Author } from "#domain/person.ts";
import { recordAction } from "#stores/journal.ts";
import {
  ACCOUNTS_COLLECTION,
  type AccountStoreDependencies,
  accountFromDocument,
  canAccountSignIn,
  mergeAccountFields,
} from "./account-document.ts";

const KEY_BYTES = 16;
/** Length of a token's HMAC part in characters: 132 bits in base64url. */
const MAC_LENGTH = 22;

export function createReminderStore({ documents, identities, fingerprintOf, now }: AccountStoreDependencies) {
  const tokenOf = async (id: string, key: string | null): Promise<string> =>
    id + (await fingerprintOf(["calendar of an account", id, key].join("\n"))).slice(0, MAC_LENGTH);

  const changeLink = (id: string, by: Author["by"], isKept: (key: string | null) => boolean): Promise<boolean> =>
    documents.transaction(
      async (transaction) => {
        const document = await transaction.get(ACCOUNTS_COLLECTION, id);
        if (isKept(accountFromDocument(document).calendarKey)) return false;
        const calendarKey = randomBytes(KEY_BYTES).toString("base64url");
        mergeAccountFields(transaction, id, document, { calendarKey });
        recordAction(transaction, { by, at: now(), action: "added", subject: "calendar-link", subjectId: id });
        return true;
      },
      { erases: true },
    );

  return {
    /** @returns `calendarToken`: null if the account has no calendar link */
    async readReminders(id: string): Promise<{ calendarToken: string | null; wantsToDoLetter: boolean }> {
      const { calendarKey, wantsToDoLetter } = accountFromDocument(await documents.get(ACCOUNTS_COLLECTION, id));
      return { calendarToken: calendarKey && (await tokenOf(id, calendarKey)), wantsToDoLetter };
    },

    /** Makes the calendar link of an account. Idempotent: a link stays. @returns false if the account has a link */
    makeCalendarLink: (id: string, by: Author["by"]): Promise<boolean> => changeLink(id, by, (key) => key !== null),

    /** Replaces the calendar link of an account. The former link ends. */
    renewCalendarLink: (id: string, by: Author["by"]): Promise<boolean> => changeLink(id, by, () => false),

    /** @returns whether the calendar link is that of an account that can sign in */
    async isCalendarToken(token: string): Promise<boolean> {
      const id = token.slice(0, -MAC_LENGTH);
      const document = await documents.get(ACCOUNTS_COLLECTION, id);
      const stored = accountFromDocument(document);
      const [sent, expected] = [Buffer.from(token), Buffer.from(await tokenOf(id, stored.calendarKey))];
      const isRight = sent.length === expected.length && timingSafeEqual(sent, expected);
      if (!isRight || !document || stored.calendarKey === null) return false;
      const identity = await identities.find(id);
      return identity !== null && canAccountSignIn({ identity, stored });
    },

    /** Whether the account gets the letter of Monday. */
    setToDoLetter: (id: string, wantsToDoLetter: boolean): Promise<void> =>
      documents.transaction(async (transaction) => {
        const document = await transaction.get(ACCOUNTS_COLLECTION, id);
        if (accountFromDocument(document).wantsToDoLetter !== wantsToDoLetter)
          mergeAccountFields(transaction, id, document, { wantsToDoLetter });
      }),
  };
}
