type Choice = { readonly value: string; readonly label: string };

type Props = {
  choices: readonly Choice[];
  /** Stored and submitted values. */
  current: readonly (string | undefined)[];
};

/** Options of a list, plus current values that the list does not have, so that saving another field does not change them. */
export function Options({ choices, current }: Props) {
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
