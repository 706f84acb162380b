/** A drawing that is part of the page instead of a file of its own (vite.svg-components.ts). */
declare module "*.svg?drawing" {
  import type { ReactElement } from "react";

  export default function Drawing(props: { className?: string; width?: number; height?: number }): ReactElement;
}
