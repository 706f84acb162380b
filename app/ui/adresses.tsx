import { type KeyboardEvent, useContext, useRef, useState } from "react";
import Croix from "#app/images/sign-cross.svg?dessin";
import Plus from "#app/images/sign-plus.svg?dessin";
import { lacksEnding, PHRASES } from "#domain/champs.ts";
import { Champ, ChampTexte, Erreur, ErreursContext } from "./champ.tsx";
import { useHydrate } from "./hydratation.ts";

type Props = {
  nom: string;
  libelle: string;
  aide: string;
  /** What is said in place of an empty list. */
  vide: string;
  /** One address per line. */
  depart: string;
};

/** Several e-mail addresses, sent as one text: a line each. A field of lines; with script, a list to add to. */
export function Adresses(props: Props) {
  const { nom, libelle, aide, depart } = props;
  if (useHydrate()) return <Liste {...props} />;
  return <ChampTexte pleine nom={nom} libelle={libelle} aide={aide} rows={4} defaultValue={depart} />;
}

/** Name of the field that an address is typed into; what stands there goes along even without « Ajouter ». */
const AJOUT = "ajout";

function refusalOf(address: string, input: HTMLInputElement | null): string | null {
  if (address === "") return PHRASES.obligatoire;
  if (input?.validity.typeMismatch) return PHRASES.email;
  return lacksEnding(address) ? PHRASES.emailEnding : null;
}

/** The addresses of a list, and the one that is being typed. */
function useAddresses(depart: string) {
  const [adresses, setAdresses] = useState(() => depart.split("\n").filter(Boolean));
  const [ajout, setAjout] = useState("");
  const [refus, setRefus] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function ajouter() {
    const adresse = ajout.trim();
    const refusee = refusalOf(adresse, input.current);
    setRefus(refusee);
    input.current?.focus();
    if (refusee) return;
    setAdresses((avant) => (avant.includes(adresse) ? avant : [...avant, adresse]));
    setAjout("");
  }

  function retirer(adresse: string) {
    setAdresses((avant) => avant.filter((une) => une !== adresse));
    input.current?.focus();
  }

  /** Enter adds what was typed; in an empty field it sends the form, as everywhere. */
  function surTouche(evenement: KeyboardEvent) {
    if (evenement.key !== "Enter" || ajout.trim() === "") return;
    evenement.preventDefault();
    ajouter();
  }

  const type = (value: string) => {
    setAjout(value);
    setRefus(null);
  };
  return { adresses, ajout, refus, input, ajouter, retirer, surTouche, type };
}

function Liste({ nom, libelle, vide, depart }: Props) {
  const erreurs = useContext(ErreursContext);
  const { adresses, ajout, refus, input, ajouter, retirer, surTouche, type } = useAddresses(depart);
  return (
    <div className="champ pleine">
      <span className="etiquette" id={`${nom}-et`}>
        {libelle}
      </span>
      <input type="hidden" name={nom} value={[...adresses, ajout.trim()].filter(Boolean).join("\n")} />
      {adresses.length === 0 && <p>{vide}</p>}
      <ul role="list" className="adresses" aria-labelledby={`${nom}-et`}>
        {adresses.map((adresse) => (
          <li key={adresse}>
            <bdi>{adresse}</bdi>
            <button type="button" aria-label={`Retirer ${adresse}`} onClick={() => retirer(adresse)}>
              <Croix />
            </button>
          </li>
        ))}
      </ul>
      <Erreur id={`${nom}-erreur`} texte={erreurs[nom]} />
      <ErreursContext value={{ ...erreurs, ...(refus && { [AJOUT]: refus }) }}>
        <div className="ajout">
          <Champ
            nom={AJOUT}
            libelle="Ajouter une adresse"
            type="email"
            inputMode="email"
            autoComplete="off"
            placeholder="prenom@exemple.ch"
            ref={input}
            value={ajout}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={surTouche}
          />
          <button className="btn btn--petit btn--neige" type="button" onClick={ajouter}>
            <Plus />
            Ajouter
          </button>
        </div>
      </ErreursContext>
    </div>
  );
}
