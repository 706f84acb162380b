import { type ReactNode, useEffect } from "react";
import { useLoadingToast } from "#app/layout/toasts/show-toast.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import type { DraftedForm } from "#app/ui/form/use-draft.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import type { FormDraft } from "#domain/draft.ts";
import type { FieldErrors, FormSchema } from "#domain/fields.ts";
import { capitalise } from "#domain/text/capitalise.ts";

type Props = {
  back: string;
  result: FormResult;
  draft: DraftedForm;
  /** Absent for a new document. For a new card that replaces one: version of the replaced card. */
  version?: string;
  isReplacement?: boolean;
  /** Path of the form for a copy. Absent if the page offers no copy. */
  copy?: string | undefined;
  /** More links below the form of a stored card. */
  links?: ReactNode;
  schema: FormSchema;
  fields: ReactNode;
  preview?: ReactNode;
  verb?: string;
  /** URL of the next form, if the user has chosen several cards. The URL leaves out the current card. */
  skip?: string;
};

/** @param props.what a French noun with « ce » or « cette » */
export const CardFormNotices = ({ failed, gone, conflict, what = "cette fiche" }: FormResult<{ what?: string }>) => (
  <>
    {failed && (
      <ErrorNotice
        title="Rien n’a été enregistré."
        text="Le site n’a pas pu garder vos changements. Tout est resté dans les champs&nbsp;: réessayez dans un instant."
      />
    )}
    {gone && (
      <FailureNotice
        title={`${capitalise(what)} n’existe plus.`}
        text={`Quelqu’un d’autre vient de ${isMasculine(what) ? "le" : "la"} supprimer. Vos textes sont restés dans les champs, pour les copier ailleurs.`}
      />
    )}
    {conflict && (
      <FailureNotice
        title={`${conflict.by ?? "Quelqu’un d’autre"} vient de modifier ${what}.`}
        text={`Rien n’a été écrasé. ${isMasculine(what) ? "Il" : "Elle"} dit maintenant\u00a0: ${conflict.current.join(", ")}. Enregistrez encore une fois pour ${isMasculine(what) ? "le" : "la"} remplacer par vos champs.`}
      />
    )}
  </>
);

const isMasculine = (what: string): boolean => what.startsWith("ce ");

/** Opens the `details` around invalid fields: a hidden field cannot have focus. */
function revealErrors(form: HTMLFormElement | null, errors: FieldErrors): void {
  const fields = [...(form?.elements ?? [])].filter((field) => Object.hasOwn(errors, field.getAttribute("name") ?? ""));
  for (const field of fields) field.closest("details")?.setAttribute("open", "");
  const [first] = fields;
  if (first instanceof HTMLElement) first.focus();
}

export function CardForm(props: Props) {
  const { back, result, draft, version, isReplacement, copy, links, schema, fields, preview, verb, skip } = props;
  const { errors, conflict, saved } = result;
  const { formRef, restored } = draft;
  const isNewCard = (version === undefined || isReplacement) && preview !== undefined;
  const pending = useLoadingToast("fiche-comite", isNewCard ? "Chargement en cours..." : undefined);
  useEffect(() => {
    if (errors) revealErrors(formRef.current, errors);
  }, [errors, formRef]);
  return (
    <div className="page-frame sheet">
      <CheckedForm
        encType={isNewCard ? "multipart/form-data" : undefined}
        errors={errors}
        schema={schema}
        formRef={formRef}
        onErrors={(refused) => revealErrors(formRef.current, refused)}
      >
        <div className="form form--duo">
          {restored && Object.keys(result).length === 0 && (
            <DraftNotice restored={restored} version={version} onStartOver={draft.startOver} />
          )}
          {fields}
        </div>
        {version !== undefined && (
          <input type="hidden" name="version" value={conflict?.version ?? restored?.version ?? version} />
        )}
        <StickySubmitBar>
          {!pending && <CardFormNotices {...result} />}
          <button className="btn btn--brique btn--large" type="submit" disabled={pending || saved}>
            {verb ?? "Enregistrer"}
          </button>
          {skip && <StrongLink to={skip}>Passer</StrongLink>}
          <StrongLink to={back} onClick={draft.discard}>
            Annuler
          </StrongLink>
        </StickySubmitBar>
        {!isReplacement && (isNewCard || version !== undefined) && (
          <div className="row">
            {isNewCard && (
              <SubmitButton intention="another" disabled={pending} label="Enregistrer et ajouter un autre" />
            )}
            {version !== undefined && <StrongLink to="historique">Historique</StrongLink>}
            {copy && <StrongLink to={copy}>Dupliquer</StrongLink>}
            {links}
          </div>
        )}
      </CheckedForm>
      <SessionEndedNotice
        ended={result.sessionEnded ? result : null}
        resubmit={() => formRef.current?.requestSubmit()}
      />
      {preview && (
        <section className="preview" aria-label="Aperçu de la carte">
          <h2>Aperçu</h2>
          {preview}
        </section>
      )}
    </div>
  );
}

type DraftNoticeProps = {
  restored: FormDraft;
  version: string | undefined;
  onStartOver: () => void;
};

export function DraftNotice({ restored: { version: draftVersion, picture }, version, onStartOver }: DraftNoticeProps) {
  return (
    <div className="notice draft full" role="status">
      <b>Brouillon retrouvé.</b>
      <p>
        Les champs disent ce que vous aviez écrit ici&nbsp;: rien n’en est encore enregistré.
        {picture && ` Il manque la photo ${picture}.`}
        {version !== undefined &&
          version !== draftVersion &&
          " Quelqu’un d’autre a modifié cette fiche depuis\u00a0: le site vous la montrera avant de la remplacer."}
      </p>
      <button type="button" className="btn btn--small btn--neige" onClick={onStartOver}>
        {version === undefined ? "Vider les champs" : "Repartir de la fiche"}
      </button>
    </div>
  );
}
