import type { ReactNode } from "react";

type Props = {
  /** Class `ink-…` of banner.css. */
  style: "ocre" | "azur" | "vigne" | "brique" | "rose" | "paille" | "neige";
  /** 1600 pixels wide. 240 pixels high if `low`, else 460. */
  art: string;
  title: ReactNode;
  long?: boolean;
  low?: boolean;
  lowOnPhone?: boolean;
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
