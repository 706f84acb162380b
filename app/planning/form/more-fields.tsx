import { useContext, useEffect, useRef, useState } from "react";
import { Field, FieldError, FieldErrorsContext, SelectField, TextAreaField } from "#app/ui/form/field.tsx";
import { SelectOptions } from "#app/ui/form/select-options.tsx";
import { EVENT_FIELDS, type EventField } from "#domain/events/event-fields.ts";
import { EVENT_STATUS_LABELS } from "#domain/events/planned-event.ts";
import { PUBLICATION_LABELS, type TypedPublication } from "#domain/events/publication.ts";
import { ClearableField } from "../clearable-field.tsx";
import { dateFieldProps, type EventFormPreview } from "./date-fields.tsx";
import { type EventValues, hasFoldedEventError, hasFoldedEventValues } from "./event-values.ts";

const STATE_OPTIONS = [
  { value: "", label: "Comme prévu" },
  ...Object.entries(EVENT_STATUS_LABELS).map(([value, label]) => ({ value, label })),
];

type Props = {
  preview: EventFormPreview;
  /** Stored status. Undefined for a new event, whose form has no status field. */
  state: string | undefined;
};

export function MoreEventFields({ preview, state }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const refused = Object.keys(useContext(FieldErrorsContext));
  // Computed once: a later render must not open or close the element against the user's choice.
  const [isInitiallyOpen] = useState(hasFoldedEventValues(preview.initial) || hasFoldedEventError(refused));
  const isFilled = hasFoldedEventValues(preview.values);
  useEffect(() => {
    if (isFilled) details.current?.setAttribute("open", "");
  }, [isFilled]);
  return (
    <details className="more full" ref={details} open={isInitiallyOpen}>
      <summary>
        <span>
          <b>Plus de détails</b> Fin, description, prix, billets, brouillon…
        </span>
      </summary>
      <div className="form form--duo">
        <EndFields preview={preview} />
        <TextFields preview={preview} />
        {state !== undefined && <StateField preview={preview} state={state} />}
        <PublicationFields preview={preview} />
      </div>
    </details>
  );
}

type PartProps = Pick<Props, "preview">;

function EndFields({ preview }: PartProps) {
  const field = dateFieldProps(preview);
  return (
    <fieldset className="field-group field-group--pairs full">
      <legend>Jusqu’à quand&nbsp;?</legend>
      <ClearableField {...field("LastDay")} label="Au" type="date" describedBy="fin-aide" />
      <ClearableField {...field("EndTime")} label="Jusqu’à" type="time" describedBy="fin-aide" />
      <p className="field__hint full" id="fin-aide">
        Facultatif. Une heure après minuit est celle du lendemain&nbsp;: de 22&nbsp;h à 4&nbsp;h, le jour ne change pas.
      </p>
    </fieldset>
  );
}

const LINK = { inputMode: "url", autoComplete: "off", placeholder: "https://" } as const;

const FIELDS: EventField[] = Object.values(EVENT_FIELDS);

const TextFields = ({ preview: { follow } }: PartProps) =>
  FIELDS.map((field) => (
    <EventFieldWithHint key={field.wire} field={field} {...follow(field.wire as keyof EventValues)} />
  ));

type DescribedProps = {
  field: EventField;
  defaultValue: string | undefined;
  onChange?: (event: { currentTarget: { value: string } }) => void;
};

export function EventFieldWithHint({ field: { wire, label, form }, ...input }: DescribedProps) {
  if (!form) return null;
  const { kind, hint, fullWidth } = form;
  const field = { name: wire, label, hint, fullWidth, ...input };
  if (kind === "paragraphs") return <TextAreaField rows={6} {...field} />;
  if (kind === "day") return <Field type="date" {...field} />;
  if (kind === "link") return <Field {...LINK} {...field} />;
  return <Field inputMode={kind === "age" ? "numeric" : undefined} autoComplete="off" {...field} />;
}

const StateField = ({ preview, state }: PartProps & { state: string }) => (
  <div className="field full">
    <SelectField name="State" label="État" describedBy="etat-aide" {...preview.follow("State")}>
      <SelectOptions choices={STATE_OPTIONS} current={[state, preview.initial.State]} />
    </SelectField>
    <p className="field__hint" id="etat-aide">
      Reporté&nbsp;: nouvelle date connue&nbsp;? Changez le jour tout en haut&nbsp;: l’ancien reste affiché, barré.
    </p>
  </div>
);

const PUBLICATION_HINTS = {
  now: "Sur le planning dès que c’est enregistré.",
  draft: "Seul le comité le voit. L’affiche peut attendre.",
  later: "Brouillon jusque-là, puis publié tout seul.",
} as const satisfies Record<TypedPublication["publication"], string>;

const PUBLICATION_CHOICES = Object.entries(PUBLICATION_LABELS) as [TypedPublication["publication"], string][];

/** event-form.css hides the day and hour unless `later` is chosen. */
function PublicationFields({ preview: { follow, followChoice } }: PartProps) {
  const { publication: error } = useContext(FieldErrorsContext);
  return (
    <fieldset className="field-group field-group--pairs publication full">
      <legend>Publication</legend>
      <div className="choices full">
        {PUBLICATION_CHOICES.map(([value, label]) => (
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
              {PUBLICATION_HINTS[value]}
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
