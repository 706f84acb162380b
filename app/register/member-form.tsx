import { type ComponentProps, type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { CardForm } from "#app/ui/cards/card-form.tsx";
import { type DraftedForm, useCardDraft } from "#app/ui/cards/use-card-draft.ts";
import { Field, SelectField, TextAreaField } from "#app/ui/form/field.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { Options } from "#app/ui/form/select-options.tsx";
import type { Day } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import { MEMBER_LABELS as LABELS } from "#domain/members/member.ts";
import { COUNTRIES, memberSchema } from "#domain/members/member-form.ts";

/** `same`: the member with the same name and birth date, who may be that person. */
export type MemberAnswer = FormAnswer<{ readonly same?: { readonly id: string; readonly name: string } }>;

type Props = {
  initial: TypedValues;
  /** Today in Zurich. */
  day: Day;
  answer: MemberAnswer;
  /** Shown above the fields. */
  children?: ReactNode;
} & Pick<ComponentProps<typeof CardForm>, "back" | "version" | "verb">;

const NAME_AND_ADDRESS = ["firstName", "lastName", "street", "buildingNumber", "postcode", "place"] as const;
const COUNTRY_CHOICES = Object.entries(COUNTRIES).map(([value, label]) => ({ value, label }));

export function MemberForm(props: Props) {
  const draft = useCardDraft(props.initial, props.answer);
  return <MemberFields key={draft.round} draft={draft} {...props} />;
}

function MemberFields({ initial, day, answer, children, draft, ...form }: Props & { draft: DraftedForm }) {
  const values = { ...initial, ...answer.typed };
  const { country: kept } = initial;
  const text = (name: keyof typeof LABELS) => ({ name, label: LABELS[name], defaultValue: values[name] });
  const date = (name: keyof typeof LABELS) => ({ ...text(name), type: "date", max: day });
  return (
    <CardForm
      {...form}
      during="Mise à jour en cours..."
      answer={answer}
      draft={draft}
      schema={useMemo(() => memberSchema(day, kept), [day, kept])}
      fields={
        <>
          {children}
          {answer.same && <SamePerson {...answer.same} />}
          {NAME_AND_ADDRESS.map((name) => (
            <Field key={name} {...text(name)} autoComplete="off" />
          ))}
          <SelectField {...text("country")}>
            <Options choices={COUNTRY_CHOICES} current={[kept, values.country]} />
          </SelectField>
          <Field {...text("phone")} type="tel" autoComplete="off" />
          <Field {...text("email")} type="email" autoComplete="off" hint="Facultatif. Peut être celui d’une famille." />
          <Field {...date("birthDate")} />
          <Field {...date("since")} />
          <Field {...date("consentOn")} hint="Demandé jusqu’aux 18 ans." />
          <Field {...text("guardianName")} autoComplete="off" hint="Facultatif." />
          <Field {...text("guardianPhone")} type="tel" autoComplete="off" hint="Facultatif." />
          <TextAreaField {...text("note")} fullWidth hint="La personne peut lire cette note." />
        </>
      }
    />
  );
}

const SamePerson = ({ id, name }: { id: string; name: string }) => (
  <p className="announcement full" role="alert">
    <b>
      <bdi>{name}</bdi> est déjà au registre
    </b>
    , avec la même date de naissance. Rien n’a été enregistré&nbsp;: <Link to={`/registre/${id}`}>voir la fiche</Link>.
  </p>
);
