import { CheckboxField } from "#app/ui/form/field.tsx";
import type { TypedFocus } from "./typed-focus.ts";

type Props = {
  focus: TypedFocus;
  onChange: (focus: TypedFocus) => void;
  /** The crop around the point is a choice. */
  optional: boolean;
};

const AXES = [
  { name: "focusX", axis: "x", label: "De gauche à droite" },
  { name: "focusY", axis: "y", label: "De haut en bas" },
] as const;

/** The point as two numbers: what the keyboard moves, and all there is without script. */
export const FocusFields = ({ focus, onChange, optional }: Props) => (
  <>
    {AXES.map(({ name, axis, label }) => (
      <div key={name} className="field">
        <label htmlFor={name}>{label}</label>
        <input
          className="slider"
          id={name}
          name={name}
          type="range"
          min={0}
          max={10}
          step={1}
          value={focus[axis]}
          aria-valuetext={`${focus[axis]} sur 10`}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onChange({ ...focus, [axis]: valueAsNumber, cropped: true })
          }
        />
      </div>
    ))}
    {optional && (
      <CheckboxField
        name="cropped"
        label="Recadrer autour de ce point&nbsp;; sinon, l’affiche entière"
        checked={focus.cropped}
        onChange={({ currentTarget: { checked } }) => onChange({ ...focus, cropped: checked })}
      />
    )}
  </>
);
