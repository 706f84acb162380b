/** Settings that control payments and mail. A change requires the password, and all accounts receive a mail. */
import { toSingleLine } from "#domain/fields.ts";
import { shortIban } from "#domain/money/iban.ts";
import { SETTINGS_LABELS, type Settings } from "./settings.ts";

/** In the order of the settings page. `words`: the group's name in the mail to all accounts. */
const GROUPS = {
  bank: { words: "coordonnées bancaires", fields: ["holder", "iban", "street", "buildingNumber", "postcode", "place"] },
  twint: { words: "lien Twint", fields: ["twint"] },
  recipients: { words: "destinataires", fields: ["recipients"] },
} as const satisfies Record<string, { words: string; fields: readonly (keyof Settings)[] }>;

export type SensitiveGroup = keyof typeof GROUPS;
type SensitiveField = (typeof GROUPS)[SensitiveGroup]["fields"][number];

export type SensitiveSettingChange = {
  readonly group: SensitiveGroup;
  readonly words: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
};

const LENGTH_MAX = 300;

/** Words for an empty value. The default is « aucun ». */
const NOTHING: Partial<Record<SensitiveField, string>> = {
  recipients: "les adresses prévues à l’installation du site",
  street: "aucune",
};

function textOf(settings: Settings, field: SensitiveField): string {
  if (field === "iban") return shortIban(settings.iban);
  const text = toSingleLine(field === "recipients" ? settings.recipients.join(", ") : settings[field]);
  if (text === "") return NOTHING[field] ?? "aucun";
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

/** The changed sensitive settings. If empty, no password is required. */
export function sensitiveSettingChanges(before: Settings, after: Settings): SensitiveSettingChange[] {
  return Object.entries(GROUPS).flatMap(([group, { words, fields }]) =>
    fields
      .filter((field) => String(before[field]) !== String(after[field]))
      .map((field) => ({
        group: group as SensitiveGroup,
        words,
        label: SETTINGS_LABELS[field],
        from: textOf(before, field),
        to: textOf(after, field),
      })),
  );
}
