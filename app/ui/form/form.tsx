import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Form } from "react-router";
import {
  FIELD_SENTENCES,
  type FieldErrors,
  type FormSchema,
  fieldErrorsOf,
  readEmail,
  requiredFields,
} from "#domain/fields.ts";
import { FieldErrorsContext, Honeypot, RequiredFieldsContext } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

type Props = {
  /** Errors from the server. The form reacts only to a new object. */
  errors: FieldErrors | undefined;
  /** The browser checks the schema before sending. The server checks the values again. */
  schema?: FormSchema;
  /** Called if the browser finds errors. The form is not sent. */
  onErrors?: (errors: FieldErrors) => void;
  /** Called with valid values before sending. True cancels the submission. */
  holdBack?: (values: FormData) => boolean;
  formRef?: RefObject<HTMLFormElement | null>;
  id?: string;
  className?: string;
  action?: string;
  encType?: "multipart/form-data";
  preventScrollReset?: boolean;
  /** With `fetcherKey`, the page stays. Without JavaScript, the form leads to `action`. */
  navigate?: false;
  fetcherKey?: string;
  children: ReactNode;
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controls = (form: HTMLFormElement) => [...form.elements].filter((e): e is Control => "validity" in e);

function nativeErrors(form: HTMLFormElement): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, value, validity, type, required, autocomplete } of controls(form)) {
    if (validity.valueMissing || (validity.badInput && required)) errors[name] = FIELD_SENTENCES.required;
    else if (validity.badInput) errors[name] = FIELD_SENTENCES.incomplete;
    // Not `typeMismatch`: browsers refuse invisible characters, and Safari accents. In the sign-in form (`username`), the
    // address of an existing account may lack a top-level domain.
    else if (type === "email" && autocomplete !== "username" && value !== "") {
      const read = readEmail(value);
      if (!read.ok) errors[name] = read.reason;
    }
  }
  return errors;
}

/** Includes the value of the submit button. */
function valuesOf({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): FormData {
  const values = new FormData(currentTarget);
  const { submitter } = nativeEvent as SubmitEvent;
  if (submitter instanceof HTMLButtonElement && submitter.name !== "") values.append(submitter.name, submitter.value);
  return values;
}

/** Without JavaScript, the browser and the server check the form. */
export function CheckedForm({ errors, schema, onErrors, holdBack, formRef, children, ...form }: Props) {
  const hydrated = useHydrated();
  const ownRef = useRef<HTMLFormElement>(null);
  const ref = formRef ?? ownRef;
  const [clientErrors, setClientErrors] = useState<FieldErrors | null>(null);
  const required = useMemo(() => (schema ? requiredFields(schema) : new Set<string>()), [schema]);
  const visibleErrors = clientErrors ?? errors ?? {};

  function focusFirst(refused: FieldErrors) {
    const first = ref.current && controls(ref.current).find(({ name }) => Object.hasOwn(refused, name));
    first?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only for a new `errors` object
  useEffect(() => {
    setClientErrors(null);
    if (errors) focusFirst(errors);
  }, [errors]);

  function submit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return;
    const values = valuesOf(event);
    const found = {
      ...nativeErrors(event.currentTarget),
      ...(schema && fieldErrorsOf(schema, Object.fromEntries(values))),
    };
    setClientErrors(found);
    if (Object.keys(found).length === 0) {
      if (holdBack?.(values)) event.preventDefault();
      return;
    }
    event.preventDefault();
    focusFirst(found);
    onErrors?.(found);
  }

  function clearError(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as Control;
    if (!Object.hasOwn(visibleErrors, name)) return;
    const { [name]: _corrected, ...rest } = visibleErrors;
    setClientErrors(rest);
  }

  return (
    <FieldErrorsContext value={visibleErrors}>
      <RequiredFieldsContext value={required}>
        <Form method="post" noValidate={hydrated} ref={ref} onSubmit={submit} onInput={clearError} {...form}>
          {children}
          <Honeypot />
        </Form>
      </RequiredFieldsContext>
    </FieldErrorsContext>
  );
}
