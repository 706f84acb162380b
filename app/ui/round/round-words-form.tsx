import { type FormEvent, useEffect, useEffectEvent, useMemo } from "react";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useDraft } from "#app/ui/form/use-draft.ts";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import type { Audience, FormOfAddress } from "#domain/rounds/audience.ts";
import { type RoundKind, roundRules } from "#domain/rounds/round.ts";
import {
  AUDIENCES,
  type RoundTextsByAudience,
  roundPlaceholdersInFrench,
  roundTextsSchema,
} from "#domain/rounds/round-words.ts";

type Props = {
  kind: RoundKind;
  address: FormOfAddress;
  /** The people whom the list reaches. */
  audiences: readonly Audience[];
  words: RoundTextsByAudience;
  version: string;
  url: string;
  result: FormResult;
  /** Called with each change, so that the typed texts apply to the rows at once. */
  onType: (typed: RoundTextsByAudience) => void;
  example: (audience: Audience) => { name: string; text: string } | undefined;
};

const labelOf = (audience: Audience, address: FormOfAddress): string => {
  if (audience === "guardian") return "Aux parents";
  return audience === address ? "Aux membres" : "Aux autres";
};

/** A form for the texts of a round, which are saved for the next round of the same kind. */
export function RoundTextsForm(props: Props) {
  const { kind, address, audiences, words, version, url, result, onType, example } = props;
  const { initial } = roundRules(kind);
  const stored = Object.fromEntries([
    ...audiences.map((audience) => [audience, words[audience] || initial[audience]]),
    ["version", version],
  ]) as Record<string, string>;
  const schema = useMemo(() => roundTextsSchema(kind), [kind]);
  const isSubmitted = result.typed?.intention === "words";
  // Keep a draft: a phone may close this page while a messaging app is open, before the text is saved.
  const { formRef, restored } = useDraft(stored, isSubmitted ? result : {});
  const read = (form: HTMLFormElement) => {
    const values = new FormData(form);
    onType(
      Object.fromEntries(AUDIENCES.map((one) => [one, String(values.get(one) ?? words[one])])) as RoundTextsByAudience,
    );
  };
  const readRestored = useEffectEvent(() => {
    if (formRef.current) read(formRef.current);
  });
  useEffect(() => {
    if (restored) readRestored();
  }, [restored]);
  const shown = audiences.flatMap((audience) => example(audience) ?? []);
  return (
    <details className="round__words member__fold" open={isSubmitted || restored !== null}>
      <summary className="strong-link">Modifier le message</summary>
      <section aria-label="Le message">
        {isSubmitted && result.conflict && (
          <FailureNotice
            title={`${result.conflict.by ?? "Quelqu’un d’autre"} vient de changer ce message.`}
            text={`Rien n’a été gardé. Il dit maintenant\u00a0: ${result.conflict.current.join(" / ")}`}
          />
        )}
        <CheckedForm
          className="form"
          action={url}
          errors={isSubmitted ? result.errors : undefined}
          schema={schema}
          formRef={formRef}
          preventScrollReset
        >
          <input type="hidden" name="version" value={(isSubmitted && result.conflict?.version) || version} />
          <input type="hidden" name="intention" value="words" />
          {audiences.map((audience) => (
            <TextAreaField
              key={audience}
              name={audience}
              label={labelOf(audience, address)}
              hint={`${roundPlaceholdersInFrench(kind)} s’écrivent tout seuls. Un champ vidé reprend le texte du site.`}
              rows={6}
              defaultValue={(isSubmitted && result.typed?.[audience]) || stored[audience]}
              autoComplete="off"
              dir="auto"
              onInput={(event: FormEvent<HTMLTextAreaElement>) => {
                if (event.currentTarget.form) read(event.currentTarget.form);
              }}
            />
          ))}
          <div className="full row">
            <SubmitButton className="btn btn--small" disabled={useIsSending()} label="Garder ce message" />
          </div>
        </CheckedForm>
        {shown.map(({ name, text }) => (
          <p key={name} className="member__note">
            À <bdi>{name}</bdi>&nbsp;: «&nbsp;{text}&nbsp;»
          </p>
        ))}
      </section>
    </details>
  );
}
