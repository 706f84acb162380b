import { type ComponentPropsWithoutRef, useState } from "react";
import { Erreur, useCablage } from "./champ.tsx";
import { useHydrate } from "./hydratation.ts";

type Props = { nom: string; libelle: string; aide?: string; decritPar?: string | undefined } & Omit<
  ComponentPropsWithoutRef<"input">,
  "id" | "name" | "type"
>;

/** A labelled password, typed once: where script runs, it can be shown and read again. */
export function ChampMotDePasse({ nom, libelle, aide, decritPar, autoFocus, ...input }: Props) {
  const { attributs, erreur, idAide, idErreur } = useCablage({ nom, aide, decritPar });
  const hydrate = useHydrate();
  const [visible, setVisible] = useState(false);
  return (
    <div className={erreur ? "champ champ--erreur" : "champ"}>
      <label htmlFor={nom}>{libelle}</label>
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
      {aide && (
        <p className="champ__aide" id={idAide}>
          {aide}
        </p>
      )}
      <Erreur id={idErreur} texte={erreur} />
    </div>
  );
}
