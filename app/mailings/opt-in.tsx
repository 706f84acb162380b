import { redirect } from "react-router";
import type { Handle } from "#app/route-handle.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { optOutUrl } from "#domain/mailings/reader-urls.ts";
import { findOptOutMember } from "#usecases/mailings/read-mailings.ts";
import type { Route } from "./+types/opt-in.ts";

export const handle: Handle = {
  reading: true,
  committee: true,
  unlisted: true,
  secret: true,
  costly: true,
};

export { default, loader, meta } from "./opt-out.tsx";

/** An address of its own, so that no form of a mail program can ever end an opt-out. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "opt-in", fields: [] }, async ({ services }) => {
    const { token } = args.params;
    const member = await findOptOutMember(services, token);
    if (member === null) return formResult({}, 404);
    await services.optOuts.set(member, false, null);
    return redirect(optOutUrl(token));
  });
