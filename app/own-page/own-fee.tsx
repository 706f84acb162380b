import { spacedReference } from "#domain/fees/reference.ts";
import { formatAmount, typedAmount } from "#domain/money/amount.ts";
import { formatIban } from "#domain/money/iban.ts";
import type { OwnPage } from "#usecases/members/own-page.ts";

type Props = {
  fee: OwnPage["fees"][number];
  /** Empty where it is unknown. */
  account: { holder: string; iban: string; twint: string };
  page: string;
};

/** A fee: paid, or how to pay it. On a phone the bill goes to the app of the bank. */
export function OwnFee({ fee: { year, amount, state, open, reference, isProposed }, account, page }: Props) {
  const { holder, iban, twint } = account;
  const id = `cotisation-${year}`;
  return (
    <section className="inset ink-ocre own__fee" aria-labelledby={id}>
      <h2 id={id}>Cotisation {year}</h2>
      {open === 0 ? (
        <p>
          {formatAmount(amount)}&nbsp;: <b>{state === "waived" ? "remise" : "payée, merci"}</b>.
        </p>
      ) : (
        <p>
          <b>{formatAmount(open)} à payer</b>
          {state === "partly" && `, sur ${formatAmount(amount)}`}
        </p>
      )}
      {open > 0 && iban && (
        <>
          <div>
            <a
              className="btn btn--large"
              href={`${page}/facture-${year}.pdf`}
              data-share-file="Partager la facture (PDF)"
              data-file-name={`cotisation-${year}.pdf`}
              download
            >
              Télécharger la facture (PDF)
            </a>
            <p role="status" data-share-said="Touchez encore une fois&nbsp;: la facture est prête." />
          </div>
          <dl className="bank-details">
            <div>
              <dt>Bénéficiaire</dt>
              <dd>{holder}</dd>
            </div>
            <Copied label="IBAN" text={formatIban(iban)} copy={iban} said="IBAN copié" />
            <Copied label="Référence" text={spacedReference(reference)} copy={reference} said="Référence copiée" />
            <Copied label="Montant" text={formatAmount(open)} copy={typedAmount(open)} said="Montant copié" />
          </dl>
        </>
      )}
      {open > 0 && twint && (
        <div className="row">
          <a className="btn btn--encre" href={twint} rel="noopener">
            Payer avec TWINT
          </a>
          {isProposed ? (
            <p>TWINT&nbsp;: à vérifier par le comité.</p>
          ) : (
            <form method="post" action={page}>
              <input type="hidden" name="year" value={year} />
              <button className="btn btn--neige" type="submit" name="intention" value="twint">
                J’ai payé par TWINT
              </button>
            </form>
          )}
        </div>
      )}
    </section>
  );
}

const Copied = ({ label, text, copy, said }: { label: string; text: string; copy: string; said: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="iban">{text}</dd>
    <dd className="row copy">
      <button className="btn btn--small btn--neige" type="button" data-copy={copy}>
        Copier<span className="sr-only">&nbsp;: {label}</span>
      </button>
      <span role="status" data-copied={said} data-refused="Sélectionnez-le et copiez-le à la main." />
    </dd>
  </div>
);
