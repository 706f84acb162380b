import type { Day } from "#domain/dates.ts";
import { IN_GROUP_CHAT, MEMBER_LABELS } from "#domain/register/member.ts";
import { COUNTRY_NAMES, type MemberFormField } from "#domain/register/member-form.ts";
import { Field, SelectField, TextAreaField } from "./field.tsx";
import { SelectOptions } from "./select-options.tsx";

type Props = {
  name: MemberFormField;
  value: string | undefined;
  /** Stored country. The form offers the country even if `COUNTRY_NAMES` does not contain it. */
  stored?: string | undefined;
  /** Today in Zurich: dates must not be later. */
  day: Day;
  hint?: string | undefined;
  autoComplete?: string | undefined;
};

const COUNTRY_CHOICES = Object.entries(COUNTRY_NAMES).map(([value, label]) => ({ value, label }));
const TYPES: Partial<Record<MemberFormField, string>> = {
  phone: "tel",
  guardianPhone: "tel",
  email: "email",
  birthDate: "date",
  since: "date",
  consentOn: "date",
};

export function MemberField({ name, value, stored, day, hint, autoComplete = "off" }: Props) {
  const field = { name, label: MEMBER_LABELS[name], defaultValue: value, hint };
  if (name === "note") return <TextAreaField {...field} fullWidth />;
  if (name === "country")
    return (
      <SelectField {...field} autoComplete={autoComplete}>
        <SelectOptions choices={COUNTRY_CHOICES} current={[stored, value]} />
      </SelectField>
    );
  if (name === "inGroupChat") return <SelectField {...field} choices={{ "": "Non", [IN_GROUP_CHAT]: "Oui" }} />;
  const type = TYPES[name] ?? "text";
  return <Field {...field} type={type} max={type === "date" ? day : undefined} autoComplete={autoComplete} />;
}
