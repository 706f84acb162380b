import { type ReactNode, useEffect, useRef } from "react";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useDraft } from "#app/ui/form/use-draft.ts";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";

export type TypedListLineView = {
  readonly number: number;
  readonly is: "new" | "there" | "refused";
  readonly title: string;
  readonly detail: string;
};

/**
 * `added`: how many cards were created, if some lines remain. `isChanged`: the list changed after its preview, so that
 * nothing was created.
 */
export type TypedListResult = {
  readonly lines?: readonly TypedListLineView[];
  readonly added?: number;
  readonly isChanged?: boolean;
};

type Props = {
  result: FormResult<TypedListResult>;
  path: string;
  back: string;
  label: string;
  example: string;
  /** Number of cards in words: « 1 brouillon », « 8 brouillons ». */
  counted: (count: number) => string;
  /** Hint that says what to write in a line. */
  children: ReactNode;
};

const PREVIEW = "apercu";

export function TypedListForm({ result, path, back, label, example, counted, children }: Props) {
  const { formRef, discard } = useDraft({ list: "" }, result);
  const busy = useIsSending();
  const preview = useRef<HTMLElement>(null);
  const { typed, lines, added, isChanged, failed, errors } = result;
  const of = (is: TypedListLineView["is"]) => lines?.filter((line) => line.is === is) ?? [];
  const [fresh, there, refused] = [of("new"), of("there"), of("refused")];
  useEffect(
    () => (lines ? preview.current?.focus() : formRef.current?.querySelector("textarea")?.focus()),
    [lines, formRef],
  );
  return (
    <div className="page-frame sheet">
      <CheckedForm className="form typed-list" action={`${path}#${PREVIEW}`} errors={errors} formRef={formRef}>
        {children}
        <TextAreaField
          // Remove the lines from the field whose cards were created.
          key={added === undefined ? "typed" : typed?.list}
          fullWidth
          name="list"
          label={label}
          rows={10}
          placeholder={example}
          defaultValue={typed?.list}
          required
        />
        {!busy && failed && (
          <ErrorNotice
            title="Rien n’a été créé."
            text="Le site n’a pas pu le faire&nbsp;: tout est resté dans le champ. Réessayez dans un instant."
          />
        )}
        <div className="row">
          <SubmitButton
            className={lines ? "btn btn--neige" : "btn btn--brique btn--large"}
            intention="preview"
            disabled={busy}
            label={lines ? "Refaire l’aperçu" : "Voir l’aperçu"}
          />
          <StrongLink to={back} onClick={discard}>
            Annuler
          </StrongLink>
        </div>
        {lines && (
          <section
            className="typed-list__preview"
            id={PREVIEW}
            aria-labelledby="titre-apercu"
            ref={preview}
            tabIndex={-1}
          >
            <h2 id="titre-apercu">Aperçu</h2>
            {added !== undefined && added > 0 && <p role="status">{`${counted(added)} en place. Il reste ceci.`}</p>}
            {fresh.length > 0 && (
              <>
                <p>
                  {isChanged && "La liste a changé\u00a0: voici le nouvel aperçu. "}
                  Rien n’est encore enregistré.
                </p>
                <input type="hidden" name="previewed" value={typed?.list} />
                <SubmitButton
                  className="btn btn--brique btn--large"
                  intention="add"
                  disabled={busy}
                  label={`Créer ${counted(fresh.length)}`}
                />
              </>
            )}
            {fresh.length === 0 && refused.length === 0 && <p>Il n’y a rien à créer.</p>}
            <Lines title="À corriger" lines={refused} />
            <Lines title="À créer" lines={fresh} />
            <Lines title="Déjà là, donc laissé de côté" lines={there} />
          </section>
        )}
      </CheckedForm>
      <SessionEndedNotice
        ended={result.sessionEnded ? result : null}
        resubmit={() => formRef.current?.requestSubmit()}
      />
    </div>
  );
}

const Lines = ({ title, lines }: { title: string; lines: readonly TypedListLineView[] }) =>
  lines.length > 0 && (
    <>
      <h3>{`${title}\u00a0: ${lines.length}`}</h3>
      <ol role="list">
        {lines.map(({ number, is, title: what, detail }) => (
          <li key={number}>
            <b>
              <bdi>{what}</bdi>
            </b>
            {is === "refused" ? (
              <p className="field__error">
                <Triangle />
                {`Ligne ${number}\u00a0: ${detail}`}
              </p>
            ) : (
              <p>
                <bdi>{detail}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
