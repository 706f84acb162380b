import type { ComponentProps, ReactNode } from "react";

type Props = {
  intention?: string;
  label: ReactNode;
  /** For screen readers: the person or thing that the button acts on. */
  about?: string;
} & Omit<ComponentProps<"button">, "type" | "children">;

export const SubmitButton = ({ intention, label, about, ...button }: Props) => (
  <button className="btn" type="submit" name={intention && "intention"} value={intention} {...button}>
    {label}
    {about && <span className="sr-only">&nbsp;: {about}</span>}
  </button>
);
