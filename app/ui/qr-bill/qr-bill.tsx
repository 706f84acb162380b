import type { ReactNode } from "react";
import { formatIBAN } from "swissqrbill/utils";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { Field, FieldErrorsContext } from "#app/ui/form/field.tsx";
import { amountAsTyped, type Centimes, formatAmount, SUGGESTED_DONATIONS } from "#domain/money/amount.ts";
import { billAddressLines, type QrBill } from "#domain/money/qr-bill.ts";
import { BillPayment } from "./bill-payment.tsx";
import { AMOUNT_PARAM, billFileUrl, billPageUrl } from "./qr-bill-urls.ts";

function description(bill: QrBill): string {
  const { amount, holder, iban, message, example } = bill;
  const sum = amount === null ? "sans montant" : formatAmount(amount);
  const account = [holder, ...billAddressLines(bill), `IBAN ${formatIBAN(iban)}`].join(", ");
  return `QR-facture${example ? " d’exemple, à ne pas payer" : ""}\u00a0: ${sum}, payable à ${account}, avec le message «\u00a0${message}\u00a0».`;
}

const caption = (amount: Centimes | null) =>
  amount === null
    ? "QR-facture sans montant\u00a0: vous l’écrivez vous-même."
    : `QR-facture de ${formatAmount(amount)}`;

/** Works without script. */
function AmountChoice({ amount, typed, error }: { amount: Centimes | null; typed: string; error?: string }) {
  const choice = [null, ...SUGGESTED_DONATIONS];
  return (
    <form className="qr__amount" action="/dons/qr-facture#qr" data-qr-amount>
      <ul className="amounts" role="list" aria-label="Montant de la QR-facture" data-qr="choice">
        {choice.map((option) => (
          <li key={option}>
            <a href={billPageUrl(option)} aria-current={option === amount && !error ? "true" : undefined}>
              {option === null ? "Libre" : formatAmount(option)}
            </a>
          </li>
        ))}
      </ul>
      <div className="qr__other">
        <div data-qr="field">
          <FieldErrorsContext value={error ? { [AMOUNT_PARAM]: error } : {}}>
            <Field
              name={AMOUNT_PARAM}
              label="Autre montant, en francs"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed}
            />
          </FieldErrorsContext>
        </div>
        <button className="btn btn--small" type="submit">
          Afficher
        </button>
      </div>
    </form>
  );
}

type FileProps = { bill: QrBill; file: string };

function Bill({ bill, file }: FileProps) {
  const { amount } = bill;
  const [src, alt] = [billFileUrl(file, ".svg", amount), description(bill)];
  return (
    <div data-qr="slip">
      <picture>
        {/* PNG, because photo galleries and banking applications cannot read SVG. */}
        <source media={PHONE} srcSet={billFileUrl(file, ".png", amount)} width="780" height="780" />
        <img src={src} width="794" height="397" alt={alt} />
      </picture>
      {/* A second image for print. The `picture` above would switch its source only after the browser has begun to
          print. */}
      <img className="qr__paper" loading="lazy" src={src} width="794" height="397" alt={alt} />
    </div>
  );
}

/** The same condition as in qr-bill.css. */
const PHONE = "(width < 46rem), (pointer: coarse)";

type Props = {
  bill: QrBill;
  file?: string;
  title: string;
  children?: ReactNode;
  /** The typed amount and its error. Absent for a bill with a fixed amount. */
  choice?: { typed: string; error?: string };
  /** URL for a Twint payment, as in `BillPayment`. */
  twint?: string;
};

export function QrBillFigure({ bill, file = bill.purpose, title, children, choice, twint }: Props) {
  const { amount } = bill;
  const suggested = amount !== null && SUGGESTED_DONATIONS.includes(amount);
  return (
    <section className="page-frame qr" aria-labelledby="qr">
      <div className="qr__text">
        <h2 id="qr">{title}</h2>
        {children && <p>{children}</p>}
        <p className="qr__desktop">À scanner avec l’application de votre banque, ou à imprimer pour la poste.</p>
        <p className="qr__phone">
          Sur ce téléphone&nbsp;: copiez ces lignes dans l’application de votre banque, ou ouvrez-y le PDF.
        </p>
        {choice && (
          <AmountChoice
            amount={amount}
            typed={choice.error ? choice.typed : suggested || amount === null ? "" : amountAsTyped(amount)}
            error={choice.error}
          />
        )}
        <div className="qr__payment" data-qr="payment">
          <BillPayment payment={bill} pdf={billFileUrl(file, ".pdf", amount)} {...(twint && { twint })} />
        </div>
      </div>
      <div className="qr__bulletin">
        <p className="qr__caption" role="status" data-qr-caption>
          {caption(amount)}
        </p>
        <Bill bill={bill} file={file} />
        <p className="qr__phone">
          Un autre téléphone peut lire ce code. Ou gardez le doigt dessus, enregistrez l’image, puis choisissez-la dans
          l’application de votre banque.
        </p>
      </div>
    </section>
  );
}

export const BillAccountNotice = ({ title, children }: Pick<Props, "title" | "children">) => (
  <div className="notice donations__examples" role="note">
    <Triangle />
    <b>{title}</b>
    {children}
  </div>
);

export const ExampleAccountNotice = () => (
  <BillAccountNotice title="Coordonnées d’exemple.">
    <span>Le comité ne les a pas encore remplacées&nbsp;: n’y versez rien.</span>
  </BillAccountNotice>
);
