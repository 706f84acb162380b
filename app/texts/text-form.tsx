import { useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { useLoadingToast } from "#app/layout/toasts/show-toast.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { textWordsSchema } from "#domain/texts/text-schema.ts";
import type { Route } from "./+types/edit-text.ts";
import { TEXT_EDITOR_FORM_ID, TextPreviewFrame } from "./page-view.tsx";

type Props = Route.ComponentProps["loaderData"] & { result: FormResult };

function countText(length: number, max: number): string {
  const excess = length - max;
  if (excess <= 0) return `${length} sur ${max} caractères`;
  return `${excess} ${excess === 1 ? "caractère" : "caractères"} de trop (${max} au plus)`;
}

function CountedField({ field, stored, typed }: { field: Props["fields"][number]; stored: string; typed: string }) {
  const { name, label, max, kind, initial } = field;
  const [length, setLength] = useState(typed.length);
  return (
    <div className="text-field full">
      <TextAreaField
        name={name}
        label={label}
        hint={length > max ? <b>{countText(length, max)}</b> : countText(length, max)}
        rows={kind === "markdown" ? 5 : Math.ceil(max / 70)}
        defaultValue={typed}
        autoComplete="off"
        dir="auto"
        onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
      {stored !== initial && (
        <button className="link-button" type="submit" name="reset" value={name} formNoValidate>
          Rétablir<span className="sr-only">&nbsp;: {label}, le texte d’origine</span>
        </button>
      )}
    </div>
  );
}

const Help = () => (
  <div className="notice text-help">
    <b>Pour écrire</b>
    <ul>
      <li>Une ligne vide sépare deux paragraphes. Un tiret au début d’une ligne fait une liste.</li>
      <li>
        **gras** donne <strong>gras</strong>, et [le planning](/planning) un lien&nbsp;: une page du site, https://,
        mailto: ou tel:.
      </li>
      <li>
        {"{cotisation}, {âge} et {majorité}"} s’écrivent tout seuls&nbsp;: la cotisation des{" "}
        <Link to="/reglages#s-banque">réglages</Link>, l’âge minimum et la majorité.
      </li>
      <li>Un champ vidé montre le texte d’origine.</li>
    </ul>
  </div>
);

export function TextForm({ slug, name, page, version, initial, fields, last, result }: Props) {
  const pending = useLoadingToast("texte");
  const formRef = useRef<HTMLFormElement>(null);
  const schema = useMemo(
    () => textWordsSchema(Object.fromEntries(fields.map((field) => [field.name, field]))),
    [fields],
  );
  return (
    <div className="page-frame text-editor">
      <CheckedForm id={TEXT_EDITOR_FORM_ID} errors={result.errors} schema={schema} formRef={formRef}>
        <div className="form">
          <Help />
          <input type="hidden" name="version" value={result.conflict?.version ?? version} />
          {fields.map((field) => (
            <CountedField
              key={field.name}
              field={field}
              stored={initial[field.name] ?? ""}
              typed={result.typed?.[field.name] ?? initial[field.name] ?? ""}
            />
          ))}
        </div>
        <StickySubmitBar>
          {!pending && <CardFormNotices {...result} what="ce texte" />}
          {!pending && result.errors && (
            <p className="form-bar__refusals">Rien n’a été enregistré&nbsp;: corrigez les champs marqués.</p>
          )}
          <SubmitButton className="btn btn--brique" disabled={pending} label="Enregistrer" />
          {page !== null && (
            <a className="strong-link text-editor__jump" href="#apercu">
              Aperçu
            </a>
          )}
          <StrongLink to={`/textes/${slug}/historique`}>Historique</StrongLink>
          {last && <span>{last}</span>}
        </StickySubmitBar>
      </CheckedForm>
      {page !== null && <TextPreviewFrame slug={slug} name={name} page={page} formRef={formRef} />}
      <SessionEndedNotice
        ended={result.sessionEnded ? result : null}
        resubmit={() => formRef.current?.requestSubmit()}
      />
    </div>
  );
}
