import { useContext, useEffect, useRef, useState } from "react";
import { Field, FieldErrorsContext, SelectField, TextAreaField } from "#app/ui/form/field.tsx";
import { Options } from "#app/ui/form/select-options.tsx";
import { EVENT_FIELDS, type EventField } from "#domain/events/event-fields.ts";
import { EVENT_STATUS_LABELS } from "#domain/events/planned-event.ts";
import { ClearableField } from "../clearable-field.tsx";
import { type EventPreview, whenField } from "./date-fields.tsx";
import { type EventValues, hasFoldedError, hasFoldedValues } from "./event-values.ts";
import { PublicationFields } from "./publication-fields.tsx";

const STATE_OPTIONS = [
  { value: "", label: "Comme prévu" },
  ...Object.entries(EVENT_STATUS_LABELS).map(([value, label]) => ({ value, label })),
];

type Props = {
  preview: EventPreview;
  /** The state that the document holds; undefined when the event is new, and takes place as announced. */
  state: string | undefined;
};

/**
 * What an event can say besides, folded until somebody asks for it: nobody who has a name, a date, a place and a poster
 * needs it. It opens by itself when one of its fields says something, or is refused.
 */
export function MoreFields({ preview, state }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const refused = Object.keys(useContext(FieldErrorsContext));
  // From then on it is open or closed as the person has it.
  const [openAtFirst] = useState(hasFoldedValues(preview.initial) || hasFoldedError(refused));
  const isFilled = hasFoldedValues(preview.values);
  useEffect(() => {
    if (isFilled) fold.current?.setAttribute("open", "");
  }, [isFilled]);
  return (
    <details className="more full" ref={fold} open={openAtFirst}>
      <summary>
        <span>
          <b>Plus de détails</b> Fin, description, prix, billets, brouillon…
        </span>
      </summary>
      <div className="form form--duo">
        <EndFields preview={preview} />
        <WordsFields preview={preview} />
        {state !== undefined && (
          <SelectField fullWidth name="State" label="État" {...preview.follow("State")}>
            <Options choices={STATE_OPTIONS} current={[state, preview.initial.State]} />
          </SelectField>
        )}
        <PublicationFields preview={preview} />
      </div>
    </details>
  );
}

type PartProps = Pick<Props, "preview">;

function EndFields({ preview }: PartProps) {
  const field = whenField(preview);
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

/** The fields that the table of the event's fields describes wholly. */
const WordsFields = ({ preview: { follow } }: PartProps) =>
  FIELDS.map(({ wire, label, form }) => {
    if (!form) return null;
    const { kind, hint, fullWidth } = form;
    const field = { name: wire, label, hint, fullWidth, ...follow(wire as keyof EventValues) };
    if (kind === "paragraphs") return <TextAreaField key={wire} rows={6} {...field} />;
    if (kind === "link") return <Field key={wire} {...LINK} {...field} />;
    return <Field key={wire} inputMode={kind === "age" ? "numeric" : undefined} autoComplete="off" {...field} />;
  });
