import { useEffect, useEffectEvent, useRef, useState } from "react";
import photo from "#app/images/objet-photo.svg";
import Corbeille from "#app/images/sign-bin.svg?dessin";
import Camera from "#app/images/sign-camera.svg?dessin";
import { Erreur, useCablage } from "./champ.tsx";
import { useHydrate } from "./hydratation.ts";

/**
 * HEIC is taken too, but not named: an iPhone converts its photos by itself for a field that does not ask for it, and
 * then every browser can show and shrink them.
 */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif";

type Props = {
  nom: string;
  libelle: string;
  invite: string;
  aide: string;
  requis?: boolean;
  /** Address of the chosen picture for a preview; null without one, or when the browser cannot show it. */
  onApercu: (url: string | null) => void;
  retirer: string;
  /** A low field, for a form with other things to show. */
  bas?: boolean;
  /** The form came back: without script the browser has forgotten the file. */
  aRechoisir: boolean;
};

/** @returns whether the browser can show what is at an address: a PDF is no picture, and HEIC only one for Safari */
function seDecode(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** @returns a smaller picture to send instead; null also when what makes it cannot be had: the network is gone */
const reduire = (fichier: File) =>
  import("./reduire-image.ts").then(
    (module) => module.reduire(fichier),
    () => null,
  );

/** What is chosen in a file field, made smaller where the browser can, and shown. */
function usePicture(onApercu: Props["onApercu"]) {
  const input = useRef<HTMLInputElement>(null);
  const dernier = useRef<string | null>(null);
  const [choisi, setChoisi] = useState<{ nom: string; url: string } | null>(null);

  useEffect(() => () => (choisi ? URL.revokeObjectURL(choisi.url) : undefined), [choisi]);

  async function montrer(fichier: File | undefined) {
    const suivant = fichier ? { nom: fichier.name, url: URL.createObjectURL(fichier) } : null;
    setChoisi(suivant);
    dernier.current = suivant?.url ?? null;
    const seVoit = suivant !== null && (await seDecode(suivant.url));
    if (dernier.current === (suivant?.url ?? null)) onApercu(seVoit ? suivant.url : null);
  }

  /** A photo that was just taken becomes the file of the field, which is the only one that is sent. */
  function takeFrom(camera: HTMLInputElement) {
    const taken = camera.files?.[0];
    if (!taken || !input.current) return;
    const basket = new DataTransfer();
    basket.items.add(taken);
    input.current.files = basket.files;
    camera.value = "";
    void lireLeChamp();
  }

  async function lireLeChamp() {
    const fichier = input.current?.files?.[0];
    void montrer(fichier);
    const reduit = fichier && (await reduire(fichier));
    if (!reduit || input.current?.files?.[0] !== fichier) return;
    const panier = new DataTransfer();
    panier.items.add(reduit);
    input.current.files = panier.files;
    void montrer(reduit);
  }

  // On a slow network somebody chooses a picture before the script is here to notice.
  const lireCeQuiEstLa = useEffectEvent(() => {
    if (input.current?.files?.[0]) void lireLeChamp();
  });
  useEffect(() => lireCeQuiEstLa(), []);

  function vider() {
    if (!input.current) return;
    input.current.value = "";
    void montrer(undefined);
    input.current.focus();
  }

  return { input, choisi, lireLeChamp, takeFrom, vider };
}

/**
 * The field for a picture: choose or drop, see it, take it away again (SPEC.md sections 2 and 5). Android offers no
 * camera for a field that takes pictures only: where fingers point, a button of its own opens it.
 */
export function DepotImage({ nom, libelle, invite, aide, requis, onApercu, retirer, bas, aRechoisir }: Props) {
  const hydrate = useHydrate();
  const { attributs, erreur, idAide, idErreur } = useCablage({ nom, aide });
  const { input, choisi, lireLeChamp, takeFrom, vider } = usePicture(onApercu);
  const [survol, setSurvol] = useState(false);
  return (
    <div className={erreur ? "champ champ--erreur pleine" : "champ pleine"}>
      <label className="etiquette" htmlFor={nom}>
        {libelle}
      </label>
      <div className={["depot", bas && "depot--bas", survol && "survol"].filter(Boolean).join(" ")}>
        <img src={photo} width="200" height="160" alt="" />
        <b>{choisi ? choisi.nom : invite}</b>
        <span id={idAide}>{aide}</span>
        <input
          ref={input}
          {...attributs}
          type="file"
          accept={ACCEPTED}
          // Without script the photo may come from the camera instead; the server says when none came.
          required={requis && hydrate}
          onChange={lireLeChamp}
          onDragEnter={() => setSurvol(true)}
          onDragLeave={() => setSurvol(false)}
          onDrop={() => setSurvol(false)}
        />
      </div>
      <label className="btn btn--petit btn--neige depot__camera">
        <Camera />
        Prendre une photo
        <input
          type="file"
          name={nom}
          accept="image/*"
          capture="environment"
          onChange={({ currentTarget }) => takeFrom(currentTarget)}
        />
      </label>
      <Erreur id={idErreur} texte={erreur} />
      {aRechoisir && !hydrate && <p className="champ__aide">Choisissez le fichier encore une fois.</p>}
      {choisi && (
        <button className="btn btn--petit btn--neige lien-danger depot__retrait" type="button" onClick={vider}>
          <Corbeille />
          {retirer}
        </button>
      )}
    </div>
  );
}
