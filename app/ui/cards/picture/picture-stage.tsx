import type { MouseEvent } from "react";
import { pointClasses } from "#app/ui/pictures/focus-classes.ts";
import { type Focus, focusAt } from "#domain/pictures/focus.ts";

type Props = {
  src: string;
  /** Pixels of the picture, for its place until it is there; null: not known. */
  width: number | null;
  height: number | null;
  alt: string;
  /** Where the point is; empty: none is shown. */
  focus: Focus;
  /** Somebody has put it there. */
  onPoint: (focus: Focus) => void;
};

/** The whole picture, with the point that stays in sight: a tap puts it elsewhere. */
export function PictureStage({ src, width, height, alt, focus, onPoint }: Props) {
  function point({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect();
    onPoint(focusAt((clientX - box.left) / box.width, (clientY - box.top) / box.height));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the two sliders beside it are what the keyboard moves
    <div className="stage" onClick={point}>
      <img src={src} width={width ?? undefined} height={height ?? undefined} alt={alt} />
      {focus && <i className={`stage__point ${pointClasses(focus)}`} aria-hidden="true" />}
    </div>
  );
}
