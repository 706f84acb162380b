import { useMemo, useRef, useState } from "react";
import { accountContext, servicesContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { dossierUrl, keptDossierUrl, urlOfDossier } from "#app/ui/event-url.ts";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { NOTES_MAX, notesSchema } from "#domain/dossier/notes.ts";
import { groupThousands } from "#domain/fields.ts";
import { saveNotes } from "#usecases/dossiers/save-notes.ts";
import type { Route } from "./+types/edit-notes.ts";
import { findDossierOfRoute, requireDossierOfRoute } from "./find-dossier.server.ts";

export const handle: Handle = { help: "le-dossier-dune-fête" };

export const meta = privateMeta("Modifier les notes", "Les notes d’un dossier, pour l’équipe qui suit.");

export async function loader({ params, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the event may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext)) return { name: "", notes: "", version: "" };
  const services = context.get(servicesContext);
  const { subject, name } = await requireDossierOfRoute(services, params);
  const { notes, version } = await services.dossiers.getNotes(subject);
  return { name, notes, version };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "notes of a dossier", fields: ["notes", "version"], ofCommittee: true },
    async ({ typed, services, by }) => {
      const owner = await findDossierOfRoute(services, args.params);
      if (!owner) return formResult({ gone: true, typed }, 409);
      const outcome = await saveNotes(services, owner.subject, { typed, version: typed.version ?? "" }, by);
      if (outcome.is === "saved") return redirectWithToast(args.context, `${urlOfDossier(owner)}#notes`, "notes-saved");
      if (outcome.is === "form") return formResult({ errors: outcome.errors, typed }, 400);
      const { now, missing } = outcome;
      return formResult(
        { conflict: { version: now.version, current: missing, by: now.updatedBy?.name ?? null }, typed },
        409,
      );
    },
  );

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function EditNotesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, notes, version } = loaderData;
  const result: FormResult = actionData ?? {};
  const { eventId, subject = "" } = params;
  const page = eventId === undefined ? keptDossierUrl(subject) : dossierUrl(eventId);
  return (
    <main id="contenu">
      <Banner lowOnPhone style="paille" art={art} title="Modifier les notes">
        <bdi>{name}</bdi>
      </Banner>
      <div className="page-frame sheet">
        <NotesForm notes={notes} version={version} result={result} back={page} />
      </div>
    </main>
  );
}

type FormProps = { notes: string; version: string; result: FormResult; back: string };

function NotesForm({ notes, version, result, back }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const schema = useMemo(() => notesSchema(), []);
  const pending = useIsSending();
  const { conflict, gone, failed } = result;
  return (
    <>
      <CheckedForm className="form" schema={schema} errors={result.errors} formRef={form}>
        <NotesField initial={result.typed?.notes ?? notes} />
        <input type="hidden" name="version" value={conflict?.version ?? result.typed?.version ?? version} />
        <StickySubmitBar>
          {!pending && (
            <>
              <CardFormNotices {...(failed && { failed })} {...(gone && { gone })} what="ce dossier" />
              {conflict && <ConflictNotice {...conflict} />}
            </>
          )}
          <SubmitButton className="btn btn--brique btn--large" disabled={pending} label="Enregistrer" />
          <StrongLink to={back}>Annuler</StrongLink>
        </StickySubmitBar>
      </CheckedForm>
      <SessionEndedNotice ended={result.sessionEnded ? result : null} resubmit={() => form.current?.requestSubmit()} />
    </>
  );
}

function NotesField({ initial }: { initial: string }) {
  const [length, setLength] = useState(initial.length);
  const excess = length - NOTES_MAX;
  const count = excess > 0 ? `${groupThousands(excess)}\u00a0caractères de trop. ` : "";
  return (
    <TextAreaField
      fullWidth
      name="notes"
      label="Notes"
      rows={18}
      autoComplete="off"
      dir="auto"
      defaultValue={initial}
      onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
      hint={
        <>
          {count && <b>{count}</b>}
          {groupThousands(NOTES_MAX)} caractères au plus. Une ligne vide sépare deux paragraphes, un tiret au début
          d’une ligne fait une liste, **gras** donne <strong>gras</strong>. Pas de mot de passe.
        </>
      }
    />
  );
}

/** The typed text stays in the field. */
const ConflictNotice = ({ by, current }: NonNullable<FormResult["conflict"]>) => (
  <div className="notice full" role="alert">
    <b>{by ?? "Quelqu’un d’autre"} vient de modifier les notes.</b>
    <p>Rien n’a été écrasé. Enregistrez encore une fois pour les remplacer par votre texte.</p>
    {current.length > 0 ? (
      <>
        <p>Ces lignes n’y sont pas&nbsp;:</p>
        <ul>
          {current.map((line) => (
            <li key={line}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      </>
    ) : (
      <p>Votre texte contient toutes leurs lignes.</p>
    )}
  </div>
);
