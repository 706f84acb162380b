import { expect } from "vitest";
import type { AccountStore } from "#stores/accounts.ts";

const PASSWORD = "Pâquerette 1965";

/** Makes all calls at the same time, and expects each to throw. */
export async function expectAllRefused(auth: AccountStore, id: string, token: string, link: string): Promise<void> {
  const calls: Record<string, () => Promise<unknown>> = {
    session: () => auth.findSession(token),
    signIn: () => auth.signIn("zoe@exemple.ch", PASSWORD),
    accounts: () => auth.listAccounts(),
    createAccount: () => auth.createAccount("anne@exemple.ch", PASSWORD),
    invite: () => auth.invite("anne@exemple.ch"),
    reset: () => auth.reset(id),
    readLink: () => auth.readLink(link),
    acceptLink: () => auth.acceptLink(link, PASSWORD),
    removeAccount: () => auth.removeAccount(id),
    changePassword: () => auth.changePassword(id, PASSWORD, "un nouveau mot"),
    confirm: () => auth.confirm(token, PASSWORD),
    confirmedAt: () => auth.readConfirmedAt(token),
    sessions: () => auth.listSessions(token),
    endOtherSessions: () => auth.endOtherSessions(token),
  };
  const names = Object.keys(calls);
  const issues = await Promise.allSettled(Object.values(calls).map((call) => call()));
  expect(names.filter((_, i) => issues[i]?.status === "fulfilled")).toEqual([]);
}
