import { redirect } from "react-router";
import { accountContext, confirmPasswordContext, servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { readForm } from "#app/ui/form/read-form.server.ts";
import { readEmail, type TypedValues } from "#domain/fields.ts";
import type { Route } from "./+types/passkey-options.ts";

export const handle: Handle = { unlisted: true, costly: true };

export const loader = () => redirect("/");

export async function action(args: Route.ActionArgs): Promise<Response> {
  const { typed } = await readForm(args, ["purpose", "token", "email"]);
  const options = await optionsFor(args.context, typed);
  return options ? Response.json(options) : new Response(null, { status: 403 });
}

async function optionsFor(context: Route.ActionArgs["context"], { purpose, token = "", email = "" }: TypedValues) {
  const { auth } = context.get(servicesContext);
  const me = context.get(accountContext);
  if (purpose === "sign-in") return auth.passkeyOptions("sign-in", null);
  if (purpose === "join") {
    const [link, address] = [await auth.readLink(token), readEmail(email)];
    const account = link.ok ? link.value.account : address.ok ? await auth.inviteFirst(token, address.value) : null;
    return account && auth.passkeyOptions("add", account);
  }
  if (!me) return null;
  if (purpose === "confirm") return auth.passkeyOptions("confirm", me);
  const isConfirmed = purpose === "add" && (await context.get(confirmPasswordContext)("")).ok;
  return isConfirmed ? auth.passkeyOptions("add", me) : null;
}
