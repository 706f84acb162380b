import { redirect } from "react-router";
import { accountContext, rateLimiterContext, servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { waitInWords } from "#domain/accounts/attempt.ts";
import { dayInZurich } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import { CORRECTABLE } from "#domain/members/proposal.ts";
import type { Member } from "#stores/members/member-document.ts";
import { recordPresence } from "#usecases/members/assembly.ts";
import { proposeCorrection, proposeTwint } from "#usecases/members/proposals.ts";
import type { OwnAnswer } from "./own-page.tsx";

const FORM = {
  where: "own page",
  fields: ["intention", "year", ...CORRECTABLE],
  choice: { field: "intention", among: ["correct", "twint", "erase", "present", "absent"] },
};

/** Action of the page of one's own: what a member proposes, and what the committee notes there. */
export const ownPageAction = (args: Args, token: string) =>
  handleForm(args, FORM, async ({ typed }) => {
    const { context } = args;
    const services = context.get(servicesContext);
    const page = `/ma-fiche/${token}`;
    const member = await services.memberLinks.find(token);
    if (!member) return formResponse<OwnAnswer>({ gone: true }, 404);
    if (typed.intention === "present" || typed.intention === "absent") {
      if (!context.get(accountContext)) return redirect("/login");
      const presence = { day: dayInZurich(services.clock.now()), member: member.id };
      await recordPresence(services, { ...presence, isPresent: typed.intention === "present" }, actingPerson(context));
      return redirectWithToast(context, page, "fees-settled");
    }
    const attempt = context.get(rateLimiterContext).attempt("proposal");
    if (attempt.wait > 0) return formResponse<OwnAnswer>({ wait: waitInWords(attempt.wait), typed }, 429);
    const refused = await propose(args, member, typed);
    return refused ? formResponse<OwnAnswer>({ typed, ...refused }, 400) : redirect(`${page}#a-verifier`);
  });

async function propose({ context }: Args, member: Member, typed: TypedValues): Promise<OwnAnswer | null> {
  const services = context.get(servicesContext);
  if (typed.intention === "erase") await services.proposals.add(member.id, { kind: "erase" });
  if (typed.intention === "twint") await proposeTwint(services, member, typed.year ?? "");
  if (typed.intention !== "correct") return null;
  const proposed = await proposeCorrection(services, member, typed);
  if (!proposed.ok) return { errors: proposed.reason };
  return proposed.value === "same" ? { unchanged: true } : null;
}
