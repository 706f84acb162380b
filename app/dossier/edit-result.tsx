import { useRef } from "react";
import { data } from "react-router";
import { accountContext, servicesContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import type { Handle } from "#app/route-handle.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import art from "#app/ui/drawings/crete.svg";
import { urlOfDossier } from "#app/ui/event-url.ts";
import { Field, TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { resultAsTyped, resultLineInFrench } from "#domain/dossier/result.ts";
import type { TypedValues } from "#domain/fields.ts";
import {
  closeResult,
  correctResult,
  reopenResult,
  type SaveResultOutcome,
  saveResultLines,
} from "#usecases/dossiers/result.ts";
import type { Route } from "./+types/edit-result.ts";
import { RESULT_ID, ResultTable } from "./result-section.tsx";
import { findDossierWithResult, type ResultView, readResultView } from "./result-view.server.ts";

export const handle: Handle = { help: "le-résultat" };

export const meta = privateMeta("Résultat", "Ce qu’un événement a rapporté et coûté, une ligne par poste.");

const NOTHING_STORED = {
  dossier: "",
  name: "",
  lines: "",
  version: "",
  isClosed: false,
  last: null as ResultView["last"],
};

export async function loader({ params, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the dossier may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext)) return NOTHING_STORED;
  const services = context.get(servicesContext);
  const owner = await findDossierWithResult(services, params);
  if (!owner) throw data(null, { status: 404 });
  const { lines, closedOn, version } = await services.dossiers.getResult(owner.subject);
  const { last } = await readResultView(services, owner);
  return {
    dossier: urlOfDossier(owner),
    name: owner.name,
    lines: resultAsTyped(lines),
    version,
    isClosed: closedOn !== "",
    last,
  };
}

const INTENTIONS = ["save", "close", "reopen", "correct"] as const;
type Intention = (typeof INTENTIONS)[number];

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    {
      where: "result",
      fields: ["intention", "lines", "line", "version"],
      choice: { field: "intention", among: INTENTIONS },
      ofCommittee: true,
    },
    async ({ typed, services, by }) => {
      const { context, params } = args;
      const owner = await findDossierWithResult(services, params);
      if (!owner) return formResult({ gone: true, typed }, 409);
      const { subject } = owner;
      const { lines = "", line = "", version = "" } = typed;
      const target = `${urlOfDossier(owner)}#${RESULT_ID}`;
      const respond = (toast: ToastCode) => redirectWithToast(context, target, toast);
      switch (typed.intention as Intention) {
        case "close":
          return respond(CLOSED[await closeResult(services, subject, version, by)]);
        case "reopen":
          return respond((await reopenResult(services, subject, by)) ? "result-reopened" : "result-final");
        case "correct": {
          const outcome = await correctResult(services, subject, line, by);
          if (!outcome.ok) return formResult({ errors: outcome.reason, typed }, 400);
          if (outcome.value) return respond("result-corrected");
          return formResult({ errors: { line: REOPENED }, typed }, 409);
        }
        default: {
          const outcome = await saveResultLines(services, subject, { lines, version }, by);
          return outcome.is === "saved" ? respond("result-saved") : refusalResult(outcome, typed);
        }
      }
    },
  );

const CLOSED = { closed: "result-closed", outdated: "changed-meanwhile", empty: "result-empty" } as const;

const REOPENED = "Le résultat vient d’être rouvert\u00a0: modifiez plutôt ses lignes.";
const CLOSED_MEANWHILE =
  "Quelqu’un vient de boucler ce résultat\u00a0: rien n’a été écrasé. Ce qui change encore est une correction.";

/** After a conflict, names the stored lines that differ from the typed lines. */
function refusalResult(outcome: Exclude<SaveResultOutcome, { is: "saved" }>, typed: TypedValues) {
  if (outcome.is === "form") return formResult({ errors: outcome.errors, typed }, 400);
  if (!("now" in outcome)) return formResult({ errors: { lines: CLOSED_MEANWHILE }, typed }, 409);
  const { now } = outcome;
  const words = outcome.typed.map(resultLineInFrench);
  const differing = now.lines.map(resultLineInFrench).filter((line) => !words.includes(line));
  const current = differing.length > 0 ? differing : ["moins de lignes que les vôtres"];
  return formResult({ conflict: { version: now.version, current, by: now.updatedBy?.name ?? null }, typed }, 409);
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function EditResultPage({ loaderData, actionData }: Route.ComponentProps) {
  const { dossier, name, lines, version, isClosed, last } = loaderData;
  const result: FormResult = actionData ?? {};
  const form = useRef<HTMLFormElement>(null);
  const pending = useIsSending();
  // A refused form is shown again as it was sent, whatever the result has become.
  const sent = INTENTIONS.find((intention) => intention === result.typed?.intention);
  const intention = sent ?? (isClosed ? "correct" : "save");
  return (
    <main id="contenu">
      <Banner lowOnPhone style="ocre" art={art} title={isClosed ? "Corriger le résultat" : "Résultat"} />
      <div className="page-frame sheet">
        <CheckedForm className="form" errors={result.errors} formRef={form}>
          {name && (
            <p className="display-text full">
              <bdi>{name}</bdi>
            </p>
          )}
          <ResultFields intention={intention} values={result.typed ?? { lines }} />
          <input type="hidden" name="intention" value={intention} />
          <input type="hidden" name="version" value={result.conflict?.version ?? result.typed?.version ?? version} />
          {!pending && <CardFormNotices {...result} what={result.gone ? "ce dossier" : "ce résultat"} />}
          <div className="full row">
            <SubmitButton className="btn btn--brique btn--large" disabled={pending} label={LABELS[intention]} />
            {dossier && <StrongLink to={`${dossier}#${RESULT_ID}`}>Annuler</StrongLink>}
          </div>
        </CheckedForm>
        {last && intention === "save" && <ResultTable caption={last.title} table={last.table} isLast />}
        <SessionEndedNotice
          ended={result.sessionEnded ? result : null}
          resubmit={() => form.current?.requestSubmit()}
        />
      </div>
    </main>
  );
}

const LABELS: Record<Intention, string> = {
  save: "Enregistrer",
  correct: "Ajouter la correction",
  close: "Boucler",
  reopen: "Rouvrir",
};

function ResultFields({ intention, values }: { intention: Intention; values: TypedValues }) {
  if (intention === "save")
    return (
      <TextAreaField
        fullWidth
        name="lines"
        label="Une ligne par poste, le montant à la fin"
        hint="Ce qui rentre tel quel, ce qui est payé avec un moins&nbsp;: «&nbsp;Bar 10’498.–&nbsp;», «&nbsp;Sécurité −988.25&nbsp;». Le site fait la somme."
        rows={14}
        autoComplete="off"
        defaultValue={values.lines}
      />
    );
  if (intention === "correct")
    return (
      <Field
        fullWidth
        name="line"
        label="La correction, le montant à la fin"
        hint="Elle s’ajoute au résultat avec la date d’aujourd’hui, et change la somme&nbsp;: «&nbsp;Facture oubliée −120.–&nbsp;»."
        autoComplete="off"
        defaultValue={values.line}
      />
    );
  return <p>{intention === "close" ? "Boucler le résultat." : "Rouvrir le résultat."}</p>;
}
