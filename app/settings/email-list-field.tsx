import { type KeyboardEvent, useContext, useRef, useState } from "react";
import Cross from "#app/settings/drawings/sign-cross.svg?drawing";
import Plus from "#app/ui/drawings/sign-plus.svg?drawing";
import { Field, FieldError, FieldErrorsContext, TextAreaField } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { FIELD_SENTENCES, readEmail } from "#domain/fields.ts";

type Props = {
  name: string;
  label: string;
  hint: string;
  empty: string;
  /** One address per line. */
  initial: string;
};

/** Without JavaScript, a text area with one address per line. */
export function EmailListField(props: Props) {
  const { name, label, hint, initial } = props;
  if (useHydrated()) return <AddressList {...props} />;
  return <TextAreaField fullWidth name={name} label={label} hint={hint} rows={4} defaultValue={initial} />;
}

/** The form submits a typed address even if « Ajouter » was not clicked. */
const ADDED = "addition";

function useAddresses(initial: string) {
  const [addresses, setAddresses] = useState(() => initial.split("\n").filter(Boolean));
  const [addition, setAddition] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function add() {
    const read = readEmail(addition);
    setRefusal(read.ok ? null : addition.trim() === "" ? FIELD_SENTENCES.required : read.reason);
    input.current?.focus();
    if (!read.ok) return;
    const address = read.value;
    setAddresses((current) => (current.includes(address) ? current : [...current, address]));
    setAddition("");
  }

  function remove(address: string) {
    setAddresses((current) => current.filter((other) => other !== address));
    input.current?.focus();
  }

  /** Enter adds the typed address. In an empty field, Enter submits the form. */
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || addition.trim() === "") return;
    event.preventDefault();
    add();
  }

  const type = (value: string) => {
    setAddition(value);
    setRefusal(null);
  };
  return { addresses, addition, refusal, input, add, remove, onKey, type };
}

function AddressList({ name, label, empty, initial }: Props) {
  const errors = useContext(FieldErrorsContext);
  const { addresses, addition, refusal, input, add, remove, onKey, type } = useAddresses(initial);
  return (
    <div className="field full">
      <span className="label" id={`${name}-et`}>
        {label}
      </span>
      <input type="hidden" name={name} value={[...addresses, addition.trim()].filter(Boolean).join("\n")} />
      {addresses.length === 0 && <p>{empty}</p>}
      <ul role="list" className="addresses" aria-labelledby={`${name}-et`}>
        {addresses.map((address) => (
          <li key={address}>
            <bdi>{address}</bdi>
            <button type="button" aria-label={`Retirer ${address}`} onClick={() => remove(address)}>
              <Cross />
            </button>
          </li>
        ))}
      </ul>
      <FieldError id={`${name}-erreur`} text={errors[name]} />
      <FieldErrorsContext value={{ ...errors, ...(refusal && { [ADDED]: refusal }) }}>
        <div className="addition">
          <Field
            name={ADDED}
            label="Ajouter une adresse"
            type="email"
            inputMode="email"
            autoComplete="off"
            placeholder="prenom@exemple.ch"
            ref={input}
            value={addition}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={onKey}
          />
          <button className="btn btn--small btn--neige" type="button" onClick={add}>
            <Plus />
            Ajouter
          </button>
        </div>
      </FieldErrorsContext>
    </div>
  );
}
