import type { ReactNode } from "react";
import { formatIBAN } from "swissqrbill/utils";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { Field, FieldErrorsContext } from "#app/ui/form/field.tsx";
import { type Centimes, formatAmount, SUGGESTED_AMOUNTS, typedAmount } from "#domain/money/amount.ts";
import { addressLines, type QrBill } from "#domain/money/qr-bill.ts";
import { AMOUNT, billFile, billPage } from "./qr-bill-urls.ts";

function description(bill: QrBill): string {
  const { amount, holder, iban, message, example } = bill;
  const sum = amount === null ? "sans montant" : formatAmount(amount);
  const account = [holder, ...addressLines(bill), `IBAN ${formatIBAN(iban)}`].join(", ");
  return `QR-facture${example ? " d’exemple, à ne pas payer" : ""}\u00a0: ${sum}, payable à ${account}, avec le message «\u00a0${message}\u00a0».`;
}

const caption = (amount: Centimes | null) =>
  amount === null
    ? "QR-facture sans montant\u00a0: vous l’écrivez vous-même."
    : `QR-facture de ${formatAmount(amount)}`;

/** Works without script. */
function AmountChoice({ amount, typed, error }: { amount: Centimes | null; typed: string; error?: string }) {
  const choice = [null, ...SUGGESTED_AMOUNTS];
  return (
    <form className="qr__amount" action="/dons/qr-facture#qr" data-qr-amount>
      <ul className="amounts" role="list" aria-label="Montant de la QR-facture" data-qr="choice">
        {choice.map((option) => (
          <li key={option}>
            <a href={billPage(option)} aria-current={option === amount && !error ? "true" : undefined}>
              {option === null ? "Libre" : formatAmount(option)}
            </a>
          </li>
        ))}
      </ul>
      <div className="qr__other">
        <div data-qr="field">
          <FieldErrorsContext value={error ? { [AMOUNT]: error } : {}}>
            <Field
              name={AMOUNT}
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
  const [src, alt] = [billFile(file, ".svg", amount), description(bill)];
  return (
    <div data-qr="slip">
      <picture>
        <source media="(width < 46rem)" srcSet={billFile(file, "-colonne.svg", amount)} width="750" height="2650" />
        <img src={src} width="794" height="397" alt={alt} />
      </picture>
      {/* Only for print: a `picture` would switch its source too late. */}
      <img className="qr__paper" loading="lazy" src={src} width="794" height="397" alt={alt} />
    </div>
  );
}

const Files = ({ bill: { amount }, file }: FileProps) => (
  <div className="qr__files" data-qr="files">
    <a className="strong-link" href={billFile(file, ".pdf", amount)} download>
      Télécharger le PDF
    </a>
    <a className="strong-link qr__image" href={billFile(file, ".png", amount)} target="_blank" rel="noopener">
      Image du code QR
    </a>
    <p className="qr__image">
      Sur ce téléphone&nbsp;: ouvrez l’image, gardez le doigt dessus, enregistrez-la, puis choisissez-la dans
      l’application de votre banque.
    </p>
  </div>
);

type Props = {
  bill: QrBill;
  file?: string;
  title: string;
  children: ReactNode;
  /** The typed amount and its error. Absent for a bill with a fixed amount. */
  choice?: { typed: string; error?: string };
};

export function QrBillFigure({ bill, file = bill.purpose, title, children, choice }: Props) {
  const { amount } = bill;
  const suggested = amount !== null && SUGGESTED_AMOUNTS.includes(amount);
  return (
    <section className="page-frame qr" aria-labelledby="qr">
      <div className="qr__text">
        <h2 id="qr">{title}</h2>
        <p>{children}</p>
        {choice && (
          <AmountChoice
            amount={amount}
            typed={choice.error ? choice.typed : suggested || amount === null ? "" : typedAmount(amount)}
            error={choice.error}
          />
        )}
      </div>
      <div className="qr__bulletin">
        <p className="qr__caption" role="status" data-qr-caption>
          {caption(amount)}
        </p>
        <Bill bill={bill} file={file} />
        <Files bill={bill} file={file} />
      </div>
    </section>
  );
}

export const AccountNotice = ({ title, children }: Pick<Props, "title" | "children">) => (
  <div className="notice donations__examples" role="note">
    <Triangle />
    <b>{title}</b>
    {children}
  </div>
);

export const ExampleNotice = () => (
  <AccountNotice title="Coordonnées d’exemple.">
    <span>Le comité ne les a pas encore remplacées&nbsp;: n’y versez rien.</span>
  </AccountNotice>
);
