import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { MEMBER_LABELS as LABELS } from "#domain/members/member.ts";
import type { MemberView } from "./member-view.server.ts";

type Props = { member: MemberView; page: string; answer: FormAnswer };

/** The forms that record that the member left or came back. */
export function Leaving({ member: { day, version, left, openSum }, page, answer: { errors, typed } }: Props) {
  const isAnswered = typed?.intention === "leave";
  const values = isAnswered ? typed : {};
  return (
    <section aria-labelledby="depart">
      <h2 id="depart">Départ</h2>
      {left && (
        <>
          <p>
            Parti·e le {left.on}
            {left.reason && "\u00a0: "}
            <bdi>{left.reason}</bdi>.
          </p>
          <CheckedForm className="form form--duo" action={page} errors={errors}>
            <input type="hidden" name="version" value={version} />
            <Field name="returnedOn" label={LABELS.returnedOn} type="date" max={day} defaultValue={day} />
            <div className="full row">
              <SubmitButton className="btn btn--small" intention="back" label="Noter le retour" />
            </div>
          </CheckedForm>
        </>
      )}
      <details className="member__fold" open={isAnswered}>
        <summary className="strong-link">{left ? "Corriger le départ" : "Noter un départ"}</summary>
        <CheckedForm className="form form--duo" action={page} errors={errors}>
          <input type="hidden" name="version" value={version} />
          <Field
            name="leftOn"
            label={LABELS.leftOn}
            type="date"
            max={day}
            defaultValue={values.leftOn ?? left?.typed ?? day}
          />
          <Field
            name="leftReason"
            label={LABELS.leftReason}
            autoComplete="off"
            hint="Facultatif."
            defaultValue={values.leftReason ?? left?.reason}
          />
          {openSum && !left && (
            <SelectField
              {...{ name: "debts", label: `${openSum} encore ouverts`, defaultValue: values.debts ?? "" }}
              choices={{ "": "À choisir", keep: "Restent dus", waive: "Sont remis" }}
            />
          )}
          <div className="full row">
            <SubmitButton className="btn btn--small" intention="leave" label="Noter le départ" />
          </div>
        </CheckedForm>
      </details>
    </section>
  );
}
