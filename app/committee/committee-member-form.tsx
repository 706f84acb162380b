import { type ChangeEvent, type ComponentProps, type ReactNode, useMemo, useState } from "react";
import noPhoto from "#app/committee/drawings/membre-sans-photo.svg";
import { CardForm } from "#app/ui/cards/card-form.tsx";
import { CurrentPicture } from "#app/ui/cards/current-picture.tsx";
import { useFormPreview } from "#app/ui/cards/use-preview.ts";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { SelectOptions } from "#app/ui/form/select-options.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { type DraftedForm, useDraft } from "#app/ui/form/use-draft.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { ImageField } from "#app/ui/image-field/image-field.tsx";
import { committeeMemberSchema } from "#domain/committee-member.ts";
import type { TypedValues } from "#domain/fields.ts";
import { COMMITTEE_ROLES, DISPLAYED_ROLE_SUGGESTIONS, normaliseRole } from "#domain/member-role.ts";
import { namesOfRegisterChoice } from "#domain/register/register-choice.ts";
import { nameFontSize } from "./member-card.tsx";

const CHOICES = COMMITTEE_ROLES.map((post) => ({ value: post, label: post }));

type Props = {
  initial: TypedValues;
  /** URL of the stored photo. */
  photo: string | null;
  /** For a replacement: the role, which the form shows but cannot change. */
  replacement?: {
    /** A text that names the replaced person, and says what happens to the card. */
    readonly words: ReactNode;
    /** Names of the register to choose from (`registerNameChoices`). */
    readonly names: readonly string[];
  };
} & Pick<ComponentProps<typeof CardForm>, "result" | "version">;

function fieldValues({ Prenom = "", Nom = "", Poste = "Membre", PosteAffiche = "" }: TypedValues) {
  return { Prenom, Nom, Poste: normaliseRole(Poste) ?? Poste, PosteAffiche };
}

export function CommitteeMemberForm(props: Props) {
  const draft = useDraft(fieldValues(props.initial), props.result);
  return <CardFields key={draft.round} draft={draft} {...props} />;
}

function CardFields({ initial, photo, replacement, result, version, draft }: Props & { draft: DraftedForm }) {
  const fields = fieldValues(result.typed ?? initial);
  const { Poste } = fields;
  const { values, follow, fill } = useFormPreview(fields);
  const name = `${values.Prenom || "Prénom"} ${values.Nom || "Nom"}`;
  const [chosenPhoto, setChosenPhoto] = useState<string | null>(null);
  const isChange = version !== undefined && replacement === undefined;
  const copyNames = (chosen: string) => {
    const { Prenom, Nom } = namesOfRegisterChoice(chosen);
    fill("Prenom", Prenom);
    fill("Nom", Nom);
  };
  return (
    <CardForm
      back="/comite"
      result={result}
      draft={draft}
      version={version}
      isReplacement={replacement !== undefined}
      schema={useMemo(() => committeeMemberSchema(initial.Poste), [initial.Poste])}
      fields={
        <>
          {replacement && (
            <>
              {replacement.words}
              <RegisterField names={replacement.names} typed={result.typed?.register} onChoice={copyNames} />
            </>
          )}
          <Field name="Prenom" label="Prénom" autoComplete="off" {...follow("Prenom")} />
          <Field name="Nom" label="Nom" autoComplete="off" {...follow("Nom")} />
          {replacement ? (
            <input type="hidden" name="Poste" value={Poste} />
          ) : (
            <SelectField fullWidth name="Poste" label="Poste" {...follow("Poste")}>
              <SelectOptions choices={CHOICES} current={[fieldValues(initial).Poste, Poste]} />
            </SelectField>
          )}
          <DisplayedRoleField role={values.Poste} {...follow("PosteAffiche")} />
          {isChange ? (
            <CurrentPicture kind="membre" image={photo} />
          ) : (
            <ImageField
              name="photo"
              label="Photo (facultative)"
              invite="Choisissez le portrait"
              hint="jusqu’à 25&nbsp;Mo, en hauteur, le visage dans le haut de l’image"
              remove="Retirer la photo"
              onPreview={setChosenPhoto}
              chooseAgain={result.typed !== undefined}
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
          <h3 className={`membre__name letters-${nameFontSize([name])}`}>{name}</h3>
          <p className="membre__post">{values.PosteAffiche.trim() || values.Poste}</p>
        </div>
      }
    />
  );
}

const FORMS_LIST = "formes-du-poste";

function DisplayedRoleField({ role, ...input }: { role: string } & Partial<ComponentProps<"input">>) {
  // Without script, the hint does not follow the chosen role.
  const shown = useHydrated() && role.trim() !== "" ? `«\u00a0${role}\u00a0»` : "le poste";
  return (
    <>
      <Field
        fullWidth
        name="PosteAffiche"
        label="Poste affiché (facultatif)"
        hint={`Par exemple «\u00a0Caissière\u00a0». Laissez vide pour afficher ${shown}.`}
        autoComplete="off"
        list={FORMS_LIST}
        {...input}
      />
      <datalist id={FORMS_LIST}>
        {DISPLAYED_ROLE_SUGGESTIONS.map((form) => (
          <option key={form} value={form} />
        ))}
      </datalist>
    </>
  );
}

const NAMES_LIST = "noms-du-registre";

type RegisterFieldProps = { names: readonly string[]; typed: string | undefined; onChoice: (chosen: string) => void };

/** Copies a name of the register into the two fields below. Without script, a button does it. */
function RegisterField({ names, typed, onChoice }: RegisterFieldProps) {
  const hydrated = useHydrated();
  const known = useMemo(() => new Set(names), [names]);
  if (names.length === 0) return null;
  const onChange = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (known.has(value)) onChoice(value);
  };
  return (
    <>
      <Field
        fullWidth
        name="register"
        label="Choisir au registre (facultatif)"
        hint="Tapez quelques lettres, puis choisissez&nbsp;: le prénom et le nom se remplissent."
        autoComplete="off"
        list={NAMES_LIST}
        defaultValue={typed}
        onChange={onChange}
      />
      <datalist id={NAMES_LIST}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {!hydrated && (
        <div className="row full">
          <SubmitButton className="btn btn--small btn--neige" intention="copy" label="Recopier ce nom" formNoValidate />
        </div>
      )}
    </>
  );
}
