/** Which accounts have signed in with a browser: told by marks that it carries, and that only the site can make. */
import type { Account } from "#stores/account-types.ts";
import type { Noting } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";
import { noteNewBrowser } from "./note-new-browser.ts";

/** The accounts of one browser at most; the one that has not signed in for longest is forgotten. */
const MARKS_MAX = 10;

type Needs = Noting & Pick<Services, "siteSecret">;

/**
 * Notes that somebody has signed in, when it was with a browser that was new to the account.
 * @param marks what the browser carries, as it came
 * @returns what the browser carries from now on
 * @throws when the secret of the site cannot be read; the browser counts as new then, and that is noted
 */
export async function recogniseBrowser(
  services: Needs,
  account: Account,
  marks: readonly string[],
): Promise<readonly string[]> {
  const mark = await services.siteSecret().then(
    (secret) => markOf(secret, account),
    (fault: unknown) => ({ fault }),
  );
  if (typeof mark !== "string" || !marks.includes(mark)) await noteNewBrowser(services, account);
  if (typeof mark !== "string") throw mark.fault;
  return [mark, ...marks.filter((other) => other !== mark && MARK.test(other))].slice(0, MARKS_MAX);
}

/** What a mark looks like: the others of a browser are not looked into. */
const MARK = /^[\w-]{43}$/;

/** The same each time: whoever cannot read the secret cannot make it. */
async function markOf(secret: string, { id }: Pick<Account, "id">): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, bytes(`browser known to account ${id}`));
  return Buffer.from(signature).toString("base64url");
}
