import { type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { agir, ligneMessage, lireListe, messageVu } from "#app/boite.server.ts";
import { adresseDe, CHOIX_MESSAGES, type LigneMessage } from "#app/boite.ts";
import { servicesContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-messages.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { AnnonceEffacement, CompteDeListe, OutilsDeListe, PagesDeListe, RienDansLaListe } from "#app/ui/boite.tsx";
import { Lettre, LettreDisparue } from "#app/ui/lettre.tsx";
import type { Route } from "./+types/messages.ts";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Messages", "Les messages reçus par le formulaire de contact, leur état et leur export.", args);

export async function loader(args: Route.LoaderArgs) {
  const { cadre, fiches, mailLeaves } = await lireListe(args, "message", CHOIX_MESSAGES);
  const demande = args.url.searchParams.get("id");
  const entree = demande ? await args.context.get(servicesContext).inbox.get(demande) : (fiches[0] ?? null);
  return {
    cadre,
    messages: fiches.map(ligneMessage),
    /** Named in the address; on a phone it then stands alone. */
    demande,
    ouvert: entree?.type === "message" ? messageVu(entree, mailLeaves) : null,
  };
}

export const action = (args: Route.ActionArgs) => agir(args, "message", CHOIX_MESSAGES);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

/** Where the opened message replaces the list, focus goes along: the link that had it is gone. */
function useFocusSurLaLettre(demande: string | null) {
  const liste = useRef<HTMLUListElement>(null);
  const avant = useRef(demande);
  useEffect(() => {
    if (avant.current === demande) return;
    avant.current = demande;
    const cachee = liste.current?.offsetParent === null;
    if (demande && cachee) document.getElementById("lettre")?.focus();
  }, [demande]);
  return liste;
}

type ListProps = {
  messages: readonly LigneMessage[];
  /** Id of the one that is read. */
  open: string | undefined;
  focus: RefObject<HTMLUListElement | null>;
  addressOf: (id: string) => string;
};

const MessageList = ({ messages, open, focus, addressOf }: ListProps) => (
  <ul role="list" className="boite__liste" ref={focus}>
    {messages.map(({ id, nom, sujet, recu, nouveau }) => (
      <li key={id}>
        <Link
          className={nouveau ? "neuf" : undefined}
          to={`${addressOf(id)}#lettre`}
          aria-current={id === open ? "true" : undefined}
        >
          <b>
            <bdi>{sujet}</bdi>
            {nouveau && <span className="vh"> (nouveau)</span>}
          </b>
          <span>
            <bdi>{nom}</bdi>
          </span>
          <time dateTime={recu.iso}>{recu.texte}</time>
        </Link>
      </li>
    ))}
  </ul>
);

export default function Messages({
  loaderData: { cadre, messages, demande, ouvert },
  actionData,
}: Route.ComponentProps) {
  const liste = useFocusSurLaLettre(demande);
  const adresse = (id?: string) => adresseDe("/messages", cadre.vue, id);
  return (
    <main id="contenu">
      <Bandeau bas encre="azur" art={art} titre="Messages">
        <CompteDeListe cadre={cadre} />
      </Bandeau>
      <div className={demande ? "cadre-page lecture--ouverte" : "cadre-page"}>
        <OutilsDeListe
          chemin="/messages"
          cadre={cadre}
          choix={CHOIX_MESSAGES}
          libelle="Chercher dans les messages"
          exemple="Sujet, nom, mot"
        />
        {actionData?.echec && (
          <AvisDePanne titre="Rien n’a été changé." texte="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        <AnnonceEffacement effacement={cadre.effacement} />
        {messages.length === 0 && !demande ? (
          <RienDansLaListe cadre={cadre} />
        ) : (
          <div className="boite">
            <MessageList messages={messages} open={ouvert?.id} focus={liste} addressOf={adresse} />
            <div className="boite__lecture">
              {ouvert ? (
                <Lettre message={ouvert} ici={adresse(demande ?? undefined)} retour={adresse()} />
              ) : (
                <LettreDisparue retour={adresse()} />
              )}
            </div>
          </div>
        )}
        <PagesDeListe chemin="/messages" cadre={cadre} />
      </div>
    </main>
  );
}
