import { type ComponentProps, type ReactNode, useId } from "react";
import { Form } from "react-router";
import { Field, FieldErrorsContext } from "#app/ui/form/field.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { bankUrl } from "./bank-url.ts";
import type { PaymentView } from "./bank-view.server.ts";

type Props = {
  payment: PaymentView;
  /** A page may show a payment twice. Only one of the two rows has the id that links use. */
  isTarget: boolean;
  day: string;
  /** The next year, to whose fees a payment can be assigned in advance. */
  advance: string;
  answer: FormAnswer;
  page: number;
};

export function PaymentRow(props: Props) {
  const { payment, isTarget, page, advance } = props;
  const { payer, amount, rest, date, note, text, decisions, choices, settled, advances } = payment;
  return (
    <ListRow
      id={isTarget ? payment.id : undefined}
      name={
        <h3>
          <bdi>{payer}</bdi>
        </h3>
      }
    >
      <p className="list__state">
        <b>{rest ?? amount}</b>
        {rest && rest !== amount && <span>reste de {amount}</span>}
        <span>{date}</span>
      </p>
      {[note, text].filter(Boolean).map((words) => (
        <p key={words}>
          <bdi>{words}</bdi>
        </p>
      ))}
      {settled.map((words) => (
        <p key={words}>
          <b>
            <bdi>{words}.</bdi>
          </b>
        </p>
      ))}
      {decisions.length > 0 && (
        <ul>
          {decisions.map(({ ids, texts, isKept, isCorrected }) => (
            <li key={ids}>
              {texts.map((words) => (
                <p key={words}>{isCorrected ? <del>{words}</del> : <bdi>{words}</bdi>}</p>
              ))}
              {isKept && (
                <Decide payment={payment} page={page}>
                  <input type="hidden" name="line" value={ids} />
                  <Choice intention="undo" label="Rouvrir" about={texts.join(", ")} />
                </Decide>
              )}
            </li>
          ))}
        </ul>
      )}
      <FeeButtons payment={payment} page={page} choices={choices} />
      {advances.map((person) => (
        <Advance key={person.id} payment={payment} page={page} advance={advance} person={person} />
      ))}
      {rest && <OtherDecisions {...props} />}
    </ListRow>
  );
}

function OtherDecisions({ payment, page, day, advance, answer }: Props) {
  const { returned, waits, q, found, settled } = payment;
  const [searchId, dateId] = [useId(), useId()];
  const { typed, errors } = answer;
  const error = typed?.payment === payment.id ? errors?.date : undefined;
  return (
    <details className="member__fold" open={settled.length > 0 || q !== null || error !== undefined}>
      <summary className="strong-link">
        Autre choix<span className="sr-only"> pour {payment.payer}</span>
      </summary>
      <Decide payment={payment} page={page}>
        <Field
          id={searchId}
          name="q"
          type="search"
          placeholder="Nom"
          defaultValue={q ?? ""}
          label="Un autre membre, ou plusieurs l’un après l’autre"
          autoComplete="off"
        />
        <Choice intention="search" label="Chercher" />
      </Decide>
      {q !== null && found.length === 0 && <p role="status">Aucun membre ne s’appelle ainsi.</p>}
      {found.map(({ id, name, fees }) => (
        <div key={id} className="bank-choices">
          <FeeButtons payment={payment} page={page} choices={fees} />
          {!returned && <Advance payment={payment} page={page} advance={advance} person={{ id, name }} />}
        </div>
      ))}
      <Decide payment={payment} page={page}>
        {!returned && <Choice intention="gift" label="Don" />}
        <Choice intention="other" label="Sans rapport" />
        {waits && <Choice intention="wait-no-more" label="Ne plus attendre" />}
      </Decide>
      {!returned && (
        // The date field has its own form: Enter in a field presses the first button of the form.
        <Decide payment={payment} page={page}>
          <FieldErrorsContext value={error ? { date: error } : {}}>
            <Field
              id={dateId}
              name="date"
              type="date"
              max={day}
              defaultValue={error ? typed?.date : day}
              label="Remboursé le"
            />
            <Choice intention="refunded" label="Remboursé" />
          </FieldErrorsContext>
        </Decide>
      )}
    </details>
  );
}

type ButtonsProps = Pick<Props, "payment" | "page"> & Pick<PaymentView, "choices">;

const FeeButtons = ({ payment, page, choices }: ButtonsProps) =>
  choices.map(({ fees, label }) => (
    <Decide key={fees} payment={payment} page={page}>
      <input type="hidden" name="fee" value={fees} />
      <Choice intention="fee" label={label} />
    </Decide>
  ));

type AdvanceProps = Pick<Props, "payment" | "page" | "advance"> & { person: { id: string; name: string } };

const Advance = ({ payment, page, advance, person: { id, name } }: AdvanceProps) => (
  <Decide payment={payment} page={page}>
    <input type="hidden" name="advance" value={`${advance} ${id}`} />
    <Choice intention="advance" label={`Garder pour ${advance}, ${name}`} />
  </Decide>
);

type DecideProps = Pick<Props, "payment" | "page"> & { children: ReactNode };

const Decide = ({ payment: { id, seen }, page, children }: DecideProps) => (
  <Form className="bank-choices" method="post" action={bankUrl(page)} preventScrollReset>
    <input type="hidden" name="payment" value={id} />
    <input type="hidden" name="seen" value={seen} />
    {children}
  </Form>
);

const Choice = (props: ComponentProps<typeof SubmitButton>) => (
  <SubmitButton className="btn btn--small btn--neige" {...props} />
);
