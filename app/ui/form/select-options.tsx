type Choice = { readonly value: string; readonly label: string };

type Props = {
  choices: readonly Choice[];
  /** What the document holds and what was chosen last; absent: nothing yet. */
  held: readonly (string | undefined)[];
};

/**
 * The options of a list. What a document holds already and the list does not know stands there as it is, so that
 * saving another field does not change it.
 */
export function Options({ choices, held }: Props) {
  const own = [...new Set(held)].filter(
    (value): value is string => value !== undefined && !choices.some((choice) => choice.value === value),
  );
  return (
    <>
      {own.map((value) => (
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
