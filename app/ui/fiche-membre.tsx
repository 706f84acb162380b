import { type ComponentProps, useMemo, useState } from "react";
import sansPhoto from "#app/images/membre-sans-photo.svg";
import type { Saisie } from "#domain/champs.ts";
import { knownPost, POSTES, schemaMembre } from "#domain/membre.ts";
import { wordSize } from "./carte-membre.tsx";
import { Champ, ChampChoix } from "./champ.tsx";
import { DepotImage } from "./depot-image.tsx";
import { FicheComite, useApercu } from "./fiche-comite.tsx";
import { Options } from "./options.tsx";

const CHOICES = POSTES.map((poste) => ({ value: poste, label: poste }));

type Props = {
  /** What the fields say at first. */
  depart: Saisie;
  /** The stored photo of a member who is edited; null for none. */
  photo: string | null;
} & Pick<ComponentProps<typeof FicheComite>, "reponse" | "version">;

/** The committee form (SPEC.md section 2): a photo on creation only. */
export function FicheMembre({ depart, photo, reponse, version }: Props) {
  const { Prenom = "", Nom = "", Poste: held = "Membre" } = reponse.saisie ?? depart;
  const Poste = knownPost(held) ?? held;
  const { valeurs, suivre } = useApercu({ Prenom, Nom, Poste });
  const name = `${valeurs.Prenom || "Prénom"} ${valeurs.Nom || "Nom"}`;
  const [choisie, setChoisie] = useState<string | null>(null);
  return (
    <FicheComite
      pendant={version === undefined ? "Chargement en cours..." : "Mise à jour en cours..."}
      retour="/comite"
      reponse={reponse}
      version={version}
      schema={useMemo(() => schemaMembre(depart.Poste), [depart.Poste])}
      champs={
        <>
          <Champ nom="Prenom" libelle="Prénom" autoComplete="off" {...suivre("Prenom")} />
          <Champ nom="Nom" libelle="Nom" autoComplete="off" {...suivre("Nom")} />
          <ChampChoix pleine nom="Poste" libelle="Poste" {...suivre("Poste")}>
            <Options choices={CHOICES} held={[depart.Poste && (knownPost(depart.Poste) ?? depart.Poste), Poste]} />
          </ChampChoix>
          {version === undefined && (
            <DepotImage
              nom="photo"
              libelle="Photo (facultative)"
              invite="Déposez le portrait ici"
              aide="ou choisissez un fichier, jusqu’à 25 Mo, format 5:6, visage au tiers supérieur"
              retirer="Retirer la photo"
              onApercu={setChoisie}
              aRechoisir={reponse.saisie !== undefined}
            />
          )}
        </>
      }
      apercu={
        <div className="membre">
          <div className="tirage">
            <img src={choisie ?? photo ?? sansPhoto} width="400" height="480" alt="" />
          </div>
          <h3 className={`membre__nom letters-${wordSize([name])}`}>{name}</h3>
          <p className="membre__poste">{valeurs.Poste}</p>
        </div>
      }
    />
  );
}
