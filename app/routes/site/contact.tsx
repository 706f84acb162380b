import { useEffect, useRef } from "react";
import { Link, useNavigation } from "react-router";
import { servicesContext, siteContext } from "#app/context.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import bandeau from "#app/images/bandeau-contact.svg";
import sauteuse from "#app/images/etoile-saute.svg";
import fanion from "#app/images/fanion-petit.svg";
import photo from "#app/images/objet-photo.svg";
import porteVoix from "#app/images/objet-porte-voix.svg";
import { pageMeta } from "#app/page-meta.ts";
import { receiveForm } from "#app/receive-form.server.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { shownSettings } from "#app/shown-settings.server.ts";
import { TropDEnvois } from "#app/ui/avis-de-limite.tsx";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { useBrouillon } from "#app/ui/brouillon.ts";
import { Champ, ChampTexte } from "#app/ui/champ.tsx";
import { BoutonFermer, Dialogue } from "#app/ui/dialogue.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { RenvoiConfidentialite } from "#app/ui/renvoi-confidentialite.tsx";
import { Voile } from "#app/ui/voile.tsx";
import { fieldNames } from "#domain/champs.ts";
import { schemaMessageContact } from "#domain/message-contact.ts";
import { envoyerMessage } from "#usecases/envoyer-message.ts";
import type { Route } from "./+types/contact.ts";

export const handle: Handle = { cached: [], listed: [] };

const SCHEMA = schemaMessageContact();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "Contact",
    description:
      "Écrivez à la Jeunesse de Savièse\u00a0: une question, une idée de fête, un coup de main à proposer. Le comité lit tout et répond par e-mail.",
    chemin: "/contact",
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { instagram, facebook } = await shownSettings(context);
    return { reseaux: { instagram, facebook } };
  } catch (panne) {
    // The form stands without them: what somebody has typed is not lost with the settings.
    context.get(siteContext).signaler(panne, "networks of the contact page");
    return { reseaux: null };
  }
}

export const action = (args: Route.ActionArgs) =>
  receiveForm(args, {
    ou: "contact",
    champs: fieldNames(SCHEMA),
    envoyer: (typed) => envoyerMessage(args.context.get(servicesContext), typed),
  });

/** Nothing that the page shows depends on what was sent. */
export const shouldRevalidate = () => false;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

type Networks = { readonly instagram: string; readonly facebook: string };

/** How else the committee can be reached. */
const OtherWays = ({ networks }: { networks: Networks | null }) => (
  <aside className="encart encre-azur" aria-labelledby="autrement">
    <h2 id="autrement">Autrement&nbsp;?</h2>
    <ul role="list" className="reseaux">
      {networks?.instagram && (
        <li>
          <a href={networks.instagram} rel="noopener">
            <img src={photo} width="200" height="160" alt="" loading="lazy" />
            Instagram
          </a>
        </li>
      )}
      {networks?.facebook && (
        <li>
          <a href={networks.facebook} rel="noopener">
            <img src={porteVoix} width="220" height="170" alt="" loading="lazy" />
            Facebook
          </a>
        </li>
      )}
      <li>
        <Link to="/planning">
          <img src={fanion} width="110" height="120" alt="" loading="lazy" />À la prochaine fête
        </Link>
      </li>
    </ul>
    <p>
      Pour rejoindre la ronde, passez plutôt par l’<Link to="/inscription">inscription</Link>.
    </p>
  </aside>
);

/** @param after the answer that it is shown for, once */
const Thanks = ({ after }: { after: object | undefined }) => (
  <Dialogue
    id="merci"
    titre="Merci de votre message"
    image={{ src: sauteuse, largeur: 260, hauteur: 200 }}
    ouvertPour={after}
  >
    <p>Il est arrivé au comité, qui vous répond par e-mail dès que possible.</p>
    <BoutonFermer />
  </Dialogue>
);

export default function Contact({ loaderData: { reseaux }, actionData }: Route.ComponentProps) {
  const { erreurs, saisie, attente, echec, merci }: FormAnswer = actionData ?? {};
  const envoi = useNavigation().state === "submitting";
  const formRef = useRef<HTMLFormElement>(null);
  useBrouillon("contact", formRef);
  useEffect(() => {
    if (merci && actionData) formRef.current?.reset();
  }, [merci, actionData]);
  return (
    <main id="contenu">
      <Bandeau encre="rose" art={bandeau} titre="Contact">
        Le courrier monte jusqu’à Savièse, et nous lisons tout.
      </Bandeau>
      <div className="cadre-page feuille">
        <Formulaire className="formulaire formulaire--duo" formRef={formRef} erreurs={erreurs} schema={SCHEMA}>
          <Champ nom="nom" libelle="Nom et prénom" autoComplete="name" defaultValue={saisie?.nom} />
          <Champ
            nom="email"
            libelle="E-mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            defaultValue={saisie?.email}
          />
          <Champ pleine nom="sujet" libelle="Sujet" defaultValue={saisie?.sujet} />
          <ChampTexte pleine nom="message" libelle="Message" rows={8} defaultValue={saisie?.message} />
          {attente && !envoi && <TropDEnvois attente={attente} />}
          {echec && !envoi && (
            <AvisDePanne
              titre="Le message n’est pas parti."
              texte="Vérifiez votre connexion et réessayez&nbsp;: tout ce que vous avez écrit est resté dans les champs."
            />
          )}
          <div className="pleine">
            <button className="btn btn--brique btn--grand" type="submit" disabled={envoi}>
              Envoyer
            </button>
          </div>
          <RenvoiConfidentialite />
        </Formulaire>
        <OtherWays networks={reseaux} />
      </div>
      {merci && <Thanks after={actionData} />}
      {envoi && <Voile texte="Envoi en cours..." />}
    </main>
  );
}
