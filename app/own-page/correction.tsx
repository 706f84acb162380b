import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { Options } from "#app/ui/form/select-options.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { MEMBER_LABELS } from "#domain/members/member.ts";
import { COUNTRIES } from "#domain/members/member-form.ts";
import { CORRECTABLE } from "#domain/members/proposal.ts";

const COUNTRY_CHOICES = Object.entries(COUNTRIES).map(([value, label]) => ({ value, label }));
const AUTO_COMPLETE: Readonly<Record<string, string>> = {
  ...{ firstName: "given-name", lastName: "family-name", street: "address-line1", postcode: "postal-code" },
  ...{ place: "address-level2", country: "country", phone: "tel", email: "email", birthDate: "bday" },
};
const TYPES: Readonly<Record<string, string>> = {
  ...{ phone: "tel", guardianPhone: "tel", email: "email", birthDate: "date" },
};

type Props = { initial: Readonly<Record<string, string>>; today: string; page: string; answer: FormAnswer };

/** A form with the values of the record; the fields that the member changes are proposed to the committee. */
export const Correction = ({ initial, today, page, answer: { errors, typed } }: Props) => (
  <details className="member__fold" open={typed?.intention === "correction"}>
    <summary className="strong-link">Corriger, ou ajouter un e-mail</summary>
    <CheckedForm className="form form--duo" action={page} errors={errors}>
      {CORRECTABLE.map((name) => {
        const field = { name, label: MEMBER_LABELS[name], defaultValue: typed?.[name] ?? initial[name] };
        const autoComplete = AUTO_COMPLETE[name] ?? "off";
        return name === "country" ? (
          <SelectField key={name} {...field} autoComplete={autoComplete}>
            <Options choices={COUNTRY_CHOICES} current={[field.defaultValue]} />
          </SelectField>
        ) : (
          <Field key={name} {...field} type={TYPES[name] ?? "text"} max={today} autoComplete={autoComplete} />
        );
      })}
      <div className="full">
        <SubmitButton intention="correction" label="Proposer au comité" />
      </div>
    </CheckedForm>
  </details>
);
