import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { CardForm } from "#app/ui/cards/card-form.tsx";
import { CurrentPicture } from "#app/ui/cards/current-picture.tsx";
import { useFormPreview } from "#app/ui/cards/use-preview.ts";
import noImage from "#app/ui/drawings/evenement-sans-image.svg";
import { EventDates, EventMonth, EventNotice, EventPlace } from "#app/ui/event-parts.tsx";
import { NO_POSTER } from "#app/ui/event-poster.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { type DraftedForm, useDraft } from "#app/ui/form/use-draft.ts";
import { ImageField } from "#app/ui/image-field/image-field.tsx";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { useNaturalSize } from "#app/ui/pictures/use-natural-size.ts";
import { eventSchema, monthOfEventForm } from "#domain/events/event-form.ts";
import type { EventStatus } from "#domain/events/planned-event.ts";
import { previousDatesAfterSave } from "#domain/events/postponement.ts";
import {
  DRAFT_PUBLICATION,
  publicationErrors,
  publicationFromForm,
  publicationInFrench,
} from "#domain/events/publication.ts";
import type { TypedValues } from "#domain/fields.ts";
import { EventBadges } from "./event-badges.tsx";
import { DateFields } from "./form/date-fields.tsx";
import { type EventValues, eventFromValues, eventValues } from "./form/event-values.ts";
import { MoreEventFields } from "./form/more-fields.tsx";

type Props = {
  initial: TypedValues;
  /** URL of the stored poster. */
  image: string | null;
  places: readonly string[];
  children?: ReactNode;
} & Pick<ComponentProps<typeof CardForm>, "result" | "version" | "back" | "copy" | "links">;

export function EventForm(props: Props) {
  const draft = useDraft(eventValues(props.initial), props.result);
  return <CardFields key={draft.round} draft={draft} {...props} />;
}

function CardFields({
  initial,
  image,
  places,
  result,
  version,
  draft,
  back,
  copy,
  links,
  children,
}: Props & { draft: DraftedForm }) {
  const preview = useFormPreview(eventValues(result.typed ?? initial));
  const [chosenImage, setChosenImage] = useState<string | null>(null);
  const { mois: storedMonth = "", annee: storedYear = "", State: storedStatus = "" } = initial;
  const schema = useMemo(
    () => eventSchema({ month: monthOfEventForm(storedYear, storedMonth), status: storedStatus as EventStatus }),
    [storedYear, storedMonth, storedStatus],
  );
  const isStored = version !== undefined;
  return (
    <CardForm
      back={back}
      copy={copy}
      links={links}
      result={result}
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
              chooseAgain={result.typed !== undefined}
              missing={draft.restored?.picture}
            />
          )}
          <MoreEventFields preview={preview} state={isStored ? (initial.State ?? "") : undefined} />
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

type PreviewProps = {
  values: EventValues;
  stored: TypedValues;
  image: string;
};

function CardPreview({ values, stored, image }: PreviewProps) {
  const before = { ...eventFromValues(eventValues(stored)), previousDates: stored.PreviousDates ?? "" };
  const typed = eventFromValues(values);
  const event = { ...typed, place: typed.place || "Lieu", previousDates: previousDatesAfterSave(before, typed) };
  return (
    <div className="evenement">
      <PosterPreview src={image} />
      <EventMonth event={event} />
      <EventDates event={event} />
      <h3>{event.name || "Nom de l’événement"}</h3>
      <EventNotice event={event} />
      <DraftMark {...values} />
      <EventBadges event={event} />
      <EventPlace event={event} />
    </div>
  );
}

/** An incomplete or invalid publication date counts as a draft. */
function DraftMark({ publication, publishDay, publishTime }: EventValues) {
  if (publication === "now") return null;
  const scheduled = { publication: "later", publishDay, publishTime } as const;
  const isValid = publication === "later" && Object.keys(publicationErrors(scheduled)).length === 0;
  return (
    <p className="evenement__draft">
      {publicationInFrench({ publication: isValid ? publicationFromForm(scheduled) : DRAFT_PUBLICATION })}
    </p>
  );
}

/** The frame depends on the size of the image, which is unknown until the image loads. */
function PosterPreview({ src }: { src: string }) {
  const { size, measured } = useNaturalSize();
  return (
    <PrintFrame poster={size ?? NO_POSTER}>
      <img {...measured} src={src} {...(size ?? NO_POSTER)} alt="" />
    </PrintFrame>
  );
}
