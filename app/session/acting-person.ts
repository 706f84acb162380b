import type { RouterContextProvider } from "react-router";
import { accountContext } from "#app/contexts.ts";
import { type Person, personOf } from "#domain/person.ts";

export function actingPerson(context: Readonly<RouterContextProvider>): Person | null {
  const account = context.get(accountContext);
  return account && personOf(account);
}
