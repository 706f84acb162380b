import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { Options } from "#app/ui/form/select-options.tsx";
import { MEMBER_LABELS as LABELS } from "#domain/members/member.ts";
import { COUNTRIES } from "#domain/members/member-form.ts";
import type { OwnPage } from "#usecases/members/own-page.ts";
import type { OwnAnswer } from "./own-page.tsx";

const COUNTRY_CHOICES = Object.entries(COUNTRIES).map(([value, label]) => ({ value, label }));

type Props = { own: Pick<OwnPage, "initial" | "today">; page: string; answer: OwnAnswer };

/** A form with the record, of which the committee gets what differs. */
export function OwnCorrection({ own: { initial, today }, page, answer }: Props) {
  const { errors, typed, unchanged } = answer;
  const values: Readonly<Record<string, string | undefined>> = { ...initial, ...typed };
  const text = (name: keyof typeof LABELS, autoComplete = "off") => ({
    ...{ name, label: LABELS[name], defaultValue: values[name], autoComplete },
  });
  return (
    <section aria-labelledby="corriger">
      <h2 id="corriger">Corriger</h2>
      <details className="own__fold" open={typed?.intention === "correct"}>
        <summary className="strong-link">Corriger, ou ajouter un e-mail</summary>
        {unchanged && <FailureNotice title="Rien n’est différent de votre fiche." text="Changez d’abord un champ." />}
        <CheckedForm className="form form--duo" action={page} errors={errors}>
          <Field {...text("firstName", "given-name")} />
          <Field {...text("lastName", "family-name")} />
          <Field {...text("street", "address-line1")} />
          <Field {...text("buildingNumber")} />
          <Field {...text("postcode", "postal-code")} inputMode="numeric" />
          <Field {...text("place", "address-level2")} />
          <SelectField {...text("country", "country")}>
            <Options choices={COUNTRY_CHOICES} current={[values.country]} />
          </SelectField>
          <Field {...text("phone", "tel")} type="tel" />
          <Field {...text("email", "email")} type="email" hint="Facultatif." />
          <Field {...text("birthDate", "bday")} type="date" max={today} />
          <Field {...text("guardianName")} hint="Facultatif." />
          <Field {...text("guardianPhone")} type="tel" hint="Facultatif." />
          <div className="full">
            <button className="btn" type="submit" name="intention" value="correct">
              Proposer au comité
            </button>
          </div>
        </CheckedForm>
      </details>
    </section>
  );
}

export const OwnErasure = ({ page, isAsked }: { page: string; isAsked: boolean }) =>
  isAsked ? (
    <p>Effacement demandé&nbsp;: à vérifier par le comité.</p>
  ) : (
    <details className="own__fold">
      <summary className="strong-link">Effacer mes données</summary>
      <p>
        Le comité vérifie que c’est bien vous, puis efface tout. Les comptes gardent dix ans le nom, les montants et les
        dates des paiements. Ensuite ce lien ne marche plus.
      </p>
      <form method="post" action={page}>
        <button className="btn btn--small btn--brique" type="submit" name="intention" value="erase">
          Demander l’effacement
        </button>
      </form>
    </details>
  );
