import bandeau from "#app/images/bandeau-dons.svg";
import telephone from "#app/images/objet-telephone.svg";
import { ibanLisible } from "#domain/iban.ts";
import { addressLines, type Facture } from "#domain/qr-facture.ts";
import type { Reglages } from "#domain/reglages.ts";
import { Bandeau } from "./bandeau.tsx";
import { Exemples } from "./exemples.tsx";
import { QrFacture } from "./qr-facture.tsx";

type Compte = Pick<Reglages, "titulaire" | "iban" | "street" | "buildingNumber" | "npa" | "lieu">;
type Props = Compte & {
  twint: string;
  /** Account or Twint link are still those of a first start. */
  exemples: boolean;
  facture: Facture;
  /** What was typed for the amount, and why it was refused. */
  choix: { saisie: string; erreur?: string };
};

/** A button for phones, and for a desktop the code that a phone reads. */
function Twint({ lien }: { lien: string }) {
  return (
    <section className="encart encre-azur twint" aria-labelledby="twint">
      <h2 id="twint">Par TWINT</h2>
      <p>Ouvrez l’application sur votre téléphone, choisissez le montant, c’est déjà fait.</p>
      <a className="btn btn--encre btn--grand" href={lien} rel="noopener">
        Donner avec TWINT
      </a>
      <figure className="twint__code">
        <img loading="lazy" src="/dons/twint.svg" width="200" height="200" alt="Code QR de la page TWINT" />
        <figcaption>À scanner</figcaption>
      </figure>
      <img className="dons__tel" loading="lazy" src={telephone} width="220" height="236" alt="" />
    </section>
  );
}

function Virement({ titulaire, iban, ...address }: Compte) {
  return (
    <section className="encart" aria-labelledby="virement">
      <h2 id="virement">Par virement</h2>
      <dl className="coordonnees">
        <div>
          <dt>Bénéficiaire</dt>
          <dd>{titulaire}</dd>
        </div>
        <div>
          <dt>IBAN</dt>
          <dd className="iban">{ibanLisible(iban)}</dd>
        </div>
        <div>
          <dt>Lieu</dt>
          <dd>{addressLines(address).join(", ")}</dd>
        </div>
        <div>
          <dt>Pays</dt>
          <dd>Suisse</dd>
        </div>
      </dl>
      <div className="rangee copie">
        <button className="btn btn--petit" type="button" data-copier={iban}>
          Copier l’IBAN
        </button>
        <p role="status" data-copie="IBAN copié" data-refus="Sélectionnez l’IBAN et copiez-le à la main." />
      </div>
    </section>
  );
}

/** The page of donations: Twint, the account, and the QR-bill. */
export function Dons({ twint, exemples, facture, choix, ...compte }: Props) {
  return (
    <main id="contenu">
      <Bandeau encre="ocre" art={bandeau} titre="Faire un don">
        Le chapeau passe, pour les fêtes, les projets sociaux et la culture. Il prend aussi les petites pièces.
      </Bandeau>
      <div className="cadre-page dons">
        {exemples && <Exemples />}
        {twint && <Twint lien={twint} />}
        <Virement {...compte} />
      </div>
      <QrFacture facture={facture} titre="Par QR-facture" choix={choix}>
        À scanner avec l’application de votre banque, ou à imprimer pour la poste.
      </QrFacture>
    </main>
  );
}
