import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Form } from "react-router";
import { type Erreurs, type FormSchema, lacksEnding, PHRASES, refusalsOf, requiredFields } from "#domain/champs.ts";
import { ErreursContext, Leurre, RequiredContext } from "./champ.tsx";
import { useHydrate } from "./hydratation.ts";

type Props = {
  /** What the server refused; a new object for each answer. */
  erreurs: Erreurs | undefined;
  /** What the form is: asked in the browser before anything leaves, and by the server again. */
  schema?: FormSchema;
  /** Called when a submission was stopped in the browser. */
  onRefus?: (erreurs: Erreurs) => void;
  /** Called when nothing is refused, with the button that sends. @returns whether it stays here all the same */
  holdBack?: (values: FormData) => boolean;
  formRef?: RefObject<HTMLFormElement | null>;
  id?: string;
  className: string;
  action?: string;
  encType?: "multipart/form-data";
  children: ReactNode;
};

type Controle = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controles = (form: HTMLFormElement) => [...form.elements].filter((e): e is Controle => "validity" in e);

/** The sentences for what the fields' own attributes demand. */
function erreursNatives(form: HTMLFormElement): Erreurs {
  const erreurs: Record<string, string> = {};
  for (const { name, value, validity, type, required, autocomplete } of controles(form)) {
    if (validity.valueMissing || (validity.badInput && required)) erreurs[name] = PHRASES.obligatoire;
    else if (validity.badInput) erreurs[name] = PHRASES.incomplet;
    else if (validity.typeMismatch && type === "email") erreurs[name] = PHRASES.email;
    // Whatever an account is called, its owner may sign in.
    else if (type === "email" && autocomplete !== "username" && lacksEnding(value)) erreurs[name] = PHRASES.emailEnding;
  }
  return erreurs;
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
export function Formulaire({ erreurs, schema, onRefus, holdBack, formRef, children, ...form }: Props) {
  const hydrate = useHydrate();
  const propreRef = useRef<HTMLFormElement>(null);
  const ref = formRef ?? propreRef;
  const [locales, setLocales] = useState<Erreurs | null>(null);
  const required = useMemo(() => (schema ? requiredFields(schema) : new Set<string>()), [schema]);
  const montrees = locales ?? erreurs ?? {};

  function allerAuPremier(refus: Erreurs) {
    const premier = ref.current && controles(ref.current).find(({ name }) => Object.hasOwn(refus, name));
    premier?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer of the server
  useEffect(() => {
    setLocales(null);
    if (erreurs) allerAuPremier(erreurs);
  }, [erreurs]);

  function soumettre(evenement: FormEvent<HTMLFormElement>) {
    const values = valuesOf(evenement);
    const refus = {
      ...erreursNatives(evenement.currentTarget),
      ...(schema && refusalsOf(schema, Object.fromEntries(values))),
    };
    setLocales(refus);
    if (Object.keys(refus).length === 0) {
      if (holdBack?.(values)) evenement.preventDefault();
      return;
    }
    evenement.preventDefault();
    allerAuPremier(refus);
    onRefus?.(refus);
  }

  function oublier(evenement: FormEvent<HTMLFormElement>) {
    const { name } = evenement.target as Controle;
    if (!Object.hasOwn(montrees, name)) return;
    const { [name]: _corrigee, ...reste } = montrees;
    setLocales(reste);
  }

  return (
    <ErreursContext value={montrees}>
      <RequiredContext value={required}>
        <Form method="post" noValidate={hydrate} ref={ref} onSubmit={soumettre} onInput={oublier} {...form}>
          {children}
          <Leurre />
        </Form>
      </RequiredContext>
    </ErreursContext>
  );
}
