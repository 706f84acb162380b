import type { ReactNode } from "react";

type Props = {
  /** Main colour of the page: class `ink-…` of banner.css. */
  style: "ocre" | "azur" | "vigne" | "brique" | "rose" | "paille" | "neige";
  /** Drawing of 1600 × 460 pixels, or 1600 × 240 when `low`. */
  art: string;
  title: ReactNode;
  /** Gives the title the whole width, for a long title. */
  long?: boolean;
  /** Reduces the height, for the committee's screens. */
  low?: boolean;
  /** Reduces the height on phones only. */
  lowOnPhone?: boolean;
  /** One or two sentences below the title. */
  children?: ReactNode;
};

export function Banner({ style, art, title, long, low, lowOnPhone, children }: Props) {
  const classes = ["banner", long && "banner--long", low && "banner--low", lowOnPhone && "banner--low-on-phone"];
  return (
    <div className={[...classes, `ink-${style}`].filter(Boolean).join(" ")}>
      <div className="banner__art" aria-hidden="true">
        <img src={art} width="1600" height={low ? 240 : 460} alt="" fetchPriority="high" />
      </div>
      <div className="page-frame banner__text">
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
