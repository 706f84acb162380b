import { useMemo, useRef } from "react";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { CheckboxField, Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import type { TypedValues } from "#domain/fields.ts";
import { nightSchema, PLAN_LIMITS } from "#domain/slots/plan.ts";

type Props = {
  action: string;
  initial: TypedValues;
  evenings: readonly { readonly day: string; readonly label: string }[];
  result: FormResult;
};

export const numberFieldProps = (max: number) => ({ type: "number", inputMode: "numeric", min: 1, max }) as const;

/** Makes the slots of an evening at once. The fields have the hours of the event: only the posts are to be typed. */
export function NightForm({ action, initial, evenings, result }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const schema = useMemo(() => nightSchema(), []);
  const pending = useIsSending();
  const values = result.typed ?? initial;
  return (
    <>
      <CheckedForm
        className="form form--duo night-form"
        action={action}
        schema={schema}
        errors={result.errors}
        formRef={form}
      >
        <Field
          fullWidth
          name="posts"
          label="Postes"
          autoComplete="off"
          placeholder="Bar, entrée, vestiaire"
          hint="Séparés par une virgule."
          defaultValue={values.posts}
        />
        <EveningField evenings={evenings} value={values.evening ?? ""} />
        <div className="field-group field-group--pairs full">
          <Field name="from" label="De" type="time" describedBy="heures-aide" defaultValue={values.from} />
          <Field name="until" label="À" type="time" describedBy="heures-aide" defaultValue={values.until} />
          <p className="field__hint full" id="heures-aide">
            {initial.from === ""
              ? "L’événement n’a pas d’heures\u00a0: indiquez celles des coups de main."
              : "Une heure après minuit est celle de la même nuit."}
          </p>
          <Field
            name="every"
            label="Relève toutes les… (heures)"
            {...numberFieldProps(PLAN_LIMITS.step)}
            defaultValue={values.every}
          />
          <Field
            name="needed"
            label="Personnes par créneau"
            {...numberFieldProps(PLAN_LIMITS.needed)}
            defaultValue={values.needed}
          />
        </div>
        <SlotRestrictionFields values={values} />
        {result.failed && !pending && (
          <ErrorNotice
            title="Rien n’a été créé."
            text="Tout est resté dans les champs&nbsp;: réessayez dans un instant."
          />
        )}
        <div className="full row">
          <SubmitButton className="btn btn--brique" disabled={pending} label="Créer les créneaux" />
        </div>
      </CheckedForm>
      <SessionEndedNotice ended={result.sessionEnded ? result : null} resubmit={() => form.current?.requestSubmit()} />
    </>
  );
}

/** The list is empty if the session has ended. The field then keeps the typed value. */
function EveningField({ evenings, value }: { evenings: Props["evenings"]; value: string }) {
  if (evenings.length < 2 && (evenings.length === 0 || value === evenings[0]?.day))
    return <input type="hidden" name="evening" value={value} />;
  const isListed = evenings.some(({ day }) => day === value);
  return (
    <SelectField
      fullWidth
      name="evening"
      label="Soirée"
      defaultValue={value}
      choices={Object.fromEntries(evenings.map(({ day, label }) => [day, label]))}
    >
      {!isListed && <option value={value}>{value}</option>}
    </SelectField>
  );
}

export const SlotRestrictionFields = ({ values }: { values: TypedValues }) => (
  <>
    <CheckboxField name="adultsOnly" label="Adultes seulement" defaultChecked={values.adultsOnly === "on"} />
    <CheckboxField name="membersOnly" label="Pour les membres seulement" defaultChecked={values.membersOnly === "on"} />
  </>
);
