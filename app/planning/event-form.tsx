import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { CardForm } from "#app/ui/cards/card-form.tsx";
import { CurrentPicture } from "#app/ui/cards/current-picture.tsx";
import { type DraftedForm, useCardDraft } from "#app/ui/cards/use-card-draft.ts";
import { usePreview } from "#app/ui/cards/use-preview.ts";
import noImage from "#app/ui/drawings/evenement-sans-image.svg";
import { Field } from "#app/ui/form/field.tsx";
import { ImageField } from "#app/ui/image-field/image-field.tsx";
import { dateOf, eventSchema } from "#domain/events/event-form.ts";
import type { EventStatus } from "#domain/events/planned-event.ts";
import { DRAFT_PUBLICATION } from "#domain/events/publication.ts";
import type { TypedValues } from "#domain/fields.ts";
import { CardPreview } from "./form/card-preview.tsx";
import { DateFields } from "./form/date-fields.tsx";
import { eventValues } from "./form/event-values.ts";
import { MoreFields } from "./form/more-fields.tsx";

type Props = {
  initial: TypedValues;
  /** URL of the stored poster; null for none. */
  image: string | null;
  /** Known places, suggested in the field for the place. */
  places: readonly string[];
  /** Content below the preview. */
  children?: ReactNode;
} & Pick<ComponentProps<typeof CardForm>, "answer" | "version" | "back" | "copy">;

/** Form of an event (docs/specification.md section 2): it has an image field, which is required, only on creation. */
export function EventForm(props: Props) {
  const draft = useCardDraft(eventValues(props.initial), props.answer);
  return <CardFields key={draft.round} draft={draft} {...props} />;
}

function CardFields({
  initial,
  image,
  places,
  answer,
  version,
  draft,
  back,
  copy,
  children,
}: Props & { draft: DraftedForm }) {
  const preview = usePreview(eventValues(answer.typed ?? initial));
  const [chosenImage, setChosenImage] = useState<string | null>(null);
  const { mois: storedMonth = "", annee: storedYear = "", State: storedStatus = "" } = initial;
  const schema = useMemo(
    () => eventSchema({ month: dateOf(storedYear, storedMonth), status: storedStatus as EventStatus }),
    [storedYear, storedMonth, storedStatus],
  );
  const isStored = version !== undefined;
  return (
    <CardForm
      during={isStored ? "Mise à jour en cours..." : "Chargement en cours..."}
      back={back}
      copy={copy}
      answer={answer}
      draft={draft}
      version={version}
      schema={schema}
      fields={
        <>
          <Field fullWidth name="Nom" label="Nom de l’événement" autoComplete="off" {...preview.follow("Nom")} />
          <DateFields month={initial.mois} preview={preview} />
          <Field fullWidth name="Lieu" label="Lieu" autoComplete="off" list="lieux" {...preview.follow("Lieu")} />
          <datalist id="lieux">
            {places.map((place) => (
              <option key={place} value={place} />
            ))}
          </datalist>
          {isStored && <CurrentPicture kind="evenement" image={image} />}
          {!isStored && (
            <ImageField
              name="image"
              label="Image"
              invite="Choisissez l’affiche"
              hint="jusqu’à 25&nbsp;Mo, en hauteur ou en largeur. Un brouillon peut l’attendre."
              required={preview.values.publication !== DRAFT_PUBLICATION}
              remove="Retirer l’image"
              onPreview={setChosenImage}
              chooseAgain={answer.typed !== undefined}
              missing={draft.restored?.picture}
            />
          )}
          <MoreFields preview={preview} state={isStored ? (initial.State ?? "") : undefined} />
        </>
      }
      preview={
        <>
          <CardPreview values={preview.values} stored={initial} image={chosenImage ?? image ?? noImage} />
          {children}
        </>
      }
    />
  );
}
