import { useEffect, useMemo, useRef } from "react";
import { data, Form, redirectDocument } from "react-router";
import { compteContext, servicesContext, siteContext } from "#app/context.ts";
import { annoncer, fermerSession, forgetSearches, lireSession } from "#app/cookies.ts";
import type { Handle } from "#app/handle.ts";
import { metaPrivee } from "#app/page-meta.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { Annonce } from "#app/ui/avis.tsx";
import type { Route } from "./+types/logout.ts";

export const handle: Handle = { comite: true, unlisted: true };

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Déconnexion", "Fermer votre session du comité sur cet appareil.", args);

const IMPOSSIBLE = { type: "error", texte: "Impossible de déconnecter l'utilisateur" } as const;

export async function action({ request, context }: Route.ActionArgs) {
  const { publicUrl, signaler, record } = context.get(siteContext);
  const jeton = await lireSession(request);
  if (!jeton) throw redirectDocument("/");
  try {
    await context.get(servicesContext).auth.signOut(jeton);
  } catch (panne) {
    signaler(panne, "logout");
    return data({ echec: true } as const, { status: 503 });
  }
  const compte = context.get(compteContext);
  if (compte) record("sign-out", compte.id);
  const headers = new Headers();
  headers.append("set-cookie", await fermerSession(publicUrl));
  headers.append("set-cookie", await forgetSearches(publicUrl));
  headers.append("set-cookie", await annoncer(publicUrl, "deconnecte"));
  throw redirectDocument("/", { headers });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

/** A GET changes nothing: the page posts the sign-out as soon as it loads (PRODUCT.md). */
export default function Logout({ actionData }: Route.ComponentProps) {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.requestSubmit(), []);
  const avis = useMemo(() => (actionData ? { ...IMPOSSIBLE } : null), [actionData]);
  return (
    <main id="contenu">
      <div className="cadre-page vide">
        <h1>Déconnexion</h1>
        <p>Votre session va être fermée sur cet appareil.</p>
        <Form method="post" ref={formRef}>
          <button className="btn btn--grand" type="submit">
            Déconnexion
          </button>
        </Form>
      </div>
      <Annonce avis={avis} />
    </main>
  );
}
