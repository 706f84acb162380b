import { INITIAL_SETTINGS, type Settings } from "./settings.ts";

const EXAMPLES = ["iban", "twint", "instagram", "facebook", "email"] as const;
export type ExampleSetting = (typeof EXAMPLES)[number];

/** Names of the settings that still have their example value. */
export const exampleSettingsIn = (settings: Pick<Settings, ExampleSetting>): ExampleSetting[] =>
  EXAMPLES.filter((field) => settings[field] === INITIAL_SETTINGS[field]);

/** The settings with empty texts instead of example values. */
export const withoutExampleSettings = <Some extends Settings>(settings: Some): Some => ({
  ...settings,
  ...Object.fromEntries(exampleSettingsIn(settings).map((field) => [field, ""])),
});

/** Whether a form value equals the field's example value. */
export const isExampleValue = (field: ExampleSetting, typed: string): boolean =>
  typed.replace(/\s/g, "") === INITIAL_SETTINGS[field];
