import { type ComponentProps, type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { CardForm } from "#app/ui/cards/card-form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { MemberField } from "#app/ui/form/member-field.tsx";
import { type DraftedForm, useDraft } from "#app/ui/form/use-draft.ts";
import { useToday } from "#app/ui/form/use-today.ts";
import type { Day } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import { postalAddressState } from "#domain/register/address.ts";
import { MEMBER_FORM_FIELDS, type MemberFormField, memberSchema } from "#domain/register/member-form.ts";

const UNSURE =
  "Adresse à vérifier\u00a0: le site n’a pas su la répartir. Corrigez rue, numéro, NPA et lieu. La maison n’a pas de numéro\u00a0? Écrivez «\u00a0s.\u00a0n.\u00a0» au numéro.";

/** `same`: stored member with the same name and birth date, probably the same person. */
export type MemberResult = FormResult<{ readonly same?: { readonly id: string; readonly name: string } }>;

type Props = {
  initial: TypedValues;
  /** Today in Zurich. */
  day: Day;
  result: MemberResult;
  children?: ReactNode;
} & Pick<ComponentProps<typeof CardForm>, "back" | "version" | "verb" | "skip">;

const HINTS: Partial<Record<MemberFormField, string>> = {
  email: "Facultatif. Peut être celui d’une famille.",
  consentOn: "Demandé jusqu’aux 18 ans.",
  guardianName: "Facultatif.",
  guardianPhone: "Facultatif.",
  note: "La personne peut lire cette note.",
};

export function MemberForm(props: Props) {
  const draft = useDraft(props.initial, props.result);
  return <MemberFields key={draft.round} draft={draft} {...props} />;
}

function MemberFields({ initial, day, result, children, draft, ...form }: Props & { draft: DraftedForm }) {
  const values = { ...initial, ...result.typed };
  const { country: stored } = initial;
  const { street = "", buildingNumber = "", postcode = "", place = "" } = initial;
  const isUnsure = postalAddressState({ street, buildingNumber, postcode, place }) === "unsure";
  const hints = isUnsure ? { ...HINTS, street: UNSURE } : HINTS;
  const today = useToday(day);
  return (
    <CardForm
      {...form}
      result={result}
      draft={draft}
      schema={useMemo(() => memberSchema(today, stored), [today, stored])}
      fields={
        <>
          {children}
          {result.same && <SamePerson {...result.same} />}
          {MEMBER_FORM_FIELDS.map((name) => (
            <MemberField key={name} name={name} day={day} stored={stored} value={values[name]} hint={hints[name]} />
          ))}
        </>
      }
    />
  );
}

const SamePerson = ({ id, name }: { id: string; name: string }) => (
  <p className="notice full" role="alert">
    <b>
      <bdi>{name}</bdi> est déjà au registre
    </b>
    , avec la même date de naissance. Rien n’a été enregistré&nbsp;: <Link to={`/registre/${id}`}>voir la fiche</Link>.
  </p>
);
