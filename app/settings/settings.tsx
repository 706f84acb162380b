import { type Fetcher, useFetcher } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import art from "#app/settings/drawings/crete-reglages.svg";
import { useFocusKeptDuring } from "#app/ui/form/kept-focus.ts";
import { readPublicPicture } from "#app/ui/pictures/pictures.server.ts";
import { dayInZurich, swissDateAndTime, swissDay } from "#domain/dates.ts";
import { GROUP_PHOTO } from "#domain/pictures/picture.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { EDITABLE_TEXTS, TEXT_IDS } from "#domain/texts/texts.ts";
import { ASK_WEBMASTER_ABOUT_MAIL, nameWebmaster } from "#domain/webmaster.ts";
import type { CommitteeAuthor } from "#stores/settings.ts";
import { type HealthReport, readHealthReport } from "#usecases/site-health/read-health.ts";
import type { Route } from "./+types/settings.ts";
import { type SettingsResult, settingsAction } from "./save-settings.server.ts";
import { SettingsForm } from "./settings-form.tsx";
import { SettingsContents } from "./settings-sections.tsx";
import { HealthFindingsList } from "./site-health.tsx";
import { CHECK_NOW_FORM, CONFIRM_CLOCK_FORM, FetcherForm, TEST_MAIL_FORM, TestMail } from "./test-mail.tsx";

export const handle: Handle = { help: "régler-le-site", takesFile: true };

export const meta = privateMeta(
  "Réglages",
  "Ce que le site raconte et à qui il écrit\u00a0: planning, banque, réseaux, destinataires.",
);

const lastSaveText = ({ by, at }: CommitteeAuthor) =>
  `Dernière modification\u00a0: ${swissDay(dayInZurich(at))}, par ${by.name}`;

function checkedText({ checkedAt, inProgress }: HealthReport): string {
  if (inProgress) return "Une vérification est en cours\u00a0: rechargez la page dans un instant.";
  return checkedAt ? `Vérifié le ${swissDateAndTime(checkedAt)}.` : "Pas encore vérifié.";
}

/** The session may have ended while the user was typing. The form then shows the typed values, and no stored data. */
const NOTHING_STORED = {
  noticesLeave: false,
  initial: settingsAsTyped(INITIAL_SETTINGS),
  version: "",
  delivery: "server",
  last: null,
  photo: null,
  texts: [],
  health: { findings: [], checked: "" },
  askAboutMail: "",
  clockHeld: false,
} as const;

export async function loader({ context }: Route.LoaderArgs) {
  if (!context.get(accountContext)) return NOTHING_STORED;
  const services = context.get(servicesContext);
  const { settings, mailer, clockGuard } = services;
  const [{ version, lastSave, picture: _, ...stored }, photo, health] = await Promise.all([
    settings.get(),
    readPublicPicture(context, GROUP_PHOTO),
    readHealthReport(services, context.get(siteContext).report),
  ]);
  return {
    noticesLeave: mailer.sendLetter !== undefined,
    initial: settingsAsTyped(stored),
    version,
    delivery: mailer.delivery,
    last: lastSave && lastSaveText(lastSave),
    photo: photo?.url ?? null,
    texts: TEXT_IDS.map((id) => ({ slug: EDITABLE_TEXTS[id].slug, name: EDITABLE_TEXTS[id].name })),
    health: {
      findings: health.findings.map(({ advice, ...finding }) => ({
        ...finding,
        remedy: nameWebmaster(advice, stored),
      })),
      checked: checkedText(health),
    },
    askAboutMail: nameWebmaster(ASK_WEBMASTER_ABOUT_MAIL, stored),
    clockHeld: clockGuard.heldSince() !== null,
  };
}

export const action = (args: Route.ActionArgs) => settingsAction(args);

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const buttonOf = (id: string, { state, data }: Pick<Fetcher<SettingsResult>, "state" | "data">) => ({
  id,
  pending: state !== "idle",
  failed: data?.failed ?? false,
  sessionEnded: data?.sessionEnded ?? false,
});

export default function SettingsPage({
  loaderData: { version, health, clockHeld, ...stored },
  actionData,
}: Route.ComponentProps) {
  const result: SettingsResult = actionData ?? {};
  // Fetchers, not forms with a navigation: the settings form must keep its unsaved text.
  const testing = useFetcher<SettingsResult>();
  const checking = useFetcher<SettingsResult>();
  const confirming = useFetcher<SettingsResult>();
  useFocusKeptDuring(testing.state);
  useFocusKeptDuring(checking.state);
  useFocusKeptDuring(confirming.state);
  return (
    <Screen style="vigne" art={art} title="Réglages" lead="Ce que le site affiche se règle ici.">
      <SettingsContents />
      <SettingsForm
        key={version}
        {...stored}
        version={version}
        result={result}
        health={
          <HealthFindingsList
            {...health}
            check={buttonOf(CHECK_NOW_FORM, checking)}
            clock={clockHeld ? buttonOf(CONFIRM_CLOCK_FORM, confirming) : null}
          />
        }
        testMail={<TestMail fetcher={testing} result={result} askAboutMail={stored.askAboutMail} />}
      />
      <FetcherForm fetcher={testing} what={TEST_MAIL_FORM} fragment={`${TEST_MAIL_FORM}-resultat`} />
      <FetcherForm fetcher={checking} what={CHECK_NOW_FORM} fragment="sante" />
      <FetcherForm fetcher={confirming} what={CONFIRM_CLOCK_FORM} fragment="sante" />
    </Screen>
  );
}
