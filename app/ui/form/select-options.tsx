type Choice = { readonly value: string; readonly label: string };

type Props = {
  choices: readonly Choice[];
  current: readonly (string | undefined)[];
};

/** Adds stored values that are no choice (`current`): otherwise, a save would change the stored value. */
export function SelectOptions({ choices, current }: Props) {
  const unlisted = [...new Set(current)].filter(
    (value): value is string => value !== undefined && !choices.some((choice) => choice.value === value),
  );
  return (
    <>
      {unlisted.map((value) => (
        <option key={value} value={value}>
          {value.trim() === "" ? "Sans indication" : `${value} (tel quel)`}
        </option>
      ))}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}
