/** The settings that decide where money and mail go: changing them takes the password, and every account is told. */
import { asOneLine } from "#domain/fields.ts";
import { shortIban } from "#domain/money/iban.ts";
import { SETTINGS_LABELS, type Settings } from "./settings.ts";

/** In the order of the screen; the words are those of the notice. */
const GROUPS = {
  bank: { words: "coordonnées bancaires", fields: ["holder", "iban", "street", "buildingNumber", "postcode", "place"] },
  twint: { words: "lien Twint", fields: ["twint"] },
  recipients: { words: "destinataires", fields: ["recipients"] },
} as const satisfies Record<string, { words: string; fields: readonly (keyof Settings)[] }>;

export type SensitiveGroup = keyof typeof GROUPS;
type SensitiveField = (typeof GROUPS)[SensitiveGroup]["fields"][number];

/** One setting that changes, as it may be told: an account number is shortened. */
export type SettingChange = {
  readonly group: SensitiveGroup;
  /** What the group is called. */
  readonly words: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
};

/** As much of a value as a notice repeats. */
const LENGTH_MAX = 300;

/** What stands in place of an empty value; « aucun » elsewhere. */
const NOTHING: Partial<Record<SensitiveField, string>> = {
  recipients: "les adresses de la configuration du site",
  street: "aucune",
};

function told(settings: Settings, field: SensitiveField): string {
  if (field === "iban") return shortIban(settings.iban);
  const text = asOneLine(field === "recipients" ? settings.recipients.join(", ") : settings[field]);
  if (text === "") return NOTHING[field] ?? "aucun";
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

/** @returns the sensitive settings whose value is another one afterwards; none when no password is needed */
export function sensitiveChanges(before: Settings, after: Settings): SettingChange[] {
  return Object.entries(GROUPS).flatMap(([group, { words, fields }]) =>
    fields
      .filter((field) => String(before[field]) !== String(after[field]))
      .map((field) => ({
        group: group as SensitiveGroup,
        words,
        label: SETTINGS_LABELS[field],
        from: told(before, field),
        to: told(after, field),
      })),
  );
}
