import { redirect, useNavigation } from "react-router";
import { rateLimiterContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { renderPageText } from "#app/layout/texts.server.ts";
import type { Handle } from "#app/route-handle.ts";
import bannerArt from "#app/sign-up/drawings/bandeau-inscription.svg";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { waitingTimeInFrench } from "#domain/accounts/attempt.ts";
import { CONTACT_DETAIL_NAMES, SIGN_UP_TOKEN_FIELD } from "#domain/contact-details.ts";
import { exampleSettingsIn } from "#domain/settings/example-settings.ts";
import { addContactDetails } from "#usecases/contact-details.ts";
import type { Route } from "./+types/contact-details.ts";
import { ContactDetailsForm, type ContactDetailsResult } from "./contact-form.tsx";
import { readSignUpThanks } from "./thanks.server.ts";
import { SignUpNextSteps } from "./thanks.tsx";

/** Without JavaScript, this page follows the form on the thank-you page. */
export const handle: Handle = { unlisted: true };

export const meta = privateMeta(
  "Merci de votre inscription",
  "Une adresse e-mail pour les convocations, si vous voulez.",
);

export const middleware: Route.MiddlewareFunction[] = [
  ({ request }, next) => {
    if (request.method !== "POST") throw redirect("/inscription");
    return next();
  },
];

export const loader = async ({ context }: Route.LoaderArgs) => ({
  payable: !exampleSettingsIn(await context.get(servicesContext).settings.get()).includes("iban"),
  text: (await renderPageText(context, "sign-up")).thanks,
});

const FORM = { where: "contact details", fields: [SIGN_UP_TOKEN_FIELD, ...CONTACT_DETAIL_NAMES] };

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, services }) => {
    const { context } = args;
    const respond = (more: ContactDetailsResult, status = 200) => formResult<ContactDetailsResult>(more, status);
    const attempt = context.get(rateLimiterContext).attempt("contact-details");
    if (attempt.wait > 0) return respond({ wait: waitingTimeInFrench(attempt.wait), typed }, 429);
    const added = await addContactDetails(services, typed).catch((error: unknown) => {
      attempt.undo();
      throw error;
    });
    if (added.ok) return respond({ thanked: true, ...(await readSignUpThanks(context, added.value)) });
    const { reason } = added;
    if (reason.is !== "form") return respond({ refused: reason.sentence, typed }, reason.is === "gone" ? 404 : 409);
    attempt.undo();
    return respond({ errors: reason.errors, typed, ...(await readSignUpThanks(context, reason.entry)) }, 400);
  });

/** Sending the form does not change the loader's data. */
export const shouldRevalidate = () => false;

export { clientAction } from "#app/ui/form/client-action.ts";

export default function ContactDetailsPage({ loaderData: { payable, text }, actionData }: Route.ComponentProps) {
  const result: ContactDetailsResult = actionData ?? {};
  const { typed } = result;
  const question = { token: typed?.[SIGN_UP_TOKEN_FIELD] ?? "", minor: typed?.guardianName !== undefined };
  const busy = useNavigation().state === "submitting";
  return (
    <main id="contenu">
      <Banner style="brique" art={bannerArt} title="Inscription" lowOnPhone>
        Merci de votre inscription
      </Banner>
      <div className="page-frame sheet">
        <section className="inset ink-ocre" aria-labelledby="joindre">
          <h2 id="joindre">Pour vous joindre</h2>
          <ContactDetailsForm question={question} result={result} busy={busy} />
        </section>
        {result.bill && (
          <section className="consent-notice" aria-labelledby="suite">
            <div className="inset ink-vigne">
              <h2 id="suite">Et ensuite&nbsp;?</h2>
              <SignUpNextSteps result={result} text={text} payable={payable} />
            </div>
          </section>
        )}
      </div>
    </main>
  );
}
