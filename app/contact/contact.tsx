import { Link, useNavigation } from "react-router";
import bannerArt from "#app/contact/drawings/bandeau-contact.svg";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { WrappingText } from "#app/ui/breakable.tsx";
import { useCopyToClipboard } from "#app/ui/copyable-address.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import jumpingStar from "#app/ui/drawings/etoile-saute.svg";
import pennant from "#app/ui/drawings/fanion-petit.svg";
import camera from "#app/ui/drawings/objet-photo.svg";
import megaphone from "#app/ui/drawings/objet-porte-voix.svg";
import { Field, TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleVisitorForm } from "#app/ui/form/handle-form.server.ts";
import { SendingOverlay, SubmitWithNotices } from "#app/ui/form/send-part.tsx";
import { useDraft } from "#app/ui/form/use-draft.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { readableEmail } from "#app/ui/readable-email.server.ts";
import { contactMessageSchema } from "#domain/contact-message.ts";
import { fieldNames, formatPhone, mailtoLink, telLink } from "#domain/fields.ts";
import { submitContactMessage } from "#usecases/send-message.ts";
import type { Route } from "./+types/contact.ts";

export const handle: Handle = { cached: [], listed: [] };

const SCHEMA = contactMessageSchema();
const EMPTY_FORM = Object.fromEntries(fieldNames(SCHEMA).map((name) => [name, ""]));

/** A constant: a new object for each render would run the effects again. */
const NO_RESULT: FormResult = {};

export const meta = pageMeta({
  title: "Contact",
  description:
    "Écrivez à la Jeunesse de Savièse\u00a0: une question, une idée de fête, un coup de main à proposer. Le comité lit tout et répond par e-mail.",
  path: "/contact",
});

export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { instagram, facebook, email, eveningPhone } = await readPublicSettings(context);
    const evening = { link: telLink(eveningPhone), text: formatPhone(eveningPhone) };
    return { ways: { instagram, facebook, email, readable: readableEmail(email), evening } };
  } catch (error) {
    // If the settings cannot be read, still show the form: no typed text must be lost.
    context.get(siteContext).report(error, "settings of the contact page");
    return { ways: null };
  }
}

export const action = (args: Route.ActionArgs) =>
  handleVisitorForm(args, {
    where: "contact",
    fields: fieldNames(SCHEMA),
    send: (typed) => submitContactMessage(args.context.get(servicesContext), typed),
  });

/** Sending a message does not change the loader's data. */
export const shouldRevalidate = () => false;

export { clientAction } from "#app/ui/form/client-action.ts";

type Ways = NonNullable<Route.ComponentProps["loaderData"]["ways"]>;

const NETWORK_ERROR = {
  title: "Le message n’est pas parti.",
  text: "Vérifiez votre connexion et réessayez\u00a0: tout ce que vous avez écrit est resté dans les champs.",
};

/** Do not add the number to the structured data: it is a person's number, for people who read this page. */
const OtherWays = ({ ways }: { ways: Ways | null }) => (
  <aside className="inset ink-azur" aria-labelledby="autrement">
    <h2 id="autrement">Autrement&nbsp;?</h2>
    {ways?.email && <EmailAddress {...ways} />}
    {ways?.evening.link && (
      <p className="direct">
        Le soir, une urgence&nbsp;: <a href={ways.evening.link}>{ways.evening.text}</a>
      </p>
    )}
    <ul role="list" className="networks">
      {ways?.instagram && (
        <li>
          <a href={ways.instagram} rel="noopener">
            <img src={camera} width="200" height="160" alt="" loading="lazy" />
            Instagram
          </a>
        </li>
      )}
      {ways?.facebook && (
        <li>
          <a href={ways.facebook} rel="noopener">
            <img src={megaphone} width="220" height="170" alt="" loading="lazy" />
            Facebook
          </a>
        </li>
      )}
      <li>
        <Link to="/planning">
          <img src={pennant} width="110" height="120" alt="" loading="lazy" />À la prochaine fête
        </Link>
      </li>
    </ul>
    <p>
      Déjà membre, et le lien de la fiche est perdu&nbsp;? Il se redemande sous <Link to="/ma-fiche">Ma fiche</Link>.
    </p>
    <p>
      Pour devenir membre, passez plutôt par l’<Link to="/inscription">inscription</Link>.
    </p>
  </aside>
);

function EmailAddress({ email, readable }: Pick<Ways, "email" | "readable">) {
  const { ref, copied, copy } = useCopyToClipboard();
  const hydrated = useHydrated();
  return (
    <div className="direct">
      <a href={mailtoLink(email)}>
        <span ref={ref}>
          <WrappingText text={readable} />
        </span>
      </a>
      {hydrated && (
        <button className="btn btn--small btn--neige" type="button" onClick={copy}>
          {copied === "yes" ? "Copié" : "Copier"}
          <span className="sr-only">&nbsp;: l’adresse e-mail</span>
        </button>
      )}
      <p className={copied === "by-hand" ? undefined : "sr-only"} role="status">
        {copied === "yes" && "Adresse copiée"}
        {copied === "by-hand" && "L’adresse est sélectionnée\u00a0: copiez-la vous-même."}
      </p>
    </div>
  );
}

/** @param result a new object for each submission, so that the dialog opens again */
const Thanks = ({ result }: { result: object | undefined }) => (
  <Dialog
    id="merci"
    title="Merci de votre message"
    image={{ src: jumpingStar, width: 260, height: 200 }}
    openFor={result}
  >
    <p>Il est arrivé au comité, qui vous répond par e-mail dès que possible.</p>
    <CloseButton />
  </Dialog>
);

export default function ContactPage({ loaderData: { ways }, actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? NO_RESULT;
  const { errors, typed, thanked } = result;
  const submitting = useNavigation().state === "submitting";
  const { formRef } = useDraft(EMPTY_FORM, result);
  return (
    <main id="contenu">
      <Banner style="rose" art={bannerArt} title="Contact" lowOnPhone>
        Le courrier monte jusqu’à Savièse, et nous lisons tout.
      </Banner>
      <div className="page-frame sheet">
        <CheckedForm className="form form--duo" formRef={formRef} errors={errors} schema={SCHEMA}>
          <Field name="nom" label="Nom et prénom" autoComplete="name" defaultValue={typed?.nom} />
          <Field
            name="email"
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            defaultValue={typed?.email}
          />
          <Field fullWidth name="sujet" label="Sujet" defaultValue={typed?.sujet} />
          <TextAreaField fullWidth name="message" label="Message" rows={8} defaultValue={typed?.message} />
          <SubmitWithNotices result={result} busy={submitting} failure={NETWORK_ERROR}>
            Envoyer
          </SubmitWithNotices>
        </CheckedForm>
        <OtherWays ways={ways} />
      </div>
      {thanked && <Thanks result={actionData} />}
      {submitting && <SendingOverlay text="Envoi en cours..." />}
    </main>
  );
}
