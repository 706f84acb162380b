import type { ComponentPropsWithoutRef, ReactNode } from "react";

type Props = {
  /** Value of the field `intention`, for an action that handles several. */
  intention?: string;
  label: ReactNode;
  /** What the label is about, for screen readers. */
  about?: string;
} & Omit<ComponentPropsWithoutRef<"button">, "type" | "children">;

export const SubmitButton = ({ intention, label, about, ...button }: Props) => (
  <button className="btn" type="submit" name={intention && "intention"} value={intention} {...button}>
    {label}
    {about && <span className="sr-only">&nbsp;: {about}</span>}
  </button>
);
