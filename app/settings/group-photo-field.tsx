import { useState } from "react";
import drawing from "#app/ui/drawings/groupe.svg";
import { CheckboxField, Field } from "#app/ui/form/field.tsx";
import { ImageField } from "#app/ui/image-field/image-field.tsx";
import { PHOTO_DESCRIPTION_MAX } from "#domain/settings/settings.ts";

type Props = {
  /** URL of the stored photo. Without a photo, the home page shows a drawing. */
  photo: string | null;
  description: string | undefined;
  toBeRemoved: boolean;
  chooseAgain: boolean;
};

export function GroupPhotoField({ photo, description, toBeRemoved, chooseAgain }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [removed, setRemoved] = useState(toBeRemoved);
  const current = removed ? null : photo;
  const alt = chosen
    ? "Photo choisie"
    : current
      ? "Photo de groupe actuelle"
      : "Dessin que l’accueil montre sans photo";
  return (
    <>
      <ImageField
        low
        name="photo"
        label="Image"
        invite="Choisissez la photo"
        hint="jusqu’à 25&nbsp;Mo, aussi grande que possible"
        remove="Retirer cette photo"
        onPreview={setChosen}
        chooseAgain={chooseAgain}
      />
      <div className="preview preview--group full">
        <div className="print">
          <img src={chosen ?? current ?? drawing} width="1500" height="1000" alt={alt} />
        </div>
      </div>
      {photo && !chosen && (
        <div className="full">
          <CheckboxField
            name="removePhoto"
            label="Retirer la photo&nbsp;: l’accueil montre de nouveau le dessin"
            defaultChecked={toBeRemoved}
            onChange={({ currentTarget: { checked } }) => setRemoved(checked)}
          />
        </div>
      )}
      <Field
        fullWidth
        name="photoDescription"
        label="Description de la photo"
        hint={`Pour les personnes qui ne la voient pas, ${PHOTO_DESCRIPTION_MAX} caractères au plus.`}
        autoComplete="off"
        defaultValue={description}
      />
    </>
  );
}
