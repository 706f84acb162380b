import type { CardKind } from "#app/ui/cards/card-kinds.ts";
import { CheckboxField } from "#app/ui/form/field.tsx";
import { CHECKBOX_VALUE, type TypedValues } from "#domain/fields.ts";
import { type FocalPoint, focalPointCoordinates, focalPointIn } from "#domain/pictures/focal-point.ts";

export const FOCAL_POINT_FIELDS = ["focusX", "focusY", "cropped"] as const;

/** `x` and `y` are tenths of the width and height. `cropped` is for posters only: portraits are always cropped. */
export type TypedFocalPoint = { readonly x: number; readonly y: number; readonly cropped: boolean };

const MIDDLE = 5;

export function focalPointAsTyped(focus: FocalPoint): TypedFocalPoint {
  const { x, y } = focalPointCoordinates(focus) ?? { x: MIDDLE, y: MIDDLE };
  return { x, y, cropped: focus !== "" };
}

/** @returns an empty string for the middle of a portrait and for an uncropped poster */
export function focalPointFromTyped(kind: CardKind, { x, y, cropped }: TypedFocalPoint): FocalPoint {
  const isDefault = kind === "evenement" ? !cropped : x === MIDDLE && y === MIDDLE;
  return isDefault ? "" : focalPointIn(`${x} ${y}`);
}

/** @returns the middle if the submitted focus point is invalid */
export function parseFocalPoint({ focusX = "", focusY = "", cropped }: TypedValues): TypedFocalPoint {
  return { ...focalPointAsTyped(focalPointIn(`${focusX} ${focusY}`)), cropped: cropped === CHECKBOX_VALUE };
}

type Props = {
  focus: TypedFocalPoint;
  onChange: (focus: TypedFocalPoint) => void;
  /** True for posters: the user may choose not to crop. */
  optional: boolean;
};

const AXES = [
  { name: "focusX", axis: "x", label: "De gauche à droite" },
  { name: "focusY", axis: "y", label: "De haut en bas" },
] as const;

export const FocalPointFields = ({ focus, onChange, optional }: Props) => (
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
