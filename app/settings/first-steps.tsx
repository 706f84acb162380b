import type { ReactNode } from "react";
import { Form, Link, redirect, useFetcher } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { COMMITTEE_START } from "#app/session/safe-redirect.ts";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { useFocusKeptDuring } from "#app/ui/form/kept-focus.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { passkeyHost } from "#domain/accounts/passkey.ts";
import { ASK_WEBMASTER_ABOUT_MAIL, nameWebmaster } from "#domain/webmaster.ts";
import { type FirstStep, type FirstStepState, readFirstSteps } from "#usecases/first-steps.ts";
import type { Route } from "./+types/first-steps.ts";
import art from "./drawings/crete-reglages.svg";
import type { SettingsResult } from "./save-settings.server.ts";
import { FetcherForm, TEST_MAIL_FORM, TestMail } from "./test-mail.tsx";

export const handle: Handle = { help: "premiers-pas" };

export const meta = privateMeta("Premiers pas", "Ce qu’il reste à faire pour que le site soit celui de l’association.");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const canHavePasskey = passkeyHost(context.get(siteContext).publicUrl) !== null;
  const steps = await readFirstSteps(services, context.get(accountContext) ?? NOBODY, canHavePasskey);
  const { delivery } = services.mailer;
  const askAboutMail = nameWebmaster(ASK_WEBMASTER_ABOUT_MAIL, await services.settings.get());
  const textOf = ({ step, state }: (typeof steps)[number]) => {
    if (step === "mail" && state === "asked") return `Le site n’a pas encore de messagerie. ${askAboutMail}`;
    return step === "mail" && delivery === "templates" ? WITH_TEMPLATES : TEXTS[step].text;
  };
  return { steps: steps.map((one) => ({ ...one, text: textOf(one) })), askAboutMail };
}

const NOBODY = { firstName: "" };

const FORM = { where: "first steps", fields: [] };

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ services }) => {
    await services.firstSteps.end();
    return redirect(COMMITTEE_START);
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const TEXTS: Record<FirstStep, { title: string; text: string; to: string }> = {
  "first-name": {
    title: "Votre prénom",
    text: "Il signe ce que vous faites, pour vos collègues.",
    to: "/comptes",
  },
  passkey: {
    title: "Face ID",
    text: "Vous entrez avec votre visage, une empreinte ou une clé, sans rien taper.",
    to: "/comptes#cles",
  },
  colleague: {
    title: "Deuxième compte",
    text: "Une deuxième personne peut tout faire, si la première n’est pas là.",
    to: "/comptes",
  },
  account: {
    title: "Compte en banque",
    text: "L’IBAN, pour les dons et la cotisation.",
    to: "/reglages#iban",
  },
  networks: {
    title: "Réseaux",
    text: "Instagram, Facebook et l’e-mail du site, à la place des exemples.",
    to: "/reglages#s-reseaux",
  },
  photo: { title: "Photo de groupe", text: "La grande photo de la page d’accueil.", to: "/reglages#s-groupe" },
  member: {
    title: "Premier membre",
    text: "Un portrait et une fonction, pour la page du comité.",
    to: "/comite/create",
  },
  event: {
    title: "Premier événement",
    text: "Un nom, un mois, un lieu\u00a0: le planning commence.",
    to: "/evenement/create",
  },
  register: {
    title: "Liste des membres",
    text: "Importez votre liste, d’Excel ou d’ailleurs\u00a0: le registre la tient.",
    to: "/registre/importer",
  },
  fee: {
    title: "Cotisation",
    text: "Ouvrir l’année\u00a0: le site note alors qui doit, et qui a payé.",
    to: "/cotisations/ouvrir",
  },
  mail: {
    title: "Destinataires",
    text: "Qui reçoit les inscriptions et les messages. Fait dès qu’un courrier d’essai leur est parti.",
    to: "/reglages#recipients",
  },
  hosting: {
    title: "Hébergement",
    text: "Où sont les données et les e-mails\u00a0: la loi demande de le dire.",
    to: "/reglages#hosting",
  },
};

const WITH_TEMPLATES =
  "Le courrier va aux adresses inscrites chez EmailJS, qui l’envoie. Fait dès qu’un courrier d’essai est parti.";

const MARKS: Record<FirstStepState, string> = { done: "fait", open: "à faire", asked: "à demander" };

type StepProps = { step: FirstStep; state: FirstStepState; text: string; children: ReactNode };

function Step({ step, state, text, children }: StepProps) {
  const { title, to } = TEXTS[step];
  return (
    <li className={state === "done" ? "first-step first-step--done" : "first-step"}>
      <span className="first-step__box">{state === "done" && <Tick />}</span>
      <h2>
        {state === "asked" ? title : <Link to={to}>{title}</Link>}
        <span className="sr-only">{`, ${MARKS[state]}`}</span>
      </h2>
      <p>{text}</p>
      {children}
    </li>
  );
}

export default function FirstStepsPage({ loaderData: { steps, askAboutMail }, actionData }: Route.ComponentProps) {
  const testing = useFetcher<SettingsResult>();
  useFocusKeptDuring(testing.state);
  const left = steps.filter(({ state }) => state === "open").length;
  return (
    <Screen
      style="vigne"
      art={art}
      title="Premiers pas"
      lead={left === 0 ? "Tout est en place\u00a0: le site est à vous." : `Encore ${left}, et le site est à vous.`}
      className="first-steps"
      failed={actionData?.failed && "Rien n’a été changé."}
    >
      <ol role="list">
        {steps.map((one) => (
          <Step key={one.step} {...one}>
            {one.step === "mail" && one.state !== "asked" && <TestMail fetcher={testing} askAboutMail={askAboutMail} />}
          </Step>
        ))}
      </ol>
      <FetcherForm fetcher={testing} what={TEST_MAIL_FORM} fragment={`${TEST_MAIL_FORM}-resultat`} />
      {left > 0 && (
        <Form method="post">
          <SubmitButton className="btn btn--small btn--neige" label="Ne plus afficher" />
        </Form>
      )}
    </Screen>
  );
}
