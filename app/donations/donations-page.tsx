import { Link } from "react-router";
import bannerArt from "#app/donations/drawings/bandeau-dons.svg";
import phone from "#app/donations/drawings/objet-telephone.svg";
import { Banner } from "#app/layout/banner.tsx";
import { BillAccountNotice, ExampleAccountNotice, QrBillFigure } from "#app/ui/qr-bill/qr-bill.tsx";
import { InlineText } from "#app/ui/rich-text.tsx";
import type { QrBill } from "#domain/money/qr-bill.ts";
import type { RichTextInline } from "#domain/text/rich-text.ts";

type Props = {
  text: { introduction: readonly RichTextInline[] };
  twint: string;
  /** True if the bank account or the Twint link still has its example value. */
  examples: boolean;
  /** Null if the settings contain no bank account. */
  bill: QrBill | null;
  /** The typed amount. `error` says why the amount was refused. */
  choice: { typed: string; error?: string };
};

function TwintLink({ link }: { link: string }) {
  return (
    <section className="inset ink-azur twint" aria-labelledby="twint">
      <h2 id="twint">Par TWINT</h2>
      <p>Ouvrez l’application sur votre téléphone, choisissez le montant, c’est déjà fait.</p>
      <a className="btn btn--encre btn--large" href={link} rel="noopener">
        Donner avec TWINT
      </a>
      <figure className="twint__code">
        <img loading="lazy" src="/dons/twint.svg" width="200" height="200" alt="Code QR de la page TWINT" />
        <figcaption>À scanner</figcaption>
      </figure>
      <img className="donations__phone" loading="lazy" src={phone} width="220" height="236" alt="" />
    </section>
  );
}

export function DonationsContent({ text, twint, examples, bill, choice }: Props) {
  return (
    <main id="contenu">
      <Banner style="ocre" art={bannerArt} title="Faire un don" lowOnPhone>
        <InlineText pieces={text.introduction} />
      </Banner>
      <div className="page-frame donations">
        {examples && <ExampleAccountNotice />}
        {!twint && !bill && (
          <BillAccountNotice title="Le comité n’a pas encore indiqué son compte.">
            <Link to="/contact">Écrivez-nous.</Link>
          </BillAccountNotice>
        )}
        {twint && <TwintLink link={twint} />}
      </div>
      {bill && (
        <QrBillFigure bill={bill} title="Par virement" choice={choice}>
          Vous êtes membre&nbsp;? <Link to="/charte#qr">Payer la cotisation</Link>
        </QrBillFigure>
      )}
    </main>
  );
}
