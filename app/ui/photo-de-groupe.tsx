import { useState } from "react";
import dessin from "#app/images/groupe.svg";
import { Champ, Coche } from "./champ.tsx";
import { DepotImage } from "./depot-image.tsx";

type Props = {
  /** Address of the photo that the home page shows; null while it shows its drawing. */
  photo: string | null;
  description: string | undefined;
  longueurMax: number;
  aRetirer: boolean;
  aRechoisir: boolean;
};

/** The fields for the group photo: a new one, the present one to look at and to take away, and what it shows. */
export function PhotoDeGroupe({ photo, description, longueurMax, aRetirer, aRechoisir }: Props) {
  const [choisie, setChoisie] = useState<string | null>(null);
  const [retiree, setRetiree] = useState(aRetirer);
  const gardee = retiree ? null : photo;
  const alt = choisie
    ? "Photo choisie"
    : gardee
      ? "Photo de groupe actuelle"
      : "Dessin que l’accueil montre sans photo";
  return (
    <>
      <DepotImage
        bas
        nom="photo"
        libelle="Image"
        invite="Déposez la photo ici"
        aide="ou choisissez un fichier, jusqu’à 25 Mo, 1600 px de large au moins"
        retirer="Ne pas prendre cette photo"
        onApercu={setChoisie}
        aRechoisir={aRechoisir}
      />
      <div className="apercu apercu--groupe pleine">
        <div className="tirage">
          <img src={choisie ?? gardee ?? dessin} width="1500" height="1000" alt={alt} />
        </div>
      </div>
      {photo && !choisie && (
        <div className="pleine">
          <Coche
            nom="retirerPhoto"
            libelle="Retirer la photo&nbsp;: l’accueil montre de nouveau le dessin"
            defaultChecked={aRetirer}
            onChange={({ currentTarget: { checked } }) => setRetiree(checked)}
          />
        </div>
      )}
      <Champ
        pleine
        nom="photoDescription"
        libelle="Description de la photo"
        aide={`Pour les personnes qui ne la voient pas, ${longueurMax} caractères au plus.`}
        autoComplete="off"
        defaultValue={description}
      />
    </>
  );
}
