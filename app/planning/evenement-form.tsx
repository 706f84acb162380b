import { type ComponentProps, useMemo, useState } from "react";
import { CardForm, usePreview } from "#app/chrome/cards/card-form.tsx";
import { type DraftedForm, useCardDraft } from "#app/chrome/cards/use-card-draft.ts";
import sansImage from "#app/chrome/drawings/evenement-sans-image.svg";
import { EvenementDates, EvenementState } from "#app/chrome/evenement-when.tsx";
import { Lieu } from "#app/chrome/place.tsx";
import { Field, SelectField } from "#app/forms/field.tsx";
import { ImageField } from "#app/forms/image-field/image-field.tsx";
import { Options } from "#app/forms/select-options.tsx";
import { isDay, MONTHS, monthInFrench, YEARS } from "#domain/dates.ts";
import { type EvenementDays, STATES, type State } from "#domain/evenement.ts";
import { dateOf, evenementSchema } from "#domain/evenement-fields.ts";
import type { TypedValues } from "#domain/fields.ts";
import { ClearableField } from "./clearable-field.tsx";
import { PosterPreview } from "./poster-preview.tsx";

const MONTH_OPTIONS = MONTHS.map(({ number, name }) => ({ value: number, label: name }));
const STATE_OPTIONS = [
  { value: "", label: "Comme prévu" },
  ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
];

type Props = {
  /** What the fields say at first. */
  initial: TypedValues;
  /** The stored image of an event that is edited; null for none. */
  image: string | null;
} & Pick<ComponentProps<typeof CardForm>, "answer" | "version">;

/** What the fields say where nobody has said anything, in their order. */
const EMPTY = {
  Nom: "",
  mois: "01",
  annee: "",
  FirstDay: "",
  LastDay: "",
  StartTime: "",
  State: "",
  Lieu: "",
  AfterMovie: "",
};
type Values = Record<keyof typeof EMPTY, string>;

/** What the fields say of an event. */
const fieldValues = (said: TypedValues): Values => {
  const { Nom, mois, annee, FirstDay, LastDay, StartTime, State, Lieu, AfterMovie } = { ...EMPTY, ...said };
  return { Nom, mois, annee, FirstDay, LastDay, StartTime, State, Lieu, AfterMovie };
};

/** When the event takes place, as the fields say it. */
const daysOf = ({ annee, mois, FirstDay, LastDay, StartTime }: Values): EvenementDays => ({
  Date: dateOf(annee, mois),
  FirstDay,
  LastDay,
  StartTime,
});

type Preview = ReturnType<typeof usePreview<Values>>;

/** Month and year, and where they are known days and hour. @param known the event is edited */
function When({ initial, preview, known }: { initial: TypedValues; preview: Preview; known: boolean }) {
  const { values, follow, put } = preview;
  const whenField = (name: "FirstDay" | "LastDay" | "StartTime") => ({
    name,
    describedBy: "jours-aide",
    filled: values[name] !== "",
    ...follow(name),
  });
  /** The month of an exact day goes without saying. */
  function followFirstDay(day: string) {
    const [year = "", month = ""] = day.split("-");
    if (!isDay(day) || Number(year) < YEARS.min || Number(year) > YEARS.max) return;
    put("annee", year);
    put("mois", month);
  }
  return (
    <fieldset className="field-group full">
      <legend>Quand&nbsp;?</legend>
      <SelectField name="mois" label="Mois" {...follow("mois")}>
        <Options choices={MONTH_OPTIONS} held={[initial.mois, preview.initial.mois]} />
      </SelectField>
      <Field
        name="annee"
        label="Année"
        type="number"
        inputMode="numeric"
        min={YEARS.min}
        max={YEARS.max}
        {...follow("annee")}
      />
      <ClearableField
        {...whenField("FirstDay")}
        label="Du"
        type="date"
        onChange={(event) => {
          follow("FirstDay").onChange(event);
          followFirstDay(event.currentTarget.value);
        }}
      />
      <ClearableField {...whenField("LastDay")} label="Au" type="date" />
      <ClearableField {...whenField("StartTime")} label="Dès" type="time" />
      {known && (
        <SelectField name="State" label="État" {...follow("State")}>
          <Options choices={STATE_OPTIONS} held={[initial.State, preview.initial.State]} />
        </SelectField>
      )}
      <p className="field__hint full" id="jours-aide">
        Jours et heure facultatifs. Sans eux, l’affiche annonce seulement «&nbsp;{monthInFrench(daysOf(values).Date)}
        &nbsp;». Pour un seul jour, remplissez «&nbsp;Du&nbsp;».
      </p>
    </fieldset>
  );
}

/** The card as the planning will show it. */
const Card = ({ values, image }: Pick<Preview, "values"> & { image: string }) => (
  <div className="evenement">
    <PosterPreview src={image} />
    <p className="evenement__date">{monthInFrench(daysOf(values).Date)}</p>
    <EvenementDates evenement={daysOf(values)} />
    <h3>{values.Nom || "Nom de l’événement"}</h3>
    <EvenementState state={values.State as State} />
    <Lieu>{values.Lieu || "Lieu"}</Lieu>
  </div>
);

/** The event form (SPEC.md section 2): an image on creation only, and required there. */
export function EvenementForm(props: Props) {
  const draft = useCardDraft(fieldValues(props.initial), props.answer);
  return <CardFields key={draft.round} draft={draft} {...props} />;
}

function CardFields({ initial, image, answer, version, draft }: Props & { draft: DraftedForm }) {
  const preview = usePreview(fieldValues(answer.typed ?? initial));
  const [chosen, setChosen] = useState<string | null>(null);
  const { mois: keptMonth = "", annee: keptYear = "", State: keptState = "" } = initial;
  const schema = useMemo(
    () => evenementSchema({ Date: dateOf(keptYear, keptMonth), State: keptState as State }),
    [keptYear, keptMonth, keptState],
  );
  const known = version !== undefined;
  return (
    <CardForm
      during={known ? "Mise à jour en cours..." : "Chargement en cours..."}
      back="/planning"
      answer={answer}
      draft={draft}
      version={version}
      schema={schema}
      fields={
        <>
          <Field fullWidth name="Nom" label="Nom de l’événement" autoComplete="off" {...preview.follow("Nom")} />
          <When initial={initial} preview={preview} known={known} />
          <Field fullWidth name="Lieu" label="Lieu" autoComplete="off" {...preview.follow("Lieu")} />
          <Field
            fullWidth
            name="AfterMovie"
            label="Lien de l’after movie"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            hint="Facultatif. Le bouton «&nbsp;Vers l'after movie&nbsp;» apparaît dès que le lien est rempli."
            {...preview.follow("AfterMovie")}
          />
          {!known && (
            <ImageField
              name="image"
              label="Image"
              invite="Déposez l’affiche ici"
              hint="ou choisissez un fichier, jusqu’à 25 Mo, format 5:4"
              required
              remove="Retirer l’image"
              onPreview={setChosen}
              chooseAgain={answer.typed !== undefined}
              missing={draft.found?.picture}
            />
          )}
        </>
      }
      preview={<Card values={preview.values} image={chosen ?? image ?? sansImage} />}
    />
  );
}
