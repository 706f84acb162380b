import { data } from "react-router";
import type { Services } from "#app/contexts.ts";
import { dayInFrench, dayInZurich } from "#domain/dates.ts";
import { findOptOutMember } from "#usecases/mailings/read-mailings.ts";

/** What the page of an opt-out shows. It names nobody. */
export async function viewOptOut(services: Pick<Services, "optOuts" | "register">, token: string) {
  const member = await findOptOutMember(services, token);
  if (member === null) return data(null, { status: 404 });
  const since = await services.optOuts.get(member);
  return data({ since: since && dayInFrench(dayInZurich(since)) });
}
