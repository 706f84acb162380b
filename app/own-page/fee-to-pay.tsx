import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { BillPayment, type Payee, PayWithTwint } from "#app/ui/qr-bill/bill-payment.tsx";
import { formatAmount } from "#domain/money/amount.ts";
import type { OwnFee } from "#usecases/register/own-page.ts";

type Props = { fee: OwnFee; account: Payee & { twint: string }; page: string };

export function FeeToPay({ fee: { year, amount, state, open, reference, isProposed }, account, page }: Props) {
  const { twint, ...payee } = account;
  const id = `cotisation-${year}`;
  return (
    <section className="inset ink-ocre" aria-labelledby={id}>
      <h2 id={id}>Cotisation {year}</h2>
      <p>
        {formatAmount(amount)}&nbsp;: <b>{STATES[state]}</b>
        {state === "partly" && `, reste ${formatAmount(open)}`}
      </p>
      {open > 0 && payee.iban && (
        <BillPayment payment={{ ...payee, amount: open, reference }} pdf={`${page}/facture-${year}.pdf`} />
      )}
      {open > 0 && twint && (
        <form className="row" method="post" action={page}>
          <PayWithTwint link={twint} />
          <input type="hidden" name="year" value={year} />
          {!isProposed && <SubmitButton className="btn btn--neige" intention="twint" label="J’ai payé par TWINT" />}
        </form>
      )}
    </section>
  );
}

const STATES = { due: "à payer", partly: "payée en partie", paid: "payée, merci", waived: "non demandée" } as const;
