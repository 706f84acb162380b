import type { ReactNode } from "react";
import night from "./drawings/nuit-login.svg";

export const NightSceneFrame = ({ children }: { children: ReactNode }) => (
  <main id="contenu" className="night">
    <div className="night__image" aria-hidden="true">
      <img src={night} width="1000" height="1100" alt="" />
    </div>
    <div className="night__sheet">{children}</div>
  </main>
);
