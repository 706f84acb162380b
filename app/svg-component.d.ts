declare module "*.svg?drawing" {
  import type { ReactElement } from "react";

  export default function Drawing(props: { className?: string; width?: number; height?: number }): ReactElement;
}
