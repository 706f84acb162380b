import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { FeeBadge } from "#app/ui/fee-badge.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { TickBox } from "#app/ui/list/tick-boxes.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from "#domain/fees/fee.ts";
import type { FeeLineButton, FeeView } from "./fee-view.server.ts";

type Props = {
  fee: FeeView;
  /** Where the forms of the row are sent. */
  url: string;
  isSending: boolean;
  year: string;
  day: string;
};

export function FeeRow({ fee, url, isSending, year, day }: Props) {
  const { id, member, name, isErased, state, amount, isOpen, sent, outcome, cancel, undo } = fee;
  // After an action, the row keeps its previous actions, hidden, so that its height stays the same.
  const pays = outcome === null ? isOpen : !isOpen;
  return (
    <ListRow
      id={id}
      lead={
        isOpen &&
        outcome === null && (
          <TickBox ids={[id]} className="tick--entry">
            <span className="sr-only">Cocher {name}</span>
          </TickBox>
        )
      }
      name={
        isErased ? (
          <bdi className="list__name">{name}</bdi>
        ) : (
          <Link className="list__name" to={`/registre/${member}?cotisation=${year}`}>
            <bdi>{name}</bdi>
          </Link>
        )
      }
      actions={
        pays ? (
          <RowForm id={id} url={url}>
            <input type="hidden" name="intention" value="pay" />
            <input type="hidden" name="date" value={day} />
            {PAYMENT_METHODS.map((way) => (
              <button key={way} className="btn btn--small btn--neige" type="submit" name="way" value={way}>
                <span className="sr-only">Payée, {name}&nbsp;: </span>
                {PAYMENT_METHOD_LABELS[way]}
              </button>
            ))}
          </RowForm>
        ) : (
          <Change id={id} url={url} name={name} change={cancel ?? WAS_SETTLED} />
        )
      }
      outcome={isSending ? "Un instant…" : outcome}
      undo={
        !isSending &&
        undo && <UndoButton id={id} url={url} name={name} intention={undo.intention} fields={{ line: undo.line }} />
      }
    >
      <p className="list__state">
        {amount} {!undo && <FeeBadge state={state} />}
        {sent && <small>{sent}</small>}
      </p>
    </ListRow>
  );
}

/** The button that the fee had before it was reopened, hidden. */
const WAS_SETTLED: FeeLineButton = { intention: "cancel", line: "", label: "Annuler ce paiement" };

type FormProps = { id: string; url: string; children: ReactNode };

const RowForm = ({ id, url, children }: FormProps) => (
  <Form className="fees__ways" method="post" action={url} preventScrollReset>
    <input type="hidden" name="id" value={id} />
    {children}
  </Form>
);

type ChangeProps = Omit<FormProps, "children"> & { name: string; change: FeeLineButton };

const Change = ({ change: { intention, line, label }, name, ...form }: ChangeProps) => (
  <RowForm {...form}>
    <input type="hidden" name="line" value={line} />
    <SubmitButton className="btn btn--small btn--neige" intention={intention} label={label} about={name} />
  </RowForm>
);
