import type { useFormPreview } from "#app/ui/cards/use-preview.ts";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { SelectOptions } from "#app/ui/form/select-options.tsx";
import { isDay, YEAR_RANGE } from "#domain/dates.ts";
import { FRENCH_MONTHS, monthInFrench } from "#domain/events/french-dates.ts";
import { ClearableField } from "../clearable-field.tsx";
import { daysFromValues, type EventValues } from "./event-values.ts";

export type EventFormPreview = ReturnType<typeof useFormPreview<EventValues>>;

const MONTH_OPTIONS = FRENCH_MONTHS.map(({ number, name }) => ({ value: number, label: name }));

export const dateFieldProps =
  ({ values, follow }: EventFormPreview) =>
  (name: "FirstDay" | "LastDay" | "StartTime" | "EndTime") => ({
    name,
    filled: values[name] !== "",
    ...follow(name),
  });

/** @param month the stored month, which remains selectable even if invalid */
export function DateFields({ month, preview }: { month: string | undefined; preview: EventFormPreview }) {
  const { values, follow, fill } = preview;
  const field = dateFieldProps(preview);
  function setMonthFrom(day: string) {
    const [year = "", number = ""] = day.split("-");
    if (!isDay(day) || Number(year) < YEAR_RANGE.min || Number(year) > YEAR_RANGE.max) return;
    fill("annee", year);
    fill("mois", number);
  }
  return (
    <fieldset className="field-group field-group--pairs full">
      <legend>Quand&nbsp;?</legend>
      <SelectField name="mois" label="Mois" {...follow("mois")}>
        <SelectOptions choices={MONTH_OPTIONS} current={[month, preview.initial.mois]} />
      </SelectField>
      <Field
        name="annee"
        label="Année"
        type="number"
        inputMode="numeric"
        min={YEAR_RANGE.min}
        max={YEAR_RANGE.max}
        {...follow("annee")}
      />
      <ClearableField
        {...field("FirstDay")}
        label="Du"
        type="date"
        describedBy="jours-aide"
        onChange={(event) => {
          follow("FirstDay").onChange(event);
          setMonthFrom(event.currentTarget.value);
        }}
      />
      <ClearableField {...field("StartTime")} label="Dès" type="time" describedBy="jours-aide" />
      <p className="field__hint full" id="jours-aide">
        Jour et heure facultatifs. Sans eux, l’affiche annonce «&nbsp;{monthInFrench(daysFromValues(values).month)}
        &nbsp;».
      </p>
    </fieldset>
  );
}
