import { type ReactNode, useId } from "react";
import { Form } from "react-router";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import type { PaymentView } from "./bank-view.server.ts";

type Props = {
  payment: PaymentView;
  /** Whether a search leads to this item; the list of a year may show the same payment once more. */
  isTarget: boolean;
  day: string;
  /** The year that is not open yet. */
  advance: string;
  answer: FormAnswer;
};

/** A payment, what was decided about it, and the forms that decide about the rest. */
export function PaymentItem(props: Props) {
  const { payment, isTarget } = props;
  const { payer, amount, rest, date, note, text, lines, choices } = payment;
  return (
    <li className="dues__item" id={isTarget ? `paiement-${payment.id}` : undefined}>
      <h3>
        <bdi>{payer}</bdi>
      </h3>
      <p className="dues__state">
        <b>{rest ?? amount}</b>
        {rest && rest !== amount && <span>reste de {amount}</span>}
        <span>{date}</span>
      </p>
      {note && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      {text && (
        <p>
          <bdi>{text}</bdi>
        </p>
      )}
      {lines.length > 0 && (
        <ul className="dues__lines">
          {lines.map((line) => (
            <li key={line.id}>
              {line.corrected ? <del>{line.text}</del> : <bdi>{line.text}</bdi>}
              {line.kept && (
                <Decide payment={payment}>
                  <input type="hidden" name="line" value={line.id} />
                  <Choice value="undo" label="Reprendre" about={line.text} />
                </Decide>
              )}
            </li>
          ))}
        </ul>
      )}
      <FeeButtons payment={payment} choices={choices} />
      {rest && <OtherDecisions {...props} />}
    </li>
  );
}

function OtherDecisions({ payment, day, advance, answer }: Props) {
  const { returned, waits, q, found } = payment;
  const [searchId, dateId] = [useId(), useId()];
  const { typed, errors } = answer;
  const error = typed?.payment === payment.id ? errors?.date : undefined;
  return (
    <details className="member__fold" open={q !== null || error !== undefined}>
      <summary className="strong-link">
        Autre choix<span className="sr-only"> pour {payment.payer}</span>
      </summary>
      <Decide payment={payment}>
        <div className="field">
          <label htmlFor={searchId}>Un autre membre, ou plusieurs l’un après l’autre</label>
          <input id={searchId} name="q" type="search" placeholder="Nom" defaultValue={q ?? ""} autoComplete="off" />
        </div>
        <Choice value="search" label="Chercher" />
      </Decide>
      {q !== null && found.length === 0 && <p role="status">Aucun membre ne s’appelle ainsi.</p>}
      {found.map(({ id, name, fees }) => (
        <div key={id} className="bank-choices">
          <FeeButtons payment={payment} choices={fees} />
          {!returned && (
            <Decide payment={payment}>
              <input type="hidden" name="advance" value={`${advance} ${id}`} />
              <Choice value="advance" label={`Garder pour ${advance}, ${name}`} />
            </Decide>
          )}
        </div>
      ))}
      <Decide payment={payment}>
        {!returned && <Choice value="gift" label="Don" />}
        <Choice value="other" label="Sans rapport" />
        {waits && <Choice value="wait-no-more" label="Ne plus attendre" />}
        {!returned && (
          <>
            <div className={error ? "field field--error" : "field"}>
              <label htmlFor={dateId}>Remboursé le</label>
              <input
                {...{ id: dateId, name: "date", type: "date", max: day, defaultValue: error ? typed?.date : day }}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && `${dateId}-erreur`}
              />
              {error && (
                <p className="field__error" id={`${dateId}-erreur`}>
                  {error}
                </p>
              )}
            </div>
            <Choice value="refunded" label="Remboursé" />
          </>
        )}
      </Decide>
    </details>
  );
}

type ButtonsProps = { payment: PaymentView; choices: PaymentView["choices"] };

const FeeButtons = ({ payment, choices }: ButtonsProps) =>
  choices.map(({ fee, label }) => (
    <Decide key={fee} payment={payment}>
      <input type="hidden" name="fee" value={fee} />
      <Choice value="fee" label={label} />
    </Decide>
  ));

const Decide = ({ payment: { id, seen }, children }: { payment: PaymentView; children: ReactNode }) => (
  <Form className="bank-choices" method="post" action="/cotisations/banque" preventScrollReset>
    <input type="hidden" name="payment" value={id} />
    <input type="hidden" name="seen" value={seen} />
    {children}
  </Form>
);

const Choice = ({ value, label, about }: { value: string; label: string; about?: string }) => (
  <button className="btn btn--small btn--neige" type="submit" name="intention" value={value}>
    {label}
    {about && <span className="sr-only">&nbsp;: {about}</span>}
  </button>
);
