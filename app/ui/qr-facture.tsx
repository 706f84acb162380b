import type { ReactNode } from "react";
import { fichierFacture, MONTANT, pageFacture } from "#app/adresses-facture.ts";
import { ibanLisible } from "#domain/iban.ts";
import { type Centimes, MONTANTS_PROPOSES, montantLisible, montantSaisi } from "#domain/montant.ts";
import { addressLines, type Facture } from "#domain/qr-facture.ts";
import { Champ, ErreursContext } from "./champ.tsx";

/** What is on the bill, for people who do not see it. */
function description(facture: Facture): string {
  const { montant, titulaire, iban, message, exemple } = facture;
  const somme = montant === null ? "sans montant" : montantLisible(montant);
  const compte = [titulaire, ...addressLines(facture), `IBAN ${ibanLisible(iban)}`].join(", ");
  return `QR-facture${exemple ? " d’exemple, à ne pas payer" : ""}\u00a0: ${somme}, payable à ${compte}, avec le message «\u00a0${message}\u00a0».`;
}

const legende = (montant: Centimes | null) =>
  montant === null
    ? "QR-facture sans montant\u00a0: vous l’écrivez vous-même."
    : `QR-facture de ${montantLisible(montant)}`;

/** The amount: three that are offered, none, or another one. Links and a form that need no script. */
function Montant({ montant, saisie, erreur }: { montant: Centimes | null; saisie: string; erreur?: string }) {
  const choix = [null, ...MONTANTS_PROPOSES];
  return (
    <form className="qr__montant" action="/dons/qr-facture#qr" data-qr-montant>
      <ul className="montants" role="list" aria-label="Montant de la QR-facture" data-qr="choix">
        {choix.map((un) => (
          <li key={un}>
            <a href={pageFacture(un)} aria-current={un === montant && !erreur ? "true" : undefined}>
              {un === null ? "Libre" : montantLisible(un)}
            </a>
          </li>
        ))}
      </ul>
      <div className="qr__autre">
        <div data-qr="champ">
          <ErreursContext value={erreur ? { [MONTANT]: erreur } : {}}>
            <Champ
              nom={MONTANT}
              libelle="Autre montant, en francs"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={saisie}
            />
          </ErreursContext>
        </div>
        <button className="btn btn--petit" type="submit">
          Afficher
        </button>
      </div>
    </form>
  );
}

function Bill({ facture }: { facture: Facture }) {
  const { objet, montant } = facture;
  return (
    <div data-qr="bulletin">
      <picture>
        <source
          media="(width < 46rem)"
          srcSet={fichierFacture(objet, "-colonne.svg", montant)}
          width="750"
          height="2650"
        />
        <img src={fichierFacture(objet, ".svg", montant)} width="794" height="397" alt={description(facture)} />
      </picture>
      {/* Browsers fetch what is lazy before they print; a source for paper they would choose too late. */}
      <img
        className="qr__papier"
        loading="lazy"
        src={fichierFacture(objet, ".svg", montant)}
        width="794"
        height="397"
        alt={description(facture)}
      />
    </div>
  );
}

const Files = ({ objet, montant }: Pick<Facture, "objet" | "montant">) => (
  <div className="qr__fichiers" data-qr="fichiers">
    <a className="lien-fort" href={fichierFacture(objet, ".pdf", montant)} download>
      Télécharger le PDF
    </a>
    <a className="lien-fort qr__image" href={fichierFacture(objet, ".png", montant)} target="_blank" rel="noopener">
      Image du code QR
    </a>
    <p className="qr__image">
      Sur ce téléphone&nbsp;: ouvrez l’image, gardez le doigt dessus, enregistrez-la, puis choisissez-la dans
      l’application de votre banque.
    </p>
  </div>
);

type Props = {
  facture: Facture;
  titre: string;
  /** One or two sentences below the title. */
  children: ReactNode;
  /** What was typed for the amount, and why it was refused; absent where the amount is given. */
  choix?: { saisie: string; erreur?: string };
};

/** A QR-bill with its title, the choice of its amount, and its files. */
export function QrFacture({ facture, titre, children, choix }: Props) {
  const { objet, montant } = facture;
  const propose = montant !== null && MONTANTS_PROPOSES.includes(montant);
  return (
    <section className="cadre-page qr" aria-labelledby="qr">
      <div className="qr__texte">
        <h2 id="qr">{titre}</h2>
        <p>{children}</p>
        {choix && (
          <Montant
            montant={montant}
            saisie={choix.erreur ? choix.saisie : propose || montant === null ? "" : montantSaisi(montant)}
            erreur={choix.erreur}
          />
        )}
      </div>
      <div className="qr__bulletin">
        <p className="qr__legende" role="status" data-qr-legende>
          {legende(montant)}
        </p>
        <Bill facture={facture} />
        <Files objet={objet} montant={montant} />
      </div>
    </section>
  );
}
