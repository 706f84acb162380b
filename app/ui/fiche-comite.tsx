import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigation } from "react-router";
import type { FormAnswer } from "#app/form-answer.ts";
import type { FormSchema } from "#domain/champs.ts";
import { AvisDEchec } from "./avis-d-echec.tsx";
import { AvisDePanne } from "./avis-de-panne.tsx";
import { Formulaire } from "./formulaire.tsx";
import { SessionEnded } from "./session-ended.tsx";
import { useToastPendant } from "./toast-pendant.ts";

type Props = {
  /** The toast while it is on its way (SPEC.md section 4). */
  pendant: string;
  retour: string;
  reponse: FormAnswer;
  /** Version of the document that is edited; absent when one is created. */
  version?: string;
  schema: FormSchema;
  champs: ReactNode;
  apercu: ReactNode;
};

/** The form of a card, beside a preview of it: for members and events, new or known. */
export function FicheComite({ pendant, retour, reponse, version, schema, champs, apercu }: Props) {
  const { state, formMethod } = useNavigation();
  const enCours = state !== "idle" && formMethod === "POST";
  const { erreurs, echec, disparu, conflit, enregistre } = reponse;
  const formRef = useRef<HTMLFormElement>(null);
  useToastPendant("fiche-comite", pendant, enCours);
  return (
    <div className="cadre-page feuille">
      <Formulaire
        className="formulaire formulaire--duo"
        encType={version === undefined ? "multipart/form-data" : undefined}
        erreurs={erreurs}
        schema={schema}
        formRef={formRef}
      >
        {champs}
        {version !== undefined && <input type="hidden" name="version" value={conflit?.version ?? version} />}
        {echec && !enCours && (
          <AvisDePanne
            titre="Rien n’a été enregistré."
            texte="Le site n’a pas pu garder vos changements. Tout est resté dans les champs&nbsp;: réessayez dans un instant."
          />
        )}
        {disparu && (
          <AvisDEchec
            titre="Cette fiche n’existe plus."
            texte="Quelqu’un d’autre vient de la supprimer. Vos textes sont restés dans les champs, pour les reprendre ailleurs."
          />
        )}
        {conflit && !enCours && (
          <AvisDEchec
            titre="Quelqu’un d’autre vient de modifier cette fiche."
            texte={`Rien n’a été écrasé. Elle dit maintenant\u00a0: ${conflit.actuel.join(", ")}. Enregistrez encore une fois pour la remplacer par vos champs.`}
          />
        )}
        <div className="pleine rangee">
          <button className="btn btn--brique btn--grand" type="submit" disabled={enCours || enregistre}>
            Enregistrer
          </button>
          <Link className="lien-fort" to={retour}>
            Annuler
          </Link>
        </div>
      </Formulaire>
      <SessionEnded ended={reponse.sessionEnded ? reponse : null} sendAgain={() => formRef.current?.requestSubmit()} />
      <section className="apercu" aria-label="Aperçu de la carte">
        <h2>Aperçu</h2>
        {apercu}
      </section>
    </div>
  );
}

/** Keeps what a form says at this moment, for its preview. */
export function useApercu<T extends Record<string, string>>(depart: T) {
  const [valeurs, setValeurs] = useState(depart);
  // What was typed before script took the page over counts as well.
  const relire = useEffectEvent(() => {
    const tapees = Object.keys(depart).flatMap((cle) => {
      const [champ] = document.getElementsByName(cle);
      return champ instanceof HTMLInputElement || champ instanceof HTMLSelectElement ? [[cle, champ.value]] : [];
    });
    setValeurs((avant) => ({ ...avant, ...Object.fromEntries(tapees) }));
  });
  useEffect(() => relire(), []);
  const suivre = (cle: keyof T) => ({
    defaultValue: depart[cle],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValeurs((avant) => ({ ...avant, [cle]: value })),
  });
  /** Fills in a field in place of the person. */
  const put = (cle: keyof T & string, value: string) => {
    const [field] = document.getElementsByName(cle);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    setValeurs((avant) => ({ ...avant, [cle]: value }));
  };
  return { depart, valeurs, suivre, put };
}
