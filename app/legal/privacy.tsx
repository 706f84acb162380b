import { servicesContext, siteContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import bannerArt from "#app/legal/drawings/crete-donnees.svg";
import type { Handle } from "#app/route-handle.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import type { Route } from "./+types/privacy.ts";
import { DataRecipients } from "./data-recipients.tsx";
import {
  Access,
  Controller,
  Cookies,
  DataCollection,
  Images,
  Minors,
  PrivacyContents,
  RetentionTimes,
  Rights,
} from "./privacy-sections.tsx";

export const handle: Handle = { reading: true, cached: [], listed: ["settings"] };

export const meta = pageMeta({
  title: "Protection des données",
  description: "Ce que la Jeunesse de Savièse fait de vos données, et ce qu’elle n’en fait pas.",
  path: "/confidentialite",
});

export async function loader({ context }: Route.LoaderArgs) {
  const { dataProcessors, backups } = context.get(servicesContext);
  const settings = await publicSettings(context);
  const state = await backups.readState().catch((error: unknown) => {
    context.get(siteContext).report(error, "backups of the privacy page");
    return undefined;
  });
  const { postcode, place, email, hosting, mailHosting, lastSave } = settings;
  const { inscriptionRetentionMonths, messageRetentionMonths, leftRetentionMonths } = settings;
  return {
    postcode,
    place,
    email,
    inscriptionRetentionMonths,
    messageRetentionMonths,
    leftRetentionMonths,
    hosting,
    mailHosting,
    dataProcessors,
    behindProxy: context.get(siteContext).behindProxy,
    backups: state?.kept,
    updatedOn: lastSave && swissDay(dayInZurich(lastSave.at)),
  };
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner low style="neige" art={bannerArt} title="Protection des données" />
      <div className="page-frame prose">
        <PrivacyContents />
        <div>
          <p className="lead">
            Nous gardons peu de choses, dans un coffre qui ferme, et nous vous les rendons quand vous le demandez.
          </p>
          <Controller {...loaderData} />
          <DataCollection />
          <Minors />
          <Access />
          <DataRecipients {...loaderData} />
          <RetentionTimes {...loaderData} />
          <Cookies {...loaderData} />
          <Images />
          <Rights />
          {loaderData.updatedOn && (
            <p className="field__hint">
              Ce texte suit les réglages du site, modifiés la dernière fois le {loaderData.updatedOn}.
            </p>
          )}
        </div>
      </div>
    </main>
  );
}
