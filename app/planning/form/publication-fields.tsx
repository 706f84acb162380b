import { useContext } from "react";
import { Field, FieldError, FieldErrorsContext } from "#app/ui/form/field.tsx";
import { PUBLICATIONS, type TypedPublication } from "#domain/events/publication.ts";
import type { EventPreview } from "./date-fields.tsx";

const HINTS = {
  now: "Sur le planning dès que c’est enregistré.",
  draft: "Seul le comité le voit.",
  later: "Brouillon jusque-là, puis publié tout seul.",
} as const satisfies Record<TypedPublication["publication"], string>;

const CHOICES = Object.entries(PUBLICATIONS) as [TypedPublication["publication"], string][];

/**
 * When an event is announced. Its day and its hour are there while they are asked for (event-form.css): without script
 * as well, and always in a browser that cannot tell.
 */
export function PublicationFields({ preview: { follow, followChoice } }: { preview: EventPreview }) {
  const { publication: error } = useContext(FieldErrorsContext);
  return (
    <fieldset className="field-group field-group--pairs publication full">
      <legend>Publication</legend>
      <div className="choices full">
        {CHOICES.map(([value, label]) => (
          <div key={value}>
            <label className="tick">
              <input
                type="radio"
                name="publication"
                aria-invalid={error ? true : undefined}
                aria-describedby={[`publication-${value}`, error && "publication-erreur"].filter(Boolean).join(" ")}
                {...followChoice("publication", value)}
              />
              <span>{value === "later" ? `${label}…` : label}</span>
            </label>
            <p className="field__hint" id={`publication-${value}`}>
              {HINTS[value]}
            </p>
          </div>
        ))}
        <FieldError id="publication-erreur" text={error} />
      </div>
      <Field name="publishDay" label="Jour" type="date" {...follow("publishDay")} />
      <Field name="publishTime" label="Heure" type="time" hint="Heure de Savièse." {...follow("publishTime")} />
    </fieldset>
  );
}
