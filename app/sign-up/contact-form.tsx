import { useFetcher } from "react-router";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { SignUpResult } from "#app/ui/form/form-result.ts";
import { SubmitNotices } from "#app/ui/form/send-part.tsx";
import {
  type ContactDetailsQuestion,
  contactDetailsSchema,
  CONTACT_DETAIL_LABELS as LABELS,
  SIGN_UP_TOKEN_FIELD,
} from "#domain/contact-details.ts";

/** `refused`: why no details can be added any more. */
export type ContactDetailsResult = SignUpResult & { readonly refused?: string };

const CONTACT_PATH = "/inscription/merci";

const SCHEMA = contactDetailsSchema();
const FAILURE = { title: "Ce n’est pas parti.", text: "Rien n’est perdu\u00a0: réessayez." };

/** With JavaScript, the thank-you stays open. Without, the form leads to contact-details.tsx. */
export function ContactDetailsInDialog({ question }: { question: ContactDetailsQuestion }) {
  const fetcher = useFetcher<ContactDetailsResult>({ key: question.token });
  return (
    <section className="dialog__form" aria-labelledby="joindre">
      <h3 id="joindre">Pour vous joindre</h3>
      <ContactDetailsForm
        question={question}
        result={fetcher.data ?? NO_RESULT}
        busy={fetcher.state !== "idle"}
        fetcherKey={question.token}
      />
    </section>
  );
}

/** A constant: a new object for each render would run the effects again. */
const NO_RESULT: ContactDetailsResult = {};

type Props = { question: ContactDetailsQuestion; result: ContactDetailsResult; busy: boolean; fetcherKey?: string };

export function ContactDetailsForm({ question: { token, minor }, result, busy, fetcherKey }: Props) {
  const { thanked, refused, errors, typed } = result;
  if (thanked)
    return (
      // Focus the text, because the pressed button has disappeared.
      <p tabIndex={-1} ref={(note) => note?.focus()}>
        <b>C’est noté, merci.</b>
      </p>
    );
  return (
    <CheckedForm
      className="form"
      action={CONTACT_PATH}
      errors={errors}
      schema={SCHEMA}
      {...(fetcherKey !== undefined && { navigate: false, fetcherKey })}
    >
      <p className="full">
        Facultatif&nbsp;: une adresse e-mail{minor && ", et un parent à joindre"}. Cela s’envoie une seule fois.
      </p>
      {refused && (
        <FailureNotice title={refused} text="Pour ajouter ou corriger, écrivez au comité par la page Contact." />
      )}
      <input type="hidden" name={SIGN_UP_TOKEN_FIELD} value={token} />
      <Field name="email" label={LABELS.email} type="email" autoComplete="email" defaultValue={typed?.email} />
      {minor && (
        <>
          <Field
            name="guardianName"
            label={LABELS.guardianName}
            hint="Prénom et nom."
            autoComplete="off"
            defaultValue={typed?.guardianName}
          />
          <Field
            name="guardianPhone"
            label={LABELS.guardianPhone}
            hint="Demandez-lui d’abord."
            type="tel"
            autoComplete="off"
            defaultValue={typed?.guardianPhone}
          />
        </>
      )}
      <SubmitNotices result={result} busy={busy} failure={FAILURE} />
      <div className="full">
        <button className="btn btn--neige" type="submit" disabled={busy}>
          Ajouter
        </button>
      </div>
      <p className="field__hint full">
        Vos données&nbsp;:{" "}
        <a href="/confidentialite" target="_blank" rel="noopener" title="S’ouvre dans un nouvel onglet">
          ce que nous en faisons
        </a>
        .
      </p>
    </CheckedForm>
  );
}
