import { type ComponentProps, type ReactNode, useId } from "react";
import { Form } from "react-router";
import { Field, FieldErrorsContext } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { bankPaymentUrl } from "./bank-url.ts";
import type { BankPaymentView } from "./bank-view.server.ts";

type Props = {
  payment: BankPaymentView;
  day: string;
  /** The next year, to whose fees a payment can be assigned in advance. */
  advance: string;
  result: FormResult;
  /** Where the forms of the row are sent. */
  url: string;
  isSending: boolean;
};

/** After an action, the row offers no choices: a second tap must not decide about the rest of the payment. */
export function BankPaymentRow(props: Props) {
  const { payment, url, isSending } = props;
  const { id, payer, amount, rest, date, note, text, settled, outcome, undo } = payment;
  return (
    <ListRow
      id={id}
      name={
        <h3>
          <bdi>{payer}</bdi>
        </h3>
      }
      outcome={outcome}
      undo={
        !isSending &&
        undo && (
          <UndoButton
            id={id}
            url={url}
            name={payer}
            intention={undo.intention}
            fields={{ payment: payment.payment, seen: String(payment.seen), ...undo.fields }}
          />
        )
      }
    >
      <p className="list__state">
        <b>{rest ?? amount}</b>
        {rest && rest !== amount && <span>reste de {amount}</span>}
        <span>{date}</span>
        {!isSending && outcome !== null && rest && (
          <StrongLink to={bankPaymentUrl(payment.payment)}>
            {rest === amount ? "Décider" : "Décider du reste"}
            <span className="sr-only">&nbsp;: {payer}</span>
          </StrongLink>
        )}
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
      {outcome === null && (
        <div className="list__choices" inert={isSending}>
          <Decisions {...props} />
        </div>
      )}
    </ListRow>
  );
}

function Decisions(props: Props) {
  const { payment, url, advance } = props;
  const { rest, decisions, choices, advances } = payment;
  return (
    <>
      {decisions.length > 0 && (
        <ul>
          {decisions.map(({ ids, texts, isKept, isCorrected }) => (
            <li key={ids}>
              {texts.map((words) => (
                <p key={words}>{isCorrected ? <del>{words}</del> : <bdi>{words}</bdi>}</p>
              ))}
              {isKept && (
                <Decide payment={payment} url={url}>
                  <input type="hidden" name="line" value={ids} />
                  <Choice intention="undo" label="Rouvrir" about={texts.join(", ")} />
                </Decide>
              )}
            </li>
          ))}
        </ul>
      )}
      <FeeButtons payment={payment} url={url} choices={choices} />
      {advances.map((person) => (
        <Advance key={person.id} payment={payment} url={url} advance={advance} person={person} />
      ))}
      {rest && <OtherDecisions {...props} />}
    </>
  );
}

function OtherDecisions({ payment, url, day, advance, result }: Props) {
  const { returned, waits, q, found, settled } = payment;
  const [searchId, dateId] = [useId(), useId()];
  const { typed, errors } = result;
  const error = typed?.id === payment.id ? errors?.date : undefined;
  return (
    <details className="member__fold" open={settled.length > 0 || q !== null || error !== undefined}>
      <summary className="strong-link">
        Autre choix<span className="sr-only"> pour {payment.payer}</span>
      </summary>
      <Form className="bank-choices" method="post" action={url} preventScrollReset>
        <input type="hidden" name="payment" value={payment.payment} />
        <input type="hidden" name="row" value={payment.id} />
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
      </Form>
      {q !== null && found.length === 0 && <p role="status">Aucun membre ne s’appelle ainsi.</p>}
      {found.map(({ id, name, fees }) => (
        <div key={id} className="bank-choices">
          <FeeButtons payment={payment} url={url} choices={fees} />
          {!returned && <Advance payment={payment} url={url} advance={advance} person={{ id, name }} />}
        </div>
      ))}
      <Decide payment={payment} url={url}>
        {!returned && <Choice intention="gift" label="Don" />}
        <Choice intention="other" label="Sans rapport" />
        {waits && <Choice intention="wait-no-more" label="Ne plus attendre" />}
      </Decide>
      {!returned && (
        // The date field has its own form, because Enter in a field triggers the first button of its form.
        <Decide payment={payment} url={url}>
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

type ButtonsProps = Pick<Props, "payment" | "url"> & Pick<BankPaymentView, "choices">;

const FeeButtons = ({ payment, url, choices }: ButtonsProps) =>
  choices.map(({ fees, label }) => (
    <Decide key={fees} payment={payment} url={url}>
      <input type="hidden" name="fee" value={fees} />
      <Choice intention="fee" label={label} />
    </Decide>
  ));

type AdvanceProps = Pick<Props, "payment" | "url" | "advance"> & { person: { id: string; name: string } };

const Advance = ({ payment, url, advance, person: { id, name } }: AdvanceProps) => (
  <Decide payment={payment} url={url}>
    <input type="hidden" name="advance" value={`${advance} ${id}`} />
    <Choice intention="advance" label={`Garder pour ${advance}, ${name}`} />
  </Decide>
);

type DecideProps = Pick<Props, "payment" | "url"> & { children: ReactNode };

const Decide = ({ payment: { id, payment, seen }, url, children }: DecideProps) => (
  <Form className="bank-choices" method="post" action={url} preventScrollReset>
    <input type="hidden" name="id" value={id} />
    <input type="hidden" name="payment" value={payment} />
    <input type="hidden" name="seen" value={seen} />
    {children}
  </Form>
);

const Choice = (props: ComponentProps<typeof SubmitButton>) => (
  <SubmitButton className="btn btn--small btn--neige" {...props} />
);
