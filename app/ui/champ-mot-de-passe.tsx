import { type ComponentPropsWithoutRef, useState } from "react";
import { Labelled } from "./champ.tsx";
import { useHydrate } from "./hydratation.ts";

type Props = { nom: string; libelle: string; aide?: string; decritPar?: string | undefined } & Omit<
  ComponentPropsWithoutRef<"input">,
  "id" | "name" | "type"
>;

/** A labelled password, typed once: where script runs, it can be shown and read again. */
export function ChampMotDePasse({ nom, libelle, aide, decritPar, autoFocus, ...input }: Props) {
  const hydrate = useHydrate();
  const [visible, setVisible] = useState(false);
  return (
    <Labelled nom={nom} libelle={libelle} aide={aide} decritPar={decritPar}>
      {({ attributs }) => (
        <div className="champ__secret">
          <input
            type={visible ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            required
            {...input}
            {...attributs}
            // biome-ignore lint/a11y/noAutofocus: the page that comes back with a refusal opens on what to type again
            autoFocus={autoFocus || attributs.autoFocus}
          />
          {hydrate && (
            <button type="button" aria-controls={nom} onClick={() => setVisible(!visible)}>
              {visible ? "Masquer" : "Afficher"}
              <span className="vh"> ce que dit le champ «&nbsp;{libelle}&nbsp;»</span>
            </button>
          )}
        </div>
      )}
    </Labelled>
  );
}
