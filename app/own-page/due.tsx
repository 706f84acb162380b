import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { memberEmailSchema } from "#domain/register/proposal.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";

export const MissingConsentNotice = ({ page }: { page: string }) => (
  <section className="notice" aria-labelledby="autorisation">
    <h2 id="autorisation">Autorisation parentale</h2>
    <div className="row">
      <a className="btn btn--small" href={`${page}/autorisation.pdf`}>
        À signer et à rendre (PDF)
      </a>
    </div>
  </section>
);

/** @param isFolded whether the list is closed at first, so that the form below it is on the first screen */
export const WaitingProposalsNotice = ({ lines, isFolded }: { lines: readonly string[]; isFolded: boolean }) => (
  <details className="notice" open={!isFolded}>
    <summary>{`Reçu, à vérifier par le comité (${lines.length})`}</summary>
    <ul className="member__list" id="a-verifier">
      {lines.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  </details>
);

const EMAIL_LABELS: Record<FormOfAddress, string> = {
  tu: "Ton e-mail, pour les convocations",
  vous: "Votre e-mail, pour les convocations",
};

/** `stored`: the address to which no mail arrives any more. Empty if the member has none. */
type EmailProps = { address: FormOfAddress; stored: string; page: string; result: FormResult };

/** The first address is stored at once. Another one is a proposal. */
export const MissingEmailForm = ({ address, stored, page, result }: EmailProps) => (
  <CheckedForm className="own-email" action={page} errors={result.errors} schema={memberEmailSchema}>
    <Field
      id="votre-e-mail"
      name="email"
      type="email"
      label={EMAIL_LABELS[address]}
      hint={stored && `${stored} ne marche plus.`}
      autoComplete="email"
      defaultValue={result.typed?.email}
    />
    <SubmitButton className="btn btn--small" intention="email" label="Ajouter" />
  </CheckedForm>
);

/** Stays until the committee has looked at the address. */
export const AddedEmailNotice = ({ email }: { email: string }) => (
  <p className="notice" id="e-mail">
    E-mail enregistré&nbsp;: <b>{email}</b>
  </p>
);
