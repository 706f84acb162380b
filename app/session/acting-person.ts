import type { RouterContextProvider } from "react-router";
import { accountContext } from "#app/contexts.ts";
import { type Person, personOfAccount } from "#domain/person.ts";

export function actingPerson(context: Readonly<RouterContextProvider>): Person | null {
  const account = context.get(accountContext);
  return account && personOfAccount(account);
}
