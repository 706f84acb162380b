/** A drawing that is part of the page instead of a file of its own (vite.svg-components.ts). */
declare module "*.svg?dessin" {
  import type { ReactElement } from "react";

  export default function Dessin(props: { className?: string; width?: number; height?: number }): ReactElement;
}
