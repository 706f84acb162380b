/** Where the data are, written from what the adapters and the settings say. */
import { type Prestataire, prestatairesDe, ROLES, surPlace, type Traitement } from "#domain/traitement.ts";
import { Section } from "./protection-donnees.tsx";

const enListe = new Intl.ListFormat("fr-CH");
const minuscule = (texte: string) => texte.charAt(0).toLowerCase() + texte.slice(1);

const FichePrestataire = ({ nom, roles, pays, garantie, etranger }: Prestataire) => (
  <div>
    <dt>{nom}</dt>
    <dd>
      {enListe.format(roles.map((role, i) => (i === 0 ? ROLES[role] : minuscule(ROLES[role]))))}.{" "}
      {pays.length > 0
        ? `Pays\u00a0: ${enListe.format(pays)}.`
        : "Le pays n’est pas indiqué ici\u00a0: demandez-le-nous."}
      {etranger && ` ${garantie ?? "Les garanties ne sont pas indiquées ici\u00a0: demandez-les-nous."}`}
    </dd>
  </div>
);

type Props = {
  traitements: readonly Traitement[];
  /** Who hosts the server, and who keeps the committee's mail, each with its country; empty: not said. */
  hebergement: string;
  messagerie: string;
};

/** The section on places: on the site's server, and with which providers in which countries. */
export function OuVontLesDonnees({ traitements, hebergement, messagerie }: Props) {
  const ici = surPlace(traitements).filter(({ role }) => role !== "courrier");
  const dehors = prestatairesDe(traitements);
  const parCourrier = traitements.some(({ role }) => role === "courrier");
  const aLEtranger = dehors.filter(({ etranger }) => etranger);
  return (
    <Section id="lieu">
      <p>
        {ici.length > 0
          ? `Le site garde sur son propre serveur\u00a0: ${enListe.format(ici.map(({ role }) => minuscule(ROLES[role])))}. `
          : "Le site lui-même passe par un serveur de l’association. "}
        {hebergement
          ? `Hébergement du serveur\u00a0: ${hebergement}.`
          : "C’est le serveur de l’association\u00a0; le comité n’a pas encore indiqué ici qui l’héberge ni dans quel pays. Demandez-le-nous."}
      </p>
      <p>
        {parCourrier
          ? "Le site écrit un e-mail au comité pour chaque inscription et chaque message. "
          : "Aucun e-mail ne part de ce site\u00a0: le comité lit les inscriptions et les messages sur une page protégée."}
        {parCourrier &&
          (messagerie
            ? `Boîtes e-mail du comité\u00a0: ${messagerie}.`
            : "Le comité n’a pas encore indiqué ici chez qui sont ses boîtes e-mail ni dans quel pays. Demandez-le-nous.")}
      </p>
      {dehors.length > 0 && (
        <>
          <p>Ces prestataires travaillent avec vos données, pour nous&nbsp;:</p>
          <dl className="donnees">
            {dehors.map((un) => (
              <FichePrestataire key={`${un.nom} ${un.pays.join()}`} {...un} />
            ))}
          </dl>
        </>
      )}
      <p>
        {aLEtranger.length > 0
          ? `Des données sont donc communiquées à l’étranger (${enListe.format(new Set(aLEtranger.flatMap(({ pays }) => pays)))}). `
          : ""}
        Hors de Suisse, la loi demande que le Conseil fédéral ait constaté une protection adéquate dans le pays, ou
        d’autres garanties comme des clauses contractuelles types (art. 16 LPD).
      </p>
    </Section>
  );
}
