import { Form } from "react-router";
import type { InscriptionVue } from "#app/boite.ts";
import Triangle from "#app/images/sign-warning.svg?dessin";
import { BirthDateToVerify } from "./birth-date-to-verify.tsx";
import { BoutonAction } from "./bouton-action.tsx";
import { useQuestionAsked } from "./bouton-confirme.tsx";
import { BoutonSupprimer, questionAbout } from "./bouton-supprimer.tsx";
import { BoutonTraiter, EtatDuCourrier, PastilleEtat } from "./etat-entree.tsx";

type Props = {
  inscription: InscriptionVue;
  /** Address of the list as it is shown. */
  ici: string;
  /** The mail that somebody opened tells of it: on a phone it comes unfolded. */
  visee: boolean;
};

/** From so many characters on a name is set smaller, so that its card stays a card. */
const NOM_LONG = 60;

/** The guardian's form, and the button that says whether it came back signed. */
function Autorisation({
  inscription: { id, nom, mineur, autorisationRecueLe },
  ici,
}: Pick<Props, "inscription" | "ici">) {
  if (!mineur && autorisationRecueLe === null) return <span />;
  const recue = autorisationRecueLe !== null;
  return (
    <div className="fiche__autorisation">
      <BoutonAction
        ici={ici}
        id={id}
        intention={recue ? "autorisation-manquante" : "autorisation-recue"}
        className="vanne"
        aria-pressed={recue}
      >
        <i aria-hidden="true" />
        <span>
          Autorisation signée reçue{recue && ` le ${autorisationRecueLe}`}
          <span className="vh"> pour {nom}</span>
        </span>
      </BoutonAction>
      {mineur && (
        <a className="lien-fort" href={`/autorisation/${id}`}>
          Autorisation parentale (PDF)<span className="vh"> pour {nom}</span>
        </a>
      )}
    </div>
  );
}

/** What is seen of a sign-up at once: who, how old, and what wants a look. */
function Who({
  inscription: { nom, age, mineur, naissance, traiteLe, courrier, enDouble, birthDateToVerify },
}: Pick<Props, "inscription">) {
  return (
    <div className="fiche__qui">
      <h2 className={nom.length > NOM_LONG ? "fiche__nom--long" : undefined}>
        <bdi>{nom}</bdi>
      </h2>
      <div>
        <span>
          {age} ans, <span className="vh">date de naissance </span>
          {naissance}
          {birthDateToVerify && (
            <span className="fiche__bref fiche__doubt">
              <Triangle />à vérifier
            </span>
          )}
        </span>
        {mineur && <b className="mineur">Mineur</b>}
        {courrier.etat === "echec" && (
          <span className="pastille pastille--echec fiche__bref">
            <Triangle />
            Échec
          </span>
        )}
        {traiteLe === null && (
          <span className="fiche__bref">
            <PastilleEtat traiteLe={null} feminin />
          </span>
        )}
        {enDouble && (
          <Form method="post" action="/inscriptions">
            <input type="hidden" name="intention" value="chercher" />
            <input type="hidden" name="q" value={`${naissance} ${nom}`} />
            <button type="submit" className="bouton-lien">
              En double<span className="vh">&nbsp;: voir les inscriptions de {nom}</span>
            </button>
          </Form>
        )}
      </div>
    </div>
  );
}

/** One sign-up: a card that unfolds on a phone, a line of the register on a desktop. */
export function FicheInscription({ inscription, ici, visee }: Props) {
  const { id, nom, tel, lienTel, adresse, recu, traiteLe, courrier } = inscription;
  const asked = useQuestionAsked() === questionAbout(id);
  return (
    <li className={traiteLe === null ? "fiche fiche--neuve" : "fiche"} id={visee ? "visee" : undefined}>
      <Who inscription={inscription} />
      <details className="fiche__pli" open={visee || asked}>
        <summary>
          <span className="vh">Détails de {nom}</span>
        </summary>
        <div className="fiche__suite">
          <BirthDateToVerify inscription={inscription} ici={ici} />
          <dl>
            <dt>Téléphone</dt>
            <dd>
              <a href={lienTel}>{tel}</a>
            </dd>
            <dt>Adresse</dt>
            <dd>
              <bdi>{adresse}</bdi>
            </dd>
          </dl>
          <dl>
            <dt>Reçue le</dt>
            <dd>
              <time dateTime={recu.iso}>{recu.texte}</time>
            </dd>
          </dl>
          <div className="fiche__etats">
            <PastilleEtat traiteLe={traiteLe} feminin />
            <EtatDuCourrier courrier={courrier} ici={ici} id={id} de={nom} />
          </div>
          <Autorisation inscription={inscription} ici={ici} />
          <div className="fiche__actions">
            <BoutonTraiter feminin ici={ici} id={id} traiteLe={traiteLe} de={nom} />
            <BoutonSupprimer
              action={ici}
              intention="supprimer"
              icone
              id={id}
              nom={nom}
              question="Êtes-vous sûr de vouloir supprimer cette inscription&nbsp;?"
              detail={nom}
            />
          </div>
        </div>
      </details>
    </li>
  );
}
