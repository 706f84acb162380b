import { type KeyboardEvent, useEffect, useRef } from "react";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { Field, FieldErrorsContext, SelectField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useToday } from "#app/ui/form/use-today.ts";
import { TickedRowsBar } from "#app/ui/list/ticked-bar.tsx";
import { PAYMENT_METHOD_LABELS } from "#domain/fees/fee.ts";

type Props = {
  /** Ids of the open fees on the page. */
  ids: readonly string[];
  day: string;
  url: string;
  result: FormResult;
};

export function SettleSeveralFees({ ids, day, url, result: { failed, errors, typed } }: Props) {
  const waive = useRef<HTMLButtonElement>(null);
  const today = useToday(day);
  useEffect(() => {
    if (errors) waive.current?.form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  // Enter in the reason field must waive the fees. By default, browsers trigger the first button, which records a
  // payment.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    waive.current?.form?.requestSubmit(waive.current);
  };
  return (
    <FieldErrorsContext value={errors ?? {}}>
      <TickedRowsBar ids={ids} resetKey={ids} failed={failed || errors !== undefined} url={url} className="fees__bulk">
        {({ busy }) => (
          <>
            <SelectField name="way" label="Moyen" defaultValue={typed?.way ?? "bank"} choices={PAYMENT_METHOD_LABELS} />
            <Field name="date" label="Date" type="date" max={today} defaultValue={typed?.date ?? day} />
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
          </>
        )}
      </TickedRowsBar>
    </FieldErrorsContext>
  );
}
