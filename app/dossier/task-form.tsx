import { useMemo, useRef } from "react";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { TASK_FIELD_LABELS, taskSchema } from "#domain/dossier/task-form.ts";
import type { TypedValues } from "#domain/fields.ts";

type Props = {
  action: string;
  initial: TypedValues;
  /** Proposals for « Qui ». */
  names: readonly string[];
  isAssociation: boolean;
  result: FormResult;
  /** Of the changed task; absent for a new task. */
  version?: string;
  /** The page to which « Annuler » leads. Absent in the dossier itself. */
  back?: string;
};

const NAMES = "qui-noms";

export function TaskForm({ action, initial, names, isAssociation, result, version, back }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const schema = useMemo(() => taskSchema(), []);
  const pending = useIsSending();
  const values = result.typed ?? initial;
  return (
    <>
      <CheckedForm
        className="form form--duo task-form"
        action={action}
        schema={schema}
        errors={result.errors}
        formRef={form}
      >
        <Field fullWidth name="text" label={TASK_FIELD_LABELS.text} autoComplete="off" defaultValue={values.text} />
        <Field
          name="due"
          label={TASK_FIELD_LABELS.due}
          autoComplete="off"
          hint={isAssociation ? "Une date, 12.6.2027, ou rien." : "J−60, J+3, une date, ou rien."}
          defaultValue={values.due}
        />
        <Field
          name="who"
          label={TASK_FIELD_LABELS.who}
          autoComplete="off"
          list={NAMES}
          hint="Un prénom, facultatif."
          defaultValue={values.who}
        />
        <datalist id={NAMES}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {version !== undefined && (
          <input type="hidden" name="version" value={result.conflict?.version ?? result.typed?.version ?? version} />
        )}
        {!pending && <CardFormNotices {...result} what="cette tâche" />}
        <div className="full row">
          <SubmitButton
            className="btn btn--brique"
            disabled={pending}
            label={version === undefined ? "Ajouter" : "Enregistrer"}
          />
          {back && <StrongLink to={back}>Annuler</StrongLink>}
        </div>
      </CheckedForm>
      <SessionEndedNotice ended={result.sessionEnded ? result : null} resubmit={() => form.current?.requestSubmit()} />
    </>
  );
}
