/** A cookie contains a signed mark for each account that has used the browser. */
import { personOfAccount } from "#domain/person.ts";
import type { Account } from "#stores/account-types.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

/** Maximum number of marks per browser. A further mark replaces the least recently used mark. */
const MARKS_MAX = 10;

/**
 * Records a sign-in with a new browser in the journal. @throws if the site's secret is unavailable
 * @param marks from the browser's cookie @returns the marks for the new cookie
 */
export async function recogniseBrowser(
  services: JournalServices & Pick<Services, "siteSecret">,
  account: Account,
  marks: readonly string[],
): Promise<readonly string[]> {
  const mark = await services.siteSecret().then(
    (secret) => markOf(secret, account),
    (error: unknown) => ({ error }),
  );
  if (typeof mark !== "string" || !marks.includes(mark))
    await addJournalEntry(services, personOfAccount(account), {
      action: "signed-in",
      subject: "session",
      subjectId: account.id,
    });
  if (typeof mark !== "string") throw mark.error;
  return [mark, ...marks.filter((other) => other !== mark && MARK.test(other))].slice(0, MARKS_MAX);
}

const MARK = /^[\w-]{43}$/;

async function markOf(secret: string, { id }: Pick<Account, "id">): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, bytes(`browser known to account ${id}`));
  return Buffer.from(signature).toString("base64url");
}
