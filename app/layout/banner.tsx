import type { ReactNode } from "react";

type Props = {
  /** The page's ink. */
  style: "ocre" | "azur" | "vigne" | "brique" | "rose" | "paille" | "neige";
  /** Drawing at the foot, 1600 pixels wide and 460 high, 240 when `bottom`. */
  art: string;
  title: ReactNode;
  /** The title may take the whole width. */
  long?: boolean;
  /** The low poster of the committee's screens. */
  bottom?: boolean;
  /** Low on phones only. */
  bottomOnPhone?: boolean;
  /** One or two sentences below the title. */
  children?: ReactNode;
};

/** The poster that opens a page, with its `h1`. */
export function Banner({ style, art, title, long, bottom, bottomOnPhone, children }: Props) {
  const classes = ["banner", long && "banner--long", bottom && "banner--low", bottomOnPhone && "banner--low-on-phone"];
  return (
    <div className={[...classes, `ink-${style}`].filter(Boolean).join(" ")}>
      <div className="banner__art" aria-hidden="true">
        <img src={art} width="1600" height={bottom ? 240 : 460} alt="" fetchPriority="high" />
      </div>
      <div className="page-frame banner__text">
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
