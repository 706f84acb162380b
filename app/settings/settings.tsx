import { useFetcher } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import art from "#app/settings/drawings/crete-reglages.svg";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { pictureOf } from "#app/ui/pictures/pictures.server.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import { settingsAsTyped } from "#domain/settings/settings.ts";
import type { SettingsAuthor } from "#stores/settings.ts";
import type { Route } from "./+types/settings.ts";
import { CHECK_NOW, CLOCK, TEST_MAIL } from "./form-names.ts";
import { type SettingsAnswer, saveSettings } from "./save-settings.server.ts";
import { SettingsForm } from "./settings-form.tsx";
import { shownHealth } from "./shown-health.server.ts";
import { SiteHealth } from "./site-health.tsx";
import { TestMail } from "./test-mail.tsx";

export const handle: Handle = { screen: true, unlisted: true, takesFile: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta(
    "Réglages",
    "Ce que le site raconte et à qui il écrit\u00a0: planning, banque, réseaux, destinataires.",
    args,
  );

const lastSaveText = ({ by, at }: SettingsAuthor) =>
  `Dernière modification\u00a0: ${swissDay(dayInZurich(at))}, par ${by.name}`;

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, mailer, accountMailer } = context.get(servicesContext);
  const [{ version, lastSave, ...stored }, photo, health] = await Promise.all([
    settings.get(),
    pictureOf(context, GROUP_PHOTO),
    shownHealth(context),
  ]);
  return {
    email: context.get(accountContext)?.email ?? "",
    noticesLeave: accountMailer !== null,
    initial: settingsAsTyped(stored),
    version,
    delivery: mailer.delivery,
    last: lastSave && lastSaveText(lastSave),
    photo: photo?.url ?? null,
    health,
  };
}

export const action = (args: Route.ActionArgs) => saveSettings(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function Settings({ loaderData: { version, health, ...stored }, actionData }: Route.ComponentProps) {
  const answer: SettingsAnswer = actionData ?? {};
  // Fetchers keep unsaved text in the fields.
  const testing = useFetcher<SettingsAnswer>();
  const checking = useFetcher<SettingsAnswer>();
  const confirming = useFetcher<SettingsAnswer>();
  const { testMail } = testing.data ?? answer;
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Réglages">
        Ouvrir un peu, fermer un peu&nbsp;: ce que le site raconte se règle ici.
      </Banner>
      <div className="page-frame">
        <SettingsForm
          key={version}
          {...stored}
          version={version}
          answer={answer}
          health={
            <SiteHealth
              {...health}
              form={CHECK_NOW}
              pending={checking.state !== "idle"}
              failed={checking.data?.failed ?? false}
              clockForm={CLOCK}
              confirming={confirming.state !== "idle"}
              confirmFailed={confirming.data?.failed ?? false}
            />
          }
          testMail={
            <TestMail
              form={TEST_MAIL}
              pending={testing.state !== "idle"}
              result={testing.data?.failed ? "error" : testMail}
            />
          }
        />
        <testing.Form id={TEST_MAIL} method="post" action={`/reglages#${TEST_MAIL}-resultat`}>
          <input type="hidden" name="what" value={TEST_MAIL} />
        </testing.Form>
        <checking.Form id={CHECK_NOW} method="post" action="/reglages#sante">
          <input type="hidden" name="what" value={CHECK_NOW} />
        </checking.Form>
        <confirming.Form id={CLOCK} method="post" action="/reglages#sante">
          <input type="hidden" name="what" value={CLOCK} />
        </confirming.Form>
      </div>
    </main>
  );
}
