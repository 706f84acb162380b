import { Field, FieldError, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { WayOptions } from "./way-options.tsx";

/** HTML id of the form, to which the ticks of the rows belong. */
export const SEVERAL = "plusieurs";

/** Settles all ticked fees at once. */
export const SettleSeveral = ({ day, url, answer }: { day: string; url: string; answer: FormAnswer }) => (
  <section className="inset fees__several" aria-labelledby="cochees">
    <h2 id="cochees">Les cotisations cochées</h2>
    <FieldError id="id-erreur" text={answer.errors?.id} />
    <CheckedForm id={SEVERAL} className="form form--duo" action={url} errors={answer.errors}>
      <SelectField name="way" label="Moyen" defaultValue={answer.typed?.way ?? "bank"}>
        <WayOptions />
      </SelectField>
      <Field name="date" label="Date" type="date" max={day} defaultValue={answer.typed?.date ?? day} />
      <div className="full row">
        <button className="btn" type="submit" name="intention" value="pay">
          Noter comme payées
        </button>
      </div>
      <Field name="reason" label="Raison d’une remise" autoComplete="off" defaultValue={answer.typed?.reason} />
      <div className="full row">
        <button className="btn btn--small btn--neige" type="submit" name="intention" value="waive">
          Remettre
        </button>
      </div>
    </CheckedForm>
  </section>
);
