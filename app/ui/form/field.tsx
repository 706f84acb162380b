import { type ComponentProps, type ComponentPropsWithoutRef, createContext, type ReactNode, useContext } from "react";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import type { FieldErrors } from "#domain/fields.ts";

export const FieldErrorsContext = createContext<FieldErrors>({});

export const RequiredFieldsContext = createContext<ReadonlySet<string>>(new Set());

type FieldProps = {
  name: string;
  id?: string | undefined;
  label: ReactNode;
  hint?: ReactNode;
  describedBy?: string | undefined;
  fullWidth?: boolean | undefined;
};

export function useFieldAttributes({ name, id = name, hint, describedBy }: Omit<FieldProps, "label" | "fullWidth">) {
  const errors = useContext(FieldErrorsContext);
  const error = errors[name];
  const hintId = hint ? `${id}-aide` : undefined;
  const errorId = error ? `${id}-erreur` : undefined;
  const attributes = {
    id,
    name,
    // Without script, the page with the errors opens at the first invalid field.
    autoFocus: error !== undefined && Object.keys(errors)[0] === name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": [describedBy, hintId, errorId].filter(Boolean).join(" ") || undefined,
  };
  const required = useContext(RequiredFieldsContext).has(name);
  return { attributes, required, error, hintId, errorId };
}

export function FieldError({ id, text }: { id: string | undefined; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="field__error" id={id}>
      <Triangle />
      {text}
    </p>
  );
}

const classOf = (base: string, error: string | undefined, fullWidth: boolean | undefined) =>
  `${base}${error ? ` ${base}--error` : ""}${fullWidth ? " full" : ""}`;

type FrameProps = Pick<FieldProps, "label" | "hint" | "fullWidth"> & {
  wiring: ReturnType<typeof useFieldAttributes>;
  children: ReactNode;
};

export const FieldFrame = ({ wiring, label, hint, fullWidth, children }: FrameProps) => (
  <div className={classOf("field", wiring.error, fullWidth)}>
    <label htmlFor={wiring.attributes.id}>{label}</label>
    {children}
    {hint && (
      <p className="field__hint" id={wiring.hintId}>
        {hint}
      </p>
    )}
    <FieldError id={wiring.errorId} text={wiring.error} />
  </div>
);

export function Field({
  name,
  id,
  label,
  hint,
  describedBy,
  fullWidth,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "id" | "name">) {
  const wiring = useFieldAttributes({ name, id, hint, describedBy });
  return (
    <FieldFrame wiring={wiring} label={label} hint={hint} fullWidth={fullWidth}>
      <input type="text" required={wiring.required} {...input} {...wiring.attributes} />
    </FieldFrame>
  );
}

export function TextAreaField({
  name,
  label,
  hint,
  fullWidth,
  ...textarea
}: FieldProps & Omit<ComponentPropsWithoutRef<"textarea">, "id" | "name">) {
  const wiring = useFieldAttributes({ name, hint });
  return (
    <FieldFrame wiring={wiring} label={label} hint={hint} fullWidth={fullWidth}>
      <textarea required={wiring.required} {...textarea} {...wiring.attributes} />
    </FieldFrame>
  );
}

/** @param props.choices labels by value; these options come after the options in `children` */
export function SelectField({
  name,
  label,
  hint,
  describedBy,
  fullWidth,
  choices = {},
  children,
  ...select
}: FieldProps & { choices?: Record<string, string> } & Omit<ComponentPropsWithoutRef<"select">, "id" | "name">) {
  const wiring = useFieldAttributes({ name, hint, describedBy });
  return (
    <FieldFrame wiring={wiring} label={label} hint={hint} fullWidth={fullWidth}>
      <select {...select} {...wiring.attributes}>
        {children}
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function CheckboxField({
  name,
  label,
  describedBy,
  ...input
}: FieldProps & Omit<ComponentPropsWithoutRef<"input">, "id" | "name">) {
  const { attributes, required, error, errorId } = useFieldAttributes({ name, describedBy });
  return (
    <div className={classOf("tick-field", error, true)}>
      <label className="tick">
        <input type="checkbox" required={required} {...input} {...attributes} />
        <span>{label}</span>
      </label>
      <FieldError id={errorId} text={error} />
    </div>
  );
}

/** Only bots fill this field (docs/specification.md section 5). A page may have several forms: the field has no id. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Laissez ce champ vide
        <input name="hp" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
