import { type ComponentProps, type ComponentPropsWithoutRef, createContext, type ReactNode, useContext } from "react";
import Triangle from "#app/images/sign-warning.svg?dessin";
import type { Erreurs } from "#domain/champs.ts";

/** The refused fields of the form around. */
export const ErreursContext = createContext<Erreurs>({});

/** The fields that the form around needs filled in. */
export const RequiredContext = createContext<ReadonlySet<string>>(new Set());

type Commun = {
  nom: string;
  libelle: ReactNode;
  /** A standing hint below the field. */
  aide?: ReactNode;
  /** Id of a hint elsewhere on the page. */
  decritPar?: string | undefined;
  pleine?: boolean;
};

/** Id, hint and error of a field: wired here and nowhere else. */
export function useCablage({ nom, aide, decritPar }: Pick<Commun, "nom" | "aide" | "decritPar">) {
  const erreurs = useContext(ErreursContext);
  const erreur = erreurs[nom];
  const idAide = aide ? `${nom}-aide` : undefined;
  const idErreur = erreur ? `${nom}-erreur` : undefined;
  const attributs = {
    id: nom,
    name: nom,
    // Without script, the page that comes back with refusals opens on the first of them.
    autoFocus: erreur !== undefined && Object.keys(erreurs)[0] === nom,
    "aria-invalid": erreur ? true : undefined,
    "aria-describedby": [decritPar, idAide, idErreur].filter(Boolean).join(" ") || undefined,
  };
  const required = useContext(RequiredContext).has(nom);
  return { attributs, required, erreur, idAide, idErreur };
}

export function Erreur({ id, texte }: { id: string | undefined; texte: string | undefined }) {
  if (!texte) return null;
  return (
    <p className="champ__erreur" id={id}>
      <Triangle />
      {texte}
    </p>
  );
}

const classe = (base: string, erreur: string | undefined, pleine: boolean | undefined) =>
  `${base}${erreur ? ` ${base}--erreur` : ""}${pleine ? " pleine" : ""}`;

/** A labelled field of one line. */
export function Champ({
  nom,
  libelle,
  aide,
  decritPar,
  pleine,
  ...input
}: Commun & Omit<ComponentProps<"input">, "id" | "name">) {
  const { attributs, required, erreur, idAide, idErreur } = useCablage({ nom, aide, decritPar });
  return (
    <div className={classe("champ", erreur, pleine)}>
      <label htmlFor={nom}>{libelle}</label>
      <input type="text" required={required} {...input} {...attributs} />
      {aide && (
        <p className="champ__aide" id={idAide}>
          {aide}
        </p>
      )}
      <Erreur id={idErreur} texte={erreur} />
    </div>
  );
}

/** A labelled field of several lines. */
export function ChampTexte({
  nom,
  libelle,
  aide,
  pleine,
  ...textarea
}: Commun & Omit<ComponentPropsWithoutRef<"textarea">, "id" | "name">) {
  const { attributs, required, erreur, idAide, idErreur } = useCablage({ nom, aide });
  return (
    <div className={classe("champ", erreur, pleine)}>
      <label htmlFor={nom}>{libelle}</label>
      <textarea required={required} {...textarea} {...attributs} />
      {aide && (
        <p className="champ__aide" id={idAide}>
          {aide}
        </p>
      )}
      <Erreur id={idErreur} texte={erreur} />
    </div>
  );
}

/** A labelled list of choices. */
export function ChampChoix({
  nom,
  libelle,
  pleine,
  children,
  ...select
}: Commun & Omit<ComponentPropsWithoutRef<"select">, "id" | "name">) {
  const { attributs, erreur, idErreur } = useCablage({ nom });
  return (
    <div className={classe("champ", erreur, pleine)}>
      <label htmlFor={nom}>{libelle}</label>
      <select {...select} {...attributs}>
        {children}
      </select>
      <Erreur id={idErreur} texte={erreur} />
    </div>
  );
}

/** A box to tick, with its sentence. */
export function Coche({
  nom,
  libelle,
  decritPar,
  ...input
}: Commun & Omit<ComponentPropsWithoutRef<"input">, "id" | "name">) {
  const { attributs, required, erreur, idErreur } = useCablage({ nom, decritPar });
  return (
    <div className={classe("case", erreur, true)}>
      <label className="coche">
        <input type="checkbox" required={required} {...input} {...attributs} />
        <span>{libelle}</span>
      </label>
      <Erreur id={idErreur} texte={erreur} />
    </div>
  );
}

/** The field that only robots fill: out of reach of keyboard, screen reader and autofill (SPEC.md section 5). */
export function Leurre() {
  return (
    <div className="leurre" aria-hidden="true">
      <label htmlFor="hp">Laissez ce champ vide</label>
      <input id="hp" name="hp" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
