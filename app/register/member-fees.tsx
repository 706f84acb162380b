import { Form } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { FeeBadge } from "#app/ui/fee-badge.tsx";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useToday } from "#app/ui/form/use-today.ts";
import { rowId } from "#app/ui/list/acted-rows.ts";
import { keepRowFromShrinking } from "#app/ui/list/list-row.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { PAYMENT_METHOD_LABELS } from "#domain/fees/fee.ts";
import type { MemberFeeView, MemberView } from "./member-view.server.ts";

type Props = { member: MemberView; page: string; result: FormResult };

export function MemberFees({ member, page, result }: Props) {
  const { fees, chosen, missing, day } = member;
  const isSettled = ({ year, open }: MemberFeeView) => !open && year !== chosen?.year && year !== fees.at(-1)?.year;
  const [shown, settled] = [fees.filter((fee) => !isSettled(fee)), fees.filter(isSettled)];
  const item = (fee: MemberFeeView) => (
    <FeeItem key={fee.id} fee={fee} member={member.id} page={page} isChosen={fee.year === chosen?.year} />
  );
  return (
    <section aria-labelledby="cotisations" onSubmit={keepRowFromShrinking}>
      <h2 id="cotisations">Cotisations</h2>
      {fees.length === 0 && <p>Aucune pour l’instant.</p>}
      <ul role="list" className="member-fees">
        {shown.map(item)}
      </ul>
      {chosen && chosen.outcome !== null && <ActedFee fee={chosen} page={page} name={member.name} />}
      {chosen?.open && chosen.outcome === null && (
        <OpenFee key={`${chosen.id} ${chosen.paid}`} fee={chosen} page={page} day={day} result={result} />
      )}
      {missing.map((year) => (
        <Form key={year} method="post" action={page} preventScrollReset>
          <input type="hidden" name="year" value={year} />
          <button className="btn btn--small btn--neige" type="submit" name="intention" value="add-due">
            Ajouter la cotisation {year}
          </button>
        </Form>
      ))}
      {settled.length > 0 && (
        <details className="member__fold">
          <summary className="strong-link">Années d’avant ({settled.length})</summary>
          <ul role="list" className="member-fees">
            {settled.map(item)}
          </ul>
        </details>
      )}
    </section>
  );
}

type ItemProps = { fee: MemberFeeView; member: string; page: string; isChosen: boolean };

function FeeItem({ fee, member, page, isChosen }: ItemProps) {
  const { id, year, amount, state, open, lines, sent, takesBack } = fee;
  return (
    <li className="member-fees__item">
      <h3>{year}</h3>
      <p className="member-fees__state">
        {amount} <FeeBadge state={state} />
        {state === "partly" && `reste ${open}`}
      </p>
      {sent && <p>{sent}.</p>}
      {open && (
        <p className="row">
          <StrongLink to={`/cotisations/${year}/envoyer?membre=${member}`}>
            Envoyer<span className="sr-only"> la facture {year}</span>
          </StrongLink>
          <a className="strong-link" href={`/cotisations/${year}/factures/${member}.pdf`}>
            Facture (PDF)
          </a>
        </p>
      )}
      {open && !isChosen && (
        <StrongLink to={`${page}?cotisation=${year}#cotisations`} preventScrollReset>
          Noter<span className="sr-only"> la cotisation {year}</span>
        </StrongLink>
      )}
      {lines.length > 0 && (
        <ul className="member-fees__lines">
          {lines.map((line) => (
            <li key={line.id}>{line.corrected ? <del>{line.text}</del> : line.text}</li>
          ))}
        </ul>
      )}
      {takesBack && (
        <ConfirmButton
          dialogId={`annuler-${id}`}
          verb={takesBack}
          icon={null}
          name={`\u00a0: cotisation ${year}`}
          question={`Rouvrir la cotisation ${year}\u00a0?`}
          fields={{ intention: "take-back", id }}
          action={page}
        >
          <p>Ce qui est noté reste visible, avec une correction datée d’aujourd’hui.</p>
        </ConfirmButton>
      )}
    </li>
  );
}

type ActedProps = { fee: MemberFeeView; page: string; name: string };

/** Replaces the form that was sent. « Annuler » is at the top, because the tapped button was at the bottom. */
const ActedFee = ({ fee: { id, year, outcome, undo }, page, name }: ActedProps) => (
  <div className="member-fees__forms" id={rowId(id)}>
    <h3>Cotisation {year}</h3>
    {undo && (
      <UndoButton
        id={id}
        url={`${page}?cotisation=${year}`}
        name={name}
        intention={undo.intention}
        fields={{ line: undo.line, year }}
      />
    )}
    <p role="status">{outcome}</p>
  </div>
);

type OpenProps = { fee: MemberFeeView; page: string; day: string; result: FormResult };

function OpenFee({ fee: { id, year, open, openTyped, paid, closed }, page, day, result }: OpenProps) {
  const { errors, typed } = result;
  const values = typed?.year === year ? typed : {};
  // Without JavaScript, the page after a refused form must show the form of this year again.
  const action = `${page}?cotisation=${year}`;
  return (
    <div className="member-fees__forms" id={`noter-${year}`}>
      <h3>
        Noter {year}&nbsp;: {open} à payer
      </h3>
      {closed && <p>Cette année est bouclée&nbsp;: le site note une correction, datée.</p>}
      <CheckedForm className="form form--duo" action={action} errors={errors} preventScrollReset>
        <input type="hidden" name="year" value={year} />
        <input type="hidden" name="paid" value={paid} />
        <Field
          name="amount"
          label="Montant (CHF)"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.amount ?? openTyped}
        />
        <SelectField name="way" label="Moyen" defaultValue={values.way ?? "cash"} choices={PAYMENT_METHOD_LABELS} />
        <Field name="date" label="Date" type="date" max={useToday(day)} defaultValue={values.date ?? day} />
        <div className="full row">
          <SubmitButton intention="record" label="Noter le paiement" />
        </div>
      </CheckedForm>
      <details className="member__fold" open={typed?.intention === "waive"}>
        <summary className="strong-link">Ne plus demander cette cotisation</summary>
        <CheckedForm className="form" action={action} errors={errors} preventScrollReset>
          <input type="hidden" name="year" value={year} />
          <input type="hidden" name="id" value={id} />
          <Field name="reason" label="Raison" autoComplete="off" defaultValue={values.reason} />
          <div className="row">
            <SubmitButton className="btn btn--small" intention="waive" label={`Ne plus demander ${open}`} />
          </div>
        </CheckedForm>
      </details>
    </div>
  );
}
