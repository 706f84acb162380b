import { servicesContext, siteContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import bannerArt from "#app/legal/drawings/crete-donnees.svg";
import type { Handle } from "#app/route-handle.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import type { Route } from "./+types/privacy.ts";
import { PrivacyContents, PrivacySections } from "./privacy-sections.tsx";
import { composePrivacySections } from "./privacy-text.server.ts";

export const handle: Handle = { reading: true, cached: [], listed: ["settings"] };

export const meta = pageMeta({
  title: "Protection des données",
  description: "Ce que la Jeunesse de Savièse fait de vos données, et ce qu’elle n’en fait pas.",
  path: "/confidentialite",
});

export async function loader({ context }: Route.LoaderArgs) {
  const { dataProcessors, backups } = context.get(servicesContext);
  const settings = await readPublicSettings(context);
  const state = await backups.readState().catch((error: unknown) => {
    context.get(siteContext).report(error, "backups of the privacy page");
    return undefined;
  });
  const { hosting, mailHosting, lastSave } = settings;
  const { behindProxy } = context.get(siteContext);
  return {
    sections: composePrivacySections({ ...settings, backups: state?.kept, behindProxy }),
    recipients: { dataProcessors, hosting, mailHosting },
    updatedOn: lastSave && swissDay(dayInZurich(lastSave.at)),
  };
}

export default function PrivacyPage({ loaderData: { sections, recipients, updatedOn } }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner low style="neige" art={bannerArt} title="Protection des données" />
      <div className="page-frame prose">
        <PrivacyContents sections={sections} />
        <div>
          <p className="lead">
            Nous gardons peu de choses, dans un coffre qui ferme, et nous vous les rendons quand vous le demandez.
          </p>
          <PrivacySections sections={sections} recipients={recipients} />
          {updatedOn && (
            <p className="field__hint">Ce texte suit les réglages du site, modifiés la dernière fois le {updatedOn}.</p>
          )}
        </div>
      </div>
    </main>
  );
}
