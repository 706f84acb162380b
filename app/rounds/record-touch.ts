/**
 * Records a touch in a round. The page sends the request while the phone opens a messaging app, so the response is only a
 * status: 204 recorded, 401 session ended, 409 touched by another account of the device, 400 and 404 permanently
 * refused. The page repeats the request after all other statuses.
 */
import { redirect } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { readForm } from "#app/ui/form/read-form.server.ts";
import { ADDRESSEE_FIELDS } from "#domain/rounds/round.ts";
import { changeTouch } from "#usecases/rounds/round.ts";
import type { Route } from "./+types/record-touch.ts";

export const handle: Handle = { unlisted: true };

export const loader = () => redirect("/registre");

const STATUSES = { set: 204, invalid: 400, absent: 404 } as const;

export async function action(args: Route.ActionArgs): Promise<Response> {
  const { context } = args;
  const by = actingPerson(context);
  if (!by) return new Response(null, { status: 401 });
  const { typed } = await readForm(args, ["kind", ...ADDRESSEE_FIELDS, "way", "at", "intention", "account"]);
  if (typed.account && typed.account !== by.id) return new Response(null, { status: 409 });
  if (typed.intention !== "sent" && typed.intention !== "unsent") return new Response(null, { status: 400 });
  try {
    const outcome = await changeTouch(context.get(servicesContext), typed, typed.intention === "sent", by);
    return new Response(null, { status: STATUSES[outcome] });
  } catch (error) {
    context.get(siteContext).report(error, "round touch");
    return new Response(null, { status: 503 });
  }
}
