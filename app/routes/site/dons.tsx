import { servicesContext } from "#app/context.ts";
import bandeau from "#app/images/bandeau-dons.svg";
import telephone from "#app/images/objet-telephone.svg";
import { pageMeta } from "#app/page-meta.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { Triangle } from "#app/ui/pictogrammes.tsx";
import { ibanLisible } from "#domain/iban.ts";
import { champsDExemple } from "#domain/reglages.ts";
import type { Route } from "./+types/dons.ts";

export const handle = { lecture: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "Faire un don",
    description:
      "Soutenir la Jeunesse de Savièse par TWINT ou par virement : chaque franc finance une fête, un projet ou un coup de main.",
    chemin: "/dons",
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const reglages = await context.get(servicesContext).reglages.get();
  const { twint, titulaire, iban, npa, lieu } = reglages;
  const exemples = champsDExemple(reglages).some((champ) => champ === "iban" || champ === "twint");
  return { twint, titulaire, iban, npa, lieu, exemples };
}

function Exemples() {
  return (
    <div className="avis dons__exemples" role="note">
      <Triangle />
      <b>Coordonnées d’exemple&nbsp;: le comité ne les a pas encore remplacées.</b>
      <span>N’y versez rien.</span>
    </div>
  );
}

function Virement({ titulaire, iban, npa, lieu }: Route.ComponentProps["loaderData"]) {
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
          <dd>
            {npa} {lieu}
          </dd>
        </div>
        <div>
          <dt>Pays</dt>
          <dd>Suisse</dd>
        </div>
      </dl>
    </section>
  );
}

export default function Dons({ loaderData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Bandeau encre="ocre" art={bandeau} titre="Faire un don">
        Le chapeau passe. Chaque franc finance une fête, un projet ou un coup de main dans la commune.
      </Bandeau>
      <div className="cadre-page dons">
        {loaderData.exemples && <Exemples />}
        {loaderData.twint && (
          <section className="encart encre-azur" aria-labelledby="twint">
            <h2 id="twint">En deux secondes</h2>
            <p>Ouvrez TWINT sur votre téléphone, choisissez le montant, c’est déjà fait.</p>
            <a className="btn btn--encre btn--grand" href={loaderData.twint} rel="noopener">
              Donner avec TWINT
            </a>
            <img className="dons__tel" loading="lazy" src={telephone} width="220" height="236" alt="" />
          </section>
        )}
        <Virement {...loaderData} />
      </div>
    </main>
  );
}
