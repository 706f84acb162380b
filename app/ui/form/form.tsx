import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Form } from "react-router";
import {
  type FieldErrors,
  type FormSchema,
  lacksTopLevelDomain,
  refusalsOf,
  requiredFields,
  SENTENCES,
} from "#domain/fields.ts";
import { FieldErrorsContext, Honeypot, RequiredContext } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

type Props = {
  /** What the server refused; a new object for each answer. */
  errors: FieldErrors | undefined;
  /** What the form is: asked in the browser before anything leaves, and by the server again. */
  schema?: FormSchema;
  /** Called when a submission was stopped in the browser. */
  onRefusals?: (errors: FieldErrors) => void;
  /** Called when nothing is refused, with the button that sends. @returns whether it stays here all the same */
  holdBack?: (values: FormData) => boolean;
  formRef?: RefObject<HTMLFormElement | null>;
  id?: string;
  className: string;
  action?: string;
  encType?: "multipart/form-data";
  children: ReactNode;
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controls = (form: HTMLFormElement) => [...form.elements].filter((e): e is Control => "validity" in e);

/** The sentences for what the fields' own attributes demand. */
function nativeErrors(form: HTMLFormElement): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, value, validity, type, required, autocomplete } of controls(form)) {
    if (validity.valueMissing || (validity.badInput && required)) errors[name] = SENTENCES.required;
    else if (validity.badInput) errors[name] = SENTENCES.incomplete;
    else if (validity.typeMismatch && type === "email") errors[name] = SENTENCES.email;
    // Whatever an account is called, its owner may sign in.
    else if (type === "email" && autocomplete !== "username" && lacksTopLevelDomain(value))
      errors[name] = SENTENCES.emailEnding;
  }
  return errors;
}

/** @returns what is sent, the button that sends it included */
function valuesOf({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): FormData {
  const values = new FormData(currentTarget);
  const { submitter } = nativeEvent as SubmitEvent;
  if (submitter instanceof HTMLButtonElement && submitter.name !== "") values.append(submitter.name, submitter.value);
  return values;
}

/**
 * A form that posts to an action. Without JavaScript the browser and the server check it; with it, every refusal
 * is said in French beside its field before anything leaves, and focus goes to the first one.
 */
export function CheckedForm({ errors, schema, onRefusals, holdBack, formRef, children, ...form }: Props) {
  const hydrated = useHydrated();
  const ownRef = useRef<HTMLFormElement>(null);
  const ref = formRef ?? ownRef;
  const [clientErrors, setClientErrors] = useState<FieldErrors | null>(null);
  const required = useMemo(() => (schema ? requiredFields(schema) : new Set<string>()), [schema]);
  const shown = clientErrors ?? errors ?? {};

  function focusFirst(refusal: FieldErrors) {
    const first = ref.current && controls(ref.current).find(({ name }) => Object.hasOwn(refusal, name));
    first?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer of the server
  useEffect(() => {
    setClientErrors(null);
    if (errors) focusFirst(errors);
  }, [errors]);

  function submit(event: FormEvent<HTMLFormElement>) {
    const values = valuesOf(event);
    const refusal = {
      ...nativeErrors(event.currentTarget),
      ...(schema && refusalsOf(schema, Object.fromEntries(values))),
    };
    setClientErrors(refusal);
    if (Object.keys(refusal).length === 0) {
      if (holdBack?.(values)) event.preventDefault();
      return;
    }
    event.preventDefault();
    focusFirst(refusal);
    onRefusals?.(refusal);
  }

  function forget(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as Control;
    if (!Object.hasOwn(shown, name)) return;
    const { [name]: _corrected, ...rest } = shown;
    setClientErrors(rest);
  }

  return (
    <FieldErrorsContext value={shown}>
      <RequiredContext value={required}>
        <Form method="post" noValidate={hydrated} ref={ref} onSubmit={submit} onInput={forget} {...form}>
          {children}
          <Honeypot />
        </Form>
      </RequiredContext>
    </FieldErrorsContext>
  );
}
