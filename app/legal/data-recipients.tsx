import {
  type DataProcessor,
  type ExternalProvider,
  externalProvidersOf,
  ownServerProcessors,
  PROCESSOR_ROLES,
} from "#domain/data-processor.ts";
import { capitalise } from "#domain/text/capitalise.ts";
import { listInFrench } from "#domain/text/list-in-french.ts";

const listRoles = (roles: ExternalProvider["roles"]) => listInFrench(roles.flatMap((role) => PROCESSOR_ROLES[role]));

const ProviderCard = ({ name, roles, country, safeguard, abroad }: ExternalProvider) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {capitalise(listRoles(roles))}.{" "}
      {country.length > 0
        ? `Pays\u00a0: ${listInFrench(country)}.`
        : "Le pays n’est pas indiqué ici\u00a0: demandez-le-nous."}
      {abroad && ` ${safeguard ?? "Les garanties ne sont pas indiquées ici\u00a0: demandez-les-nous."}`}
    </dd>
  </div>
);

type Props = {
  dataProcessors: readonly DataProcessor[];
  /** Provider and country. Empty if the settings contain no provider. */
  hosting: string;
  mailHosting: string;
};

export function DataRecipients({ dataProcessors, hosting, mailHosting }: Props) {
  const onSite = ownServerProcessors(dataProcessors).filter(({ role }) => role !== "mail");
  const providers = externalProvidersOf(dataProcessors);
  const sendsMail = dataProcessors.some(({ role }) => role === "mail");
  const abroad = providers.filter(({ abroad }) => abroad);
  return (
    <>
      <p>
        {onSite.length > 0
          ? `Le site garde sur son propre serveur\u00a0: ${listRoles(onSite.map(({ role }) => role))}. `
          : "Le site lui-même passe par un serveur de l’association. "}
        {hosting
          ? `Hébergement du serveur\u00a0: ${hosting}.`
          : "C’est le serveur de l’association\u00a0; le comité n’a pas encore indiqué ici qui l’héberge ni dans quel pays. Demandez-le-nous."}
      </p>
      <p>
        {sendsMail
          ? "Le site écrit un e-mail au comité pour chaque inscription et chaque message. "
          : "Aucun e-mail ne part de ce site\u00a0: le comité lit les inscriptions et les messages sur une page protégée."}
        {sendsMail &&
          (mailHosting
            ? `Boîtes e-mail du comité\u00a0: ${mailHosting}.`
            : "Le comité n’a pas encore indiqué ici chez qui sont ses boîtes e-mail ni dans quel pays. Demandez-le-nous.")}
      </p>
      {providers.length > 0 && (
        <>
          <p>Ces prestataires travaillent avec vos données, pour nous&nbsp;:</p>
          <dl className="collected-data">
            {providers.map((provider) => (
              <ProviderCard key={`${provider.name} ${provider.country.join()}`} {...provider} />
            ))}
          </dl>
        </>
      )}
      <p>
        {abroad.length > 0
          ? `Des données sont donc communiquées à l’étranger (${listInFrench(new Set(abroad.flatMap(({ country }) => country)))}). `
          : ""}
        Hors de Suisse, la loi demande que le Conseil fédéral ait constaté une protection adéquate dans le pays, ou
        d’autres garanties comme des clauses contractuelles types (art. 16 LPD).
      </p>
    </>
  );
}
