import type { ReactNode } from "react";

type Props = {
  /** The page's ink. */
  encre: "ocre" | "azur" | "vigne" | "brique" | "rose" | "paille" | "neige";
  /** Drawing at the foot, 1600 pixels wide and 460 high, 240 when `bas`. */
  art: string;
  titre: ReactNode;
  /** The title may take the whole width. */
  long?: boolean;
  /** The low poster of the committee's screens. */
  bas?: boolean;
  /** Low on phones only. */
  basAuTelephone?: boolean;
  /** One or two sentences below the title. */
  children?: ReactNode;
};

/** The poster that opens a page, with its `h1`. */
export function Bandeau({ encre, art, titre, long, bas, basAuTelephone, children }: Props) {
  const classes = [
    "bandeau",
    long && "bandeau--long",
    bas && "bandeau--bas",
    basAuTelephone && "bandeau--bas-au-telephone",
  ];
  return (
    <div className={[...classes, `encre-${encre}`].filter(Boolean).join(" ")}>
      <div className="bandeau__art" aria-hidden="true">
        <img src={art} width="1600" height={bas ? 240 : 460} alt="" fetchPriority="high" />
      </div>
      <div className="cadre-page bandeau__texte">
        <h1>{titre}</h1>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
