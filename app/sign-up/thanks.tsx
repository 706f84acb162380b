import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import jumpingStar from "#app/ui/drawings/etoile-saute.svg";
import type { ConsentLinks, SignUpResult } from "#app/ui/form/form-result.ts";
import { readFromTab, saveInTab } from "#app/ui/form/tab-memory.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { RichText } from "#app/ui/rich-text.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import type { ContactDetailsQuestion } from "#domain/contact-details.ts";
import type { RichTextBlock } from "#domain/text/rich-text.ts";

/**
 * Loaded with the thank-you dialog, so that the sign-up form stays small. If loading fails, the dialog does not ask for
 * contact details.
 */
const ContactInDialog = lazy(
  (): Promise<{ default: ComponentType<{ question: ContactDetailsQuestion }> }> =>
    import("./contact-form.tsx").then(
      (module) => ({ default: module.ContactDetailsInDialog }),
      () => ({ default: () => null }),
    ),
);

const FormLink = ({ path }: ConsentLinks) => (
  <a className="btn btn--brique" href={path} download="autorisation-parentale.pdf">
    Autorisation parentale (PDF)
  </a>
);

const useCanShare = () => useHydrated() && "share" in navigator;

function SendToParents({ url, mail, until }: ConsentLinks) {
  const canShare = useCanShare();
  return (
    <a
      className="btn btn--neige"
      href={mail}
      onClick={(event) => {
        if (!canShare) return;
        event.preventDefault();
        const text = `Autorisation parentale à signer, lien valable jusqu’au ${until}`;
        navigator.share({ text, url }).catch(({ name }) => {
          if (name !== "AbortError") location.href = mail;
        });
      }}
    >
      Envoyer à mes parents
    </a>
  );
}

const ConsentToSign = (form: ConsentLinks) => (
  <>
    <p>Il reste l’autorisation parentale à faire signer. La voici, remplie à votre nom.</p>
    <FormLink {...form} />
    <SendToParents {...form} />
  </>
);

type NextProps = {
  result: Pick<SignUpResult, "consentForm" | "bill" | "nextDate">;
  text: readonly RichTextBlock[];
  payable: boolean;
  /** `children`: shown between the remaining steps and the next date. */
  children?: ReactNode;
};

/** Says what happens next: the committee's text, the remaining steps, and the next date. */
export const SignUpNextSteps = ({ result: { consentForm, bill, nextDate }, text, payable, children }: NextProps) => (
  <>
    <RichText blocks={text} />
    {consentForm && <ConsentToSign {...consentForm} />}
    {payable && bill && <StrongLink to={bill}>Payer la cotisation</StrongLink>}
    {children}
    {nextDate && (
      <p>
        Votre prochaine date&nbsp;:{" "}
        <Link to={nextDate.url}>
          <b>{nextDate.when}</b>, <bdi>{nextDate.name}</bdi>
        </Link>
      </p>
    )}
    <p>
      Une fois l’inscription acceptée, le comité vous envoie le lien de votre fiche. S’il se perd, il se redemande sous{" "}
      <Link to="/ma-fiche">Ma fiche</Link>.
    </p>
  </>
);

type ThanksProps = Omit<NextProps, "children"> & {
  /** Each new object opens the dialog. */
  result: SignUpResult;
};

export const ThanksDialog = ({ result, text, payable }: ThanksProps) => (
  <Dialog
    id="merci"
    title="Merci de votre inscription"
    image={{ src: jumpingStar, width: 260, height: 200 }}
    openFor={result}
    long={result.question !== undefined}
  >
    <SignUpNextSteps result={result} text={text} payable={payable}>
      <CloseButton ink={result.consentForm ? "neige" : "brique"} />
    </SignUpNextSteps>
    {result.question && (
      <Suspense fallback={null}>
        <ContactInDialog key={result.question.token} question={result.question} />
      </Suspense>
    )}
  </Dialog>
);

const STORAGE_KEY = "autorisations";

/** @returns the consent forms of all sign-ups in this tab, newest first */
function useConsentForms(added: ConsentLinks | undefined): readonly ConsentLinks[] {
  const [forms, setForms] = useState(added ? [added] : []);
  useEffect(() => {
    const kept = readFromTab<ConsentLinks[]>(STORAGE_KEY) ?? [];
    const all = added ? [added, ...kept.filter(({ path }) => path !== added.path)] : kept;
    if (added) saveInTab(STORAGE_KEY, all);
    setForms(all);
  }, [added]);
  return forms;
}

/** The links stay on the page until the tab closes. */
export function ConsentNotice({ added }: { added: ConsentLinks | undefined }) {
  const canShare = useCanShare();
  return useConsentForms(added).map((form) => (
    <section
      className="page-frame consent-notice"
      key={form.path}
      aria-label={`Autorisation parentale ${form.ofMinor}`}
    >
      <div className="inset ink-ocre">
        <p>
          <b>L’autorisation parentale {form.ofMinor} est à signer.</b> Elle reste ici tant que cet onglet est
          ouvert&nbsp;; le lien fonctionne jusqu’au {form.until}.
        </p>
        <div className="row">
          <FormLink {...form} />
          <SendToParents {...form} />
        </div>
        {!canShare && <a href={form.path}>{form.url}</a>}
      </div>
    </section>
  ));
}
