import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { BillFileButton, BillValues, PayWithTwint, type QrBillPayee } from "#app/ui/qr-bill/bill-payment.tsx";
import { formatAmount } from "#domain/money/amount.ts";
import type { OwnPageFee } from "#usecases/register/own-page.ts";

type Props = { fee: OwnPageFee; account: QrBillPayee & { twint: string }; page: string };

/** The amount and the ways to pay come first: the first screen shows them. */
export function FeeToPay({ fee: { year, amount, state, open, reference, isProposed }, account, page }: Props) {
  const { twint, ...payee } = account;
  const id = `cotisation-${year}`;
  const isPayable = open > 0 && payee.iban !== "";
  return (
    <section className="inset ink-ocre" aria-labelledby={id}>
      <h2 id={id}>Cotisation {year}</h2>
      <p className="own-fee__amount">
        <b>{formatAmount(state === "partly" ? open : amount)}</b>{" "}
        {open > 0 && isProposed ? "à vérifier" : STATES[state]}
        {state === "partly" && `, sur ${formatAmount(amount)}`}
      </p>
      {open > 0 && (payee.iban || twint) && (
        <div className="row own-fee__actions">
          {twint && <PayWithTwint link={twint} />}
          {isPayable && <BillFileButton pdf={`${page}/facture-${year}.pdf`} />}
          {twint && !isProposed && (
            <form method="post" action={page}>
              <input type="hidden" name="year" value={year} />
              <SubmitButton className="btn btn--neige" intention="twint" label="J’ai payé par TWINT" />
            </form>
          )}
        </div>
      )}
      {isPayable && <BillValues payment={{ ...payee, amount: open, reference }} />}
    </section>
  );
}

const STATES = { due: "à payer", partly: "encore à payer", paid: "payée, merci", waived: "non demandée" } as const;
