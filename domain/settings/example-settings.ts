import { INITIAL_SETTINGS, type Settings } from "./settings.ts";

const EXAMPLES = ["iban", "twint", "instagram", "facebook", "email"] as const;
export type ExampleSetting = (typeof EXAMPLES)[number];

/** The settings that still have their example value. */
export const exampleSettingsIn = (settings: Pick<Settings, ExampleSetting>): ExampleSetting[] =>
  EXAMPLES.filter((field) => settings[field] === INITIAL_SETTINGS[field]);

const LINKS = ["twint", "instagram", "facebook", "email"] as const;

/** The settings, with links emptied that still have their example value. */
export function withoutExampleLinks<Some extends Settings>(settings: Some): Some {
  const examples = exampleSettingsIn(settings);
  const hidden = LINKS.filter((link) => examples.includes(link)).map((link) => [link, ""]);
  return { ...settings, ...Object.fromEntries(hidden) };
}

/** Whether a form value equals the field's example value. */
export const isExample = (field: ExampleSetting, typed: string): boolean =>
  typed.replace(/\s/g, "") === INITIAL_SETTINGS[field];
