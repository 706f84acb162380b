import { type KeyboardEvent, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { Field, FieldErrorsContext, SelectField } from "#app/ui/form/field.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useToday } from "#app/ui/form/use-today.ts";
import { TICKED_FORM, TickBox, useTickCount } from "#app/ui/list/tick-boxes.tsx";
import { WAY_LABELS } from "#domain/fees/fee.ts";

type Props = {
  /** Ids of the open fees on the page. */
  ids: readonly string[];
  day: string;
  url: string;
  answer: FormAnswer;
};

export function SettleSeveral({ ids, day, url, answer: { failed, errors, typed } }: Props) {
  const { count, isSent } = useTickCount(ids, failed || errors !== undefined);
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  const onSubmit = () => {
    isSent.current = true;
  };
  const waive = useRef<HTMLButtonElement>(null);
  // Enter in the reason field must waive the fees. By default, browsers press the first button, which records a
  // payment.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit(waive.current);
  };
  return (
    <>
      <TickBox ids={ids} className="tick-all">
        Toute la page
      </TickBox>
      <FieldErrorsContext value={errors ?? {}}>
        <Form
          ref={form}
          id={TICKED_FORM}
          className="bulk fees__bulk"
          method="post"
          action={url}
          autoComplete="off"
          onSubmit={onSubmit}
          preventScrollReset
        >
          <p>
            <b role="status">{count === null ? "Ce qui est coché" : `${count} cochée${count > 1 ? "s" : ""}`}.</b>
          </p>
          <SelectField name="way" label="Moyen" defaultValue={typed?.way ?? "bank"} choices={WAY_LABELS} />
          <Field name="date" label="Date" type="date" max={useToday(day)} defaultValue={typed?.date ?? day} />
          <button className="btn btn--small" type="submit" name="intention" value="pay" disabled={busy}>
            <Tick />
            Payées
          </button>
          <details className="fees__waiver" open={typed?.intention === "waive" || errors?.reason !== undefined}>
            <summary className="strong-link">Ne plus demander</summary>
            <Field name="reason" label="Raison" defaultValue={typed?.reason} onKeyDown={onKeyDown} />
            <SubmitButton
              ref={waive}
              className="btn btn--small btn--neige"
              disabled={busy}
              intention="waive"
              label="Ne plus demander"
            />
          </details>
        </Form>
      </FieldErrorsContext>
    </>
  );
}
