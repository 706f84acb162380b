import { type ComponentProps, useMemo, useState } from "react";
import noPhoto from "#app/committee/drawings/membre-sans-photo.svg";
import { CardForm } from "#app/ui/cards/card-form.tsx";
import { CurrentPicture } from "#app/ui/cards/current-picture.tsx";
import { usePreview } from "#app/ui/cards/use-preview.ts";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { Options } from "#app/ui/form/select-options.tsx";
import { type DraftedForm, useDraft } from "#app/ui/form/use-draft.ts";
import { ImageField } from "#app/ui/image-field/image-field.tsx";
import { committeeMemberSchema, knownRole, MEMBER_ROLES } from "#domain/committee-member.ts";
import type { TypedValues } from "#domain/fields.ts";
import { nameSize } from "./member-card.tsx";

const CHOICES = MEMBER_ROLES.map((post) => ({ value: post, label: post }));

type Props = {
  initial: TypedValues;
  /** URL of the stored photo. */
  photo: string | null;
} & Pick<ComponentProps<typeof CardForm>, "answer" | "version">;

function fieldValues({ Prenom = "", Nom = "", Poste = "Membre" }: TypedValues) {
  return { Prenom, Nom, Poste: knownRole(Poste) ?? Poste };
}

export function CommitteeMemberForm(props: Props) {
  const draft = useDraft(fieldValues(props.initial), props.answer);
  return <CardFields key={draft.round} draft={draft} {...props} />;
}

function CardFields({ initial, photo, answer, version, draft }: Props & { draft: DraftedForm }) {
  const fields = fieldValues(answer.typed ?? initial);
  const { Poste } = fields;
  const { values, follow } = usePreview(fields);
  const name = `${values.Prenom || "Prénom"} ${values.Nom || "Nom"}`;
  const [chosenPhoto, setChosenPhoto] = useState<string | null>(null);
  return (
    <CardForm
      back="/comite"
      answer={answer}
      draft={draft}
      version={version}
      schema={useMemo(() => committeeMemberSchema(initial.Poste), [initial.Poste])}
      fields={
        <>
          <Field name="Prenom" label="Prénom" autoComplete="off" {...follow("Prenom")} />
          <Field name="Nom" label="Nom" autoComplete="off" {...follow("Nom")} />
          <SelectField fullWidth name="Poste" label="Poste" {...follow("Poste")}>
            <Options choices={CHOICES} current={[fieldValues(initial).Poste, Poste]} />
          </SelectField>
          {version !== undefined && <CurrentPicture kind="membre" image={photo} />}
          {version === undefined && (
            <ImageField
              name="photo"
              label="Photo (facultative)"
              invite="Choisissez le portrait"
              hint="jusqu’à 25&nbsp;Mo, en hauteur, le visage dans le haut de l’image"
              remove="Retirer la photo"
              onPreview={setChosenPhoto}
              chooseAgain={answer.typed !== undefined}
              missing={draft.restored?.picture}
            />
          )}
        </>
      }
      preview={
        <div className="membre">
          <div className="print">
            <img src={chosenPhoto ?? photo ?? noPhoto} width="400" height="480" alt="" />
          </div>
          <h3 className={`membre__name letters-${nameSize([name])}`}>{name}</h3>
          <p className="membre__post">{values.Poste}</p>
        </div>
      }
    />
  );
}
