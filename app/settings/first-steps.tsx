import type { ReactNode } from "react";
import { Form, Link, redirect, useFetcher } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { useFocusKeptDuring } from "#app/ui/form/kept-focus.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { FIRST_STEPS, type FirstStep, readFirstSteps } from "#usecases/first-steps.ts";
import type { Route } from "./+types/first-steps.ts";
import art from "./drawings/crete-reglages.svg";
import type { SettingsAnswer } from "./save-settings.server.ts";
import { FormOutside, TEST_MAIL, TestMail } from "./test-mail.tsx";

export const meta = privateMeta("Premiers pas", "Ce qu’il reste à faire pour que le site soit celui de l’association.");

export async function loader({ context }: Route.LoaderArgs) {
  const { done, backedUpByProvider } = await readFirstSteps(context.get(servicesContext));
  const textOf = (step: FirstStep) =>
    step === "backup" && backedUpByProvider ? BACKED_UP_BY_PROVIDER : TEXTS[step].text;
  return { steps: FIRST_STEPS.map((step) => ({ step, text: textOf(step), done: done.includes(step) })) };
}

const FORM = { where: "first steps", fields: [] };

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ services }) => {
    await services.firstSteps.end();
    return redirect("/planning");
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

/** `to` is absent for a step that the site does by itself. */
const TEXTS: Record<FirstStep, { title: string; text: string; to?: string }> = {
  account: {
    title: "Compte en banque",
    text: "L’IBAN et le lien TWINT, pour les dons et la cotisation.",
    to: "/reglages#iban",
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
  mail: {
    title: "Destinataires",
    text: "Qui reçoit par e-mail les inscriptions et les messages.",
    to: "/reglages#recipients",
  },
  fee: {
    title: "Cotisation",
    text: "Ouvrir l’année\u00a0: le site note alors qui doit, et qui a payé.",
    to: "/cotisations/ouvrir",
  },
  colleague: {
    title: "Deuxième compte",
    text: "Une deuxième personne peut tout faire, si la première n’est pas là.",
    to: "/comptes",
  },
  backup: {
    title: "Sauvegarde",
    text: "Rien à faire\u00a0: le site se sauvegarde chaque nuit. Fait dès qu’une sauvegarde a été vérifiée.",
  },
};

const BACKED_UP_BY_PROVIDER = "Rien à faire\u00a0: les données sont sauvegardées chez le prestataire qui les garde.";

type StepProps = { step: FirstStep; text: string; done: boolean; children: ReactNode };

function Step({ step, text, done, children }: StepProps) {
  const { title, to } = TEXTS[step];
  return (
    <li className={done ? "first-step first-step--done" : "first-step"}>
      <span className="first-step__box">{done && <Tick />}</span>
      <h2>
        {to ? <Link to={to}>{title}</Link> : title}
        <span className="sr-only">{done ? ", fait" : ", à faire"}</span>
      </h2>
      <p>{text}</p>
      {children}
    </li>
  );
}

export default function FirstSteps({ loaderData: { steps }, actionData }: Route.ComponentProps) {
  const testing = useFetcher<SettingsAnswer>();
  useFocusKeptDuring(testing.state);
  const left = steps.filter(({ done }) => !done).length;
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
        {steps.map(({ step, text, done }) => (
          <Step key={step} step={step} text={text} done={done}>
            {step === "mail" && done && <TestMail fetcher={testing} />}
          </Step>
        ))}
      </ol>
      <FormOutside fetcher={testing} what={TEST_MAIL} fragment={`${TEST_MAIL}-resultat`} />
      {left > 0 && (
        <Form method="post">
          <SubmitButton className="btn btn--small btn--neige" label="Ne plus afficher" />
        </Form>
      )}
    </Screen>
  );
}
