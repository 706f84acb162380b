/** The frame of the committee's two lists: search, filters, export, counts, pages, and what is said beside them. */
import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { adresseDe, type CadreDeListe, type Choix, RESEND_ALL } from "#app/boite.ts";
import Export from "#app/images/sign-export.svg?dessin";
import Loupe from "#app/images/sign-magnifier.svg?dessin";
import vide from "#app/images/vide-lettres.svg";
import { EtatVide } from "./etat-vide.tsx";

type Genre = {
  /** Words agree with « inscription » instead of « message ». */
  feminin?: boolean;
};
type Liste = { chemin: string; cadre: CadreDeListe };

const accord = (nombre: number, un: string, plusieurs: string) => (nombre > 1 ? plusieurs : un);

/** How many are new, and how many there are: « 3 nouvelles, 7 en tout. » */
export function CompteDeListe({ cadre: { nouveaux, total }, feminin }: { cadre: CadreDeListe } & Genre) {
  if (total === 0) return "Rien pour l’instant.";
  const aucun = feminin ? "Aucune nouvelle" : "Aucun nouveau";
  const neufs = feminin ? accord(nouveaux, "nouvelle", "nouvelles") : accord(nouveaux, "nouveau", "nouveaux");
  return `${nouveaux === 0 ? aucun : `${nouveaux} ${neufs}`}, ${total} en tout.`;
}

/** Sends all refused mail of a list again, whatever is searched in it. */
const ResendAll = ({ ici, refused }: { ici: string; refused: number }) => (
  <Form method="post" action={ici} preventScrollReset>
    <button className="btn btn--petit btn--neige" type="submit" name="intention" value={RESEND_ALL}>
      Tout renvoyer ({refused})
    </button>
  </Form>
);

/**
 * The search field, the filters as the buttons that send it, and the export of what is shown. It is posted, so that what
 * is typed stands in no address. The first button sends
 * the form when somebody presses Enter, with the filter that is on.
 */
export function OutilsDeListe({
  chemin,
  cadre: { vue, trouves, refused },
  choix,
  libelle,
  exemple,
}: Liste & { choix: readonly Choix[]; libelle: string; exemple: string }) {
  return (
    <search>
      <Form className="outils" method="post" action={chemin} preventScrollReset>
        <input type="hidden" name="intention" value="chercher" />
        <SearchField vue={vue} libelle={libelle} exemple={exemple} />
        <Filters filtre={vue.filtre} choix={choix} refused={refused} />
        <a className="btn btn--petit outils__export" href={adresseDe(`${chemin}.csv`, { ...vue, page: 1 })}>
          <Export />
          <span>Exporter (CSV)</span>
        </a>
      </Form>
      <div className="outils__bilan">
        <p role="status">
          {trouves} {accord(trouves, "résultat", "résultats")}
        </p>
        {vue.filtre === "echec" && refused > 0 && <ResendAll ici={adresseDe(chemin, vue)} refused={refused} />}
      </div>
    </search>
  );
}

type SearchFieldProps = Pick<CadreDeListe, "vue"> & { libelle: string; exemple: string };

function SearchField({ vue, libelle, exemple }: SearchFieldProps) {
  const champ = useRef<HTMLInputElement>(null);
  const montre = useRef(vue.q);
  // Going back in the history changes what is searched without the field being typed into; what was typed before
  // script took the page over stays.
  useEffect(() => {
    if (montre.current === vue.q || !champ.current) return;
    montre.current = vue.q;
    champ.current.value = vue.q;
  }, [vue.q]);
  return (
    <div className="champ recherche">
      <label htmlFor="q" className="vh">
        {libelle}
      </label>
      <input id="q" name="q" type="search" ref={champ} placeholder={exemple} defaultValue={vue.q} autoComplete="off" />
      <button type="submit" name="filtre" value={vue.filtre} title="Chercher">
        <Loupe />
        <span className="vh">Chercher</span>
      </button>
    </div>
  );
}

type FiltersProps = Pick<CadreDeListe["vue"], "filtre"> & Pick<CadreDeListe, "refused"> & { choix: readonly Choix[] };

/** The filters, as buttons that send the search. */
function Filters({ filtre: shown, choix, refused }: FiltersProps) {
  const chips = useRef<HTMLDivElement>(null);
  // On a phone the row scrolls: the filter that is on stands where it is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each filter
  useEffect(() => {
    const pressed = chips.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (chips.current && pressed) chips.current.scrollLeft = pressed.offsetLeft - pressed.offsetWidth / 2;
  }, [shown]);
  return (
    <fieldset className="puces">
      <legend className="vh">Afficher</legend>
      <div className="puces__fil" ref={chips}>
        {choix.map(({ filtre, libelle: nom }) => (
          <button key={filtre} type="submit" name="filtre" value={filtre} aria-pressed={filtre === shown}>
            {nom}
            {filtre === "echec" && refused > 0 && <b>{refused}</b>}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** What is going to be deleted soon, so that it can be exported before. */
export function AnnonceEffacement({ effacement, feminin }: Pick<CadreDeListe, "effacement"> & Genre) {
  if (!effacement) return null;
  const { nombre, du, au } = effacement;
  const un = feminin ? "inscription traitée sera effacée" : "message traité sera effacé";
  const plusieurs = feminin ? "inscriptions traitées seront effacées" : "messages traités seront effacés";
  return (
    <p className="annonce">
      <b>
        {nombre} {accord(nombre, un, plusieurs)} {du === au ? `le ${du}` : `entre le ${du} et le ${au}`}.
      </b>{" "}
      Exportez la liste pour en garder une trace, ou changez la durée dans les <Link to="/reglages">réglages</Link>.
    </p>
  );
}

/** What stands where nothing is to be shown. */
export function RienDansLaListe({ cadre: { vue, total }, feminin }: { cadre: CadreDeListe } & Genre) {
  const filtree = total > 0 && (vue.q !== "" || vue.filtre !== "tout");
  const quoi = feminin ? "Aucune inscription" : "Aucun message";
  return (
    <EtatVide image={vide} hauteur={360} titre={feminin ? "Rien dans la boîte" : "Pas de courrier"}>
      {filtree ? (
        <p>
          {quoi} ne correspond. Changez la recherche ou{" "}
          {feminin ? "affichez toutes les inscriptions." : "affichez tous les messages."}
        </p>
      ) : (
        <p>{quoi} pour l’instant. Quand le car postal passera, tout arrivera ici.</p>
      )}
    </EtatVide>
  );
}

/** The way through a list that takes more than one page. */
export function PagesDeListe({ chemin, cadre: { vue, pages } }: Liste) {
  if (pages === 1) return null;
  const page = (numero: number) => adresseDe(chemin, { ...vue, page: numero });
  return (
    <nav className="pages" aria-label="Pages">
      {vue.page > 1 && (
        <Link className="btn btn--petit btn--neige" to={page(vue.page - 1)} rel="prev">
          Page précédente
        </Link>
      )}
      <p>
        Page {vue.page} sur {pages}
      </p>
      {vue.page < pages && (
        <Link className="btn btn--petit btn--neige" to={page(vue.page + 1)} rel="next">
          Page suivante
        </Link>
      )}
    </nav>
  );
}
