import { formatIBAN, formatReference } from "swissqrbill/utils";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { formatAmount, typedAmount } from "#domain/money/amount.ts";
import type { OwnFee } from "#usecases/register/own-page.ts";

type Props = { fee: OwnFee; account: { holder: string; iban: string; twint: string }; page: string };

export function FeeToPay({ fee: { year, amount, state, open, reference, isProposed }, account, page }: Props) {
  const { holder, iban, twint } = account;
  const id = `cotisation-${year}`;
  const copied = [
    ["Bénéficiaire", holder, holder],
    ["IBAN", formatIBAN(iban), iban],
    ["Référence", formatReference(reference), reference],
    ["Montant", formatAmount(open), typedAmount(open)],
  ] as const;
  return (
    <section className="inset ink-ocre" aria-labelledby={id}>
      <h2 id={id}>Cotisation {year}</h2>
      <p>
        {formatAmount(amount)}&nbsp;: <b>{STATES[state]}</b>
        {state === "partly" && `, reste ${formatAmount(open)}`}
      </p>
      {open > 0 && iban && (
        <>
          <a className="btn" href={`${page}/facture-${year}.pdf`} data-share-file="Partager la facture (PDF)" download>
            Télécharger la facture (PDF)
          </a>
          <dl className="bank-details">
            {copied.map(([label, text, copy]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={text === holder ? undefined : "iban"}>{text}</dd>
                <dd className="row copy">
                  <button className="btn btn--small btn--neige" type="button" data-copy={copy}>
                    Copier<span className="sr-only">&nbsp;: {label}</span>
                  </button>
                  <span role="status" data-copied="C’est copié" data-refused="Copiez-le à la main." />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {open > 0 && twint && (
        <form className="row" method="post" action={page}>
          <a className="btn btn--encre" href={twint} rel="noopener">
            Payer avec TWINT
          </a>
          <input type="hidden" name="year" value={year} />
          {!isProposed && <SubmitButton className="btn btn--neige" intention="twint" label="J’ai payé par TWINT" />}
        </form>
      )}
    </section>
  );
}

const STATES = { due: "à payer", partly: "payée en partie", paid: "payée, merci", waived: "non demandée" } as const;
