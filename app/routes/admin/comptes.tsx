import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { asksPassword } from "#app/confirmation.ts";
import { compteContext, servicesContext } from "#app/context.ts";
import { lireSession } from "#app/cookies.ts";
import { type ComptesAnswer, gererComptes } from "#app/gerer-comptes.server.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-comptes.svg";
import etoile from "#app/images/etoile.svg";
import Chainon from "#app/images/sign-link.svg?dessin";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { AvisDEchec } from "#app/ui/avis-d-echec.tsx";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { Champ } from "#app/ui/champ.tsx";
import type { PendingAction } from "#app/ui/confirm-account-action.tsx";
import { ConfirmPassword } from "#app/ui/confirm-password.tsx";
import { type CompteAffiche, FicheCompte, ID_DERNIER } from "#app/ui/fiche-compte.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { LienCree } from "#app/ui/lien-cree.tsx";
import { OwnSessions, type SessionView } from "#app/ui/own-sessions.tsx";
import { dateEtHeure } from "#domain/dates.ts";
import { invitationSchema } from "#domain/invitation.ts";
import type { Authenticator, CompteDuComite } from "#ports/authenticator.ts";
import type { Route } from "./+types/comptes.ts";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Comptes", "Qui peut entrer dans l’espace du comité\u00a0: inviter, réinitialiser, retirer.", args);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, clock, courrierCompte } = context.get(servicesContext);
  const moi = context.get(compteContext);
  const [comptes, sessions] = await Promise.all([auth.accounts(), ownSessions(auth, request)]);
  const seul = comptes.filter(({ peutEntrer }) => peutEntrer).length === 1;
  const maintenant = clock.now();
  const afficher = ({ id, email, peutEntrer, derniereConnexion, lien }: CompteDuComite): CompteAffiche => ({
    id,
    email,
    moi: id === moi?.id,
    dernier: peutEntrer && seul,
    connexion: derniereConnexion && dateEtHeure(derniereConnexion),
    lien: lien && { genre: lien.genre, jusqua: dateEtHeure(lien.expireLe), expire: lien.expireLe <= maintenant },
  });
  return {
    moi: moi?.email ?? "",
    comptes: comptes.map(afficher),
    seul,
    parCourrier: courrierCompte !== null,
    sessions,
  };
}

async function ownSessions(auth: Authenticator, request: Request): Promise<SessionView[]> {
  const open = await auth.sessions((await lireSession(request)) ?? "");
  return open.map(({ device, openedAt, usedAt, current }) => ({
    device,
    openedAt: dateEtHeure(openedAt),
    usedAt: dateEtHeure(usedAt),
    current,
  }));
}

export const action = (args: Route.ActionArgs) => gererComptes(args);

const INVITATION = invitationSchema();

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

const REFUS = {
  dernier: {
    titre: "Ce compte n’a pas été retiré.",
    texte:
      "C’est le dernier qui peut se connecter\u00a0: il faut toujours une clé. Invitez d’abord une autre personne.",
  },
  absent: { titre: "Ce compte n’existe plus.", texte: "Quelqu’un d’autre vient de le retirer." },
} as const;

/** @returns what waits for the password, when it is about an account that is there */
function pendingAction({ saisie, erreurs }: ComptesAnswer): PendingAction | null {
  const { id, intention = "" } = saisie ?? {};
  return erreurs && id && asksPassword(erreurs) ? { id, intention, erreurs } : null;
}

/** Before anything was sent. */
const NO_ANSWER: ComptesAnswer = {};

type InviteProps = {
  answer: ComptesAnswer;
  /** What was refused here. */
  erreurs: ComptesAnswer["erreurs"];
  /** Mail to the accounts leaves the site. */
  mailed: boolean;
  /** Address of the account of the person who looks at the page. */
  mine: string;
  busy: boolean;
};

function Invite({ answer, erreurs, mailed, mine, busy }: InviteProps) {
  const { saisie, lien, invite } = answer;
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer.invite) formRef.current?.reset();
  }, [answer]);
  return (
    <section className="inviter" aria-labelledby="inviter">
      <h2 id="inviter">Inviter par lien</h2>
      <p>
        {mailed ? "Créez un lien, il part par e-mail" : "Créez un lien, envoyez-le vous-même"}&nbsp;: la personne
        choisit son mot de passe. Le lien marche une seule fois, pendant sept jours.
      </p>
      {!mailed && <p>Ce site n’envoie pas d’e-mail aux comptes&nbsp;: personne n’est averti quand un compte change.</p>}
      <Formulaire className="ajout" action="/comptes" schema={INVITATION} erreurs={erreurs} formRef={formRef}>
        <Champ
          nom="email"
          libelle="E-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          defaultValue={saisie?.email}
        />
        {asksPassword(erreurs) && <ConfirmPassword email={mine}>L’invitation n’est pas encore faite.</ConfirmPassword>}
        <button className="btn" type="submit" name="intention" value="inviter" disabled={busy}>
          <Chainon />
          Créer le lien
        </button>
      </Formulaire>
      {lien && invite && <LienCree lien={lien} />}
    </section>
  );
}

export default function Comptes({
  loaderData: { moi, comptes, seul, parCourrier, sessions },
  actionData,
}: Route.ComponentProps) {
  const answer: ComptesAnswer = actionData ?? NO_ANSWER;
  const { lien, invite, echec } = answer;
  const pending = pendingAction(answer);
  const gone = pending && !comptes.some(({ id }) => id === pending.id);
  const refus = answer.refus ?? (gone ? "absent" : undefined);
  const erreurs = pending ? undefined : answer.erreurs;
  const enCours = useNavigation().state !== "idle";
  return (
    <main id="contenu">
      <Bandeau bas encre="paille" art={art} titre="Comptes">
        Qui a la clé du mazot.
      </Bandeau>
      <div className="cadre-page comptes">
        {refus && <AvisDEchec {...REFUS[refus]} />}
        {echec && !enCours && (
          <AvisDePanne
            titre="Rien n’a changé."
            texte="Le site n’a pas pu s’en occuper&nbsp;: réessayez dans un instant."
          />
        )}
        <ul role="list" className="registre registre--comptes">
          {comptes.map((compte) => (
            <FicheCompte
              key={compte.id}
              compte={compte}
              lien={lien && !invite && lien.idCompte === compte.id ? lien : null}
              made={invite === true && lien?.idCompte === compte.id}
              pending={pending?.id === compte.id ? pending : null}
              mine={moi}
            />
          ))}
        </ul>
        {seul && (
          <p className="indice" id={ID_DERNIER}>
            <img src={etoile} width="92" height="92" alt="" />
            <span>
              Le dernier compte ne peut pas être retiré&nbsp;: il faut toujours une clé. Invitez d’abord une autre
              personne.
            </span>
          </p>
        )}
        <Invite answer={answer} erreurs={erreurs} mailed={parCourrier} mine={moi} busy={enCours} />
        <OwnSessions sessions={sessions} />
      </div>
    </main>
  );
}
