/**
 * The committee's accounts at Firebase Authentication. It keeps addresses and passwords; Firestore keeps what it has no
 * place for (committee-document.ts).
 */
import type { Firestore } from "@google-cloud/firestore";
import type { Auth } from "firebase-admin/auth";
import type { Authenticator } from "#ports/authenticator.ts";
import { ownSessions } from "./account-sessions.ts";
import { committeeOf } from "./committee-accounts.ts";
import { committeeDocument } from "./committee-document.ts";
import { firstLink } from "./first-link.ts";
import { manageAccounts } from "./manage-accounts.ts";
import { managePasswords } from "./manage-passwords.ts";
import { createSignIn } from "./sign-in.ts";

/**
 * Makes the authenticator.
 * @param auth as `openAuth` gave it
 * @param signInUrl the provider's address for the sign-in call, before `/v1/`
 * @param apiKey the project's web key
 * @param admins addresses, lower case, that count without the claim `committee` once the provider has verified them
 * @param report is told why the provider let somebody not in; never of whom
 * @param now the present instant
 */
export function createFirebaseAuthenticator({
  auth,
  db,
  signInUrl,
  apiKey,
  admins,
  report,
  now = () => new Date(),
}: {
  auth: Auth;
  db: Firestore;
  signInUrl: string;
  apiKey: string;
  admins: readonly string[];
  report: (fault: unknown, where: string) => void;
  now?: () => Date;
}): Authenticator {
  const request = createSignIn({ url: signInUrl, apiKey });
  async function askProvider(email: string, password: string): Promise<string | null> {
    const outcome = await request(email, password);
    if (outcome.ok) return outcome.value;
    report(outcome.reason, "sign-in");
    return null;
  }
  const parts = { committee: committeeOf(auth, admins), kept: committeeDocument(db), askProvider, report, now };
  const accounts = { ...managePasswords(parts), ...manageAccounts(parts) };
  return { ...ownSessions(parts), ...accounts, ...firstLink(parts, accounts) };
}
