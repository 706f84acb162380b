import { formatIBAN, formatReference } from "swissqrbill/utils";
import { eBankingAmount, formatAmount } from "#domain/money/amount.ts";
import { billAddressLines, type QrBill } from "#domain/money/qr-bill.ts";

export type QrBillPayee = Pick<QrBill, "holder" | "iban" | "street" | "buildingNumber" | "postcode" | "place">;

type Props = {
  payment: QrBillPayee & Pick<QrBill, "amount" | "reference">;
  /** URL of the bill as PDF. */
  pdf: string;
  /** URL for a Twint payment. Absent if the page has this link elsewhere, empty if the committee has none. */
  twint?: string;
};

/** Data for a person who cannot scan the bill, because the bill is on the same phone as the banking app. */
export const BillPayment = ({ payment, pdf, twint }: Props) => (
  <>
    <BillValues payment={payment} />
    <div className="row bill-payment">
      <BillFileButton pdf={pdf} />
      {twint && <PayWithTwint link={twint} />}
    </div>
  </>
);

export const BillValues = ({ payment }: Pick<Props, "payment">) => (
  <dl className="bank-details">
    {valuesOf(payment).map(([label, text, copied]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
        {copied !== undefined && (
          <>
            <dd className="copy">
              <button className="btn btn--small btn--neige" type="button" data-copy={copied}>
                Copier<span className="sr-only">&nbsp;: {label}</span>
              </button>
            </dd>
            <dd className="bank-details__said">
              <span role="status" data-copied="C’est copié" data-refused="Copiez-le à la main." />
            </dd>
          </>
        )}
      </div>
    ))}
  </dl>
);

/** app/browser/gestures.ts opens the share sheet where the browser can share files. */
export const BillFileButton = ({ pdf }: Pick<Props, "pdf">) => (
  <a className="btn" href={pdf} data-share-file download>
    <span className="unless-can-share">Télécharger le PDF</span>
    <span className="if-can-share">Partager le PDF</span>
  </a>
);

/**
 * Label, text and, if there is a copy button, the copied value. IBAN and reference are copied without spaces, because
 * form fields of a fixed length would cut a value with spaces. The amount is copied in the format of e-banking forms.
 */
function valuesOf({ holder, iban, reference, amount, ...address }: Props["payment"]) {
  const values: [label: string, text: string, copied?: string][] = [["IBAN", formatIBAN(iban), iban]];
  if (reference) values.push(["Référence", formatReference(reference), reference]);
  if (amount !== null) values.push(["Montant", formatAmount(amount), eBankingAmount(amount)]);
  values.push(["Bénéficiaire", holder, holder], ["Lieu", [...billAddressLines(address), "Suisse"].join(", ")]);
  return values;
}

export const PayWithTwint = ({ link }: { link: string }) => (
  <a className="btn btn--encre" href={link} rel="noopener">
    Payer avec TWINT
  </a>
);
