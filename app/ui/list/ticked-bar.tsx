import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { TICKED_FORM, TickBox, useTickCount } from "./tick-boxes.tsx";

type Ticked = {
  /** Null before hydration. */
  readonly count: number | null;
  /** Number of ticked entries, such as « 3 cochées ». */
  readonly inWords: string;
  readonly busy: boolean;
};

type Props = {
  /** Ids that « Toute la page » ticks. */
  ids: readonly string[];
  /** Changes with each response of the server. The bar then counts the ticked boxes again. */
  resetKey: unknown;
  failed: boolean | undefined;
  url: string;
  className?: string;
  /** True for « coché » in place of « cochée ». */
  isMasculine?: boolean;
  /** Text after « 3 cochées. » */
  note?: ReactNode;
  onSubmit?: () => void;
  children: (ticked: Ticked) => ReactNode;
  /** Dialogs that the buttons of the form open. */
  after?: (ticked: Ticked) => ReactNode;
};

/** A bar at the bottom of the window with the actions on the ticked entries. Visible while an entry is ticked. */
export function TickedRowsBar({ ids, resetKey, failed, url, className, isMasculine, note, ...parts }: Props) {
  const { count, isSent } = useTickCount(resetKey, failed);
  const busy = useNavigation().state !== "idle";
  const bar = useRef<HTMLFormElement>(null);
  useEffect(() => (bar.current ? keepHeight(bar.current) : undefined), []);
  const word = isMasculine ? "coché" : "cochée";
  const inWords = count === null ? "Ce qui est coché" : `${count} ${word}${count > 1 ? "s" : ""}`;
  const ticked = { count, inWords, busy };
  const onSubmit = () => {
    isSent.current = true;
    parts.onSubmit?.();
  };
  return (
    <>
      <TickBox ids={ids} className="tick-all">
        Toute la page
      </TickBox>
      {/* `autoComplete="off"`: after a reload, browsers would restore the ticks on wrong entries. */}
      <Form
        ref={bar}
        id={TICKED_FORM}
        className={className ? `bulk ${className}` : "bulk"}
        method="post"
        action={url}
        autoComplete="off"
        onSubmit={onSubmit}
        preventScrollReset
      >
        <p>
          <b role="status">{inWords}.</b> {note}
        </p>
        {parts.children(ticked)}
      </Form>
      {parts.after?.(ticked)}
    </>
  );
}

/**
 * Sets the CSS variable `--bar` to the height of the bar, so that toasts and the end of the page stay above it.
 * @returns a function that stops the updates
 */
function keepHeight(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (bar.offsetHeight > 0) style.setProperty("--bar", `${bar.offsetHeight}px`);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--bar");
  };
}
