/** Which settings are still the examples of a first start. */
import { INITIAL_SETTINGS, type Settings } from "./settings.ts";

/** The settings that are invented on a first start; the others are true as they are. */
const EXAMPLES = ["iban", "twint", "instagram", "facebook", "email"] as const;
export type ExampleSetting = (typeof EXAMPLES)[number];

/** @returns the settings that nobody has replaced yet */
export const exampleSettingsIn = (settings: Pick<Settings, ExampleSetting>): ExampleSetting[] =>
  EXAMPLES.filter((field) => settings[field] === INITIAL_SETTINGS[field]);

/** The examples that lead nowhere: links, and an address that nobody reads. */
const LINKS = ["twint", "instagram", "facebook", "email"] as const;

/** @returns the settings with nothing in place of the links that nobody has replaced yet */
export function withoutExampleLinks<Some extends Settings>(settings: Some): Some {
  const examples = exampleSettingsIn(settings);
  const hidden = LINKS.filter((link) => examples.includes(link)).map((link) => [link, ""]);
  return { ...settings, ...Object.fromEntries(hidden) };
}

/** @returns whether a field of the settings form still says what a first start put there */
export const isExample = (field: ExampleSetting, typed: string): boolean =>
  typed.replace(/\s/g, "") === INITIAL_SETTINGS[field];
