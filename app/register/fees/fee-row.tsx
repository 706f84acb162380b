import { Form, Link } from "react-router";
import { TickBox } from "#app/ui/tick-boxes.tsx";
import { FEE_WAYS, WAY_LABELS } from "#domain/fees/fee.ts";
import { FeeBadge } from "./fee-badge.tsx";
import type { FeeLineView } from "./fees.server.ts";

type Props = { line: FeeLineView; year: string; day: string; url: string };

/** A fee of the list: a tick for several at once, and one button per way of paying. */
export const FeeRow = ({ line: { id, member, name, isErased, state, amount, open, sent }, year, day, url }: Props) => (
  <li className="people__row">
    {open && (
      <TickBox ids={[id]} className="tick--entry">
        <span className="sr-only">Cocher {name}</span>
      </TickBox>
    )}
    {isErased ? (
      <bdi className="people__name">{name}</bdi>
    ) : (
      <Link className="people__name" to={`/registre/${member}?cotisation=${year}`}>
        <bdi>{name}</bdi>
      </Link>
    )}
    <p className="people__fee">
      {amount} <FeeBadge state={state} />
      {sent && <small>{sent}</small>}
    </p>
    {open && (
      <Form className="fees__ways" method="post" action={url} preventScrollReset>
        <input type="hidden" name="intention" value="pay" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="date" value={day} />
        {FEE_WAYS.map((way) => (
          <button key={way} className="btn btn--small btn--neige" type="submit" name="way" value={way}>
            <span className="sr-only">Payée, {name}&nbsp;: </span>
            {WAY_LABELS[way]}
          </button>
        ))}
      </Form>
    )}
  </li>
);
