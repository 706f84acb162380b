import { Banner } from "#app/chrome/banner.tsx";
import { privateMeta } from "#app/chrome/head/page-meta.ts";
import { requireAdmin } from "#app/chrome/session/private-pages.ts";
import { DeletionNotice as BinNotice } from "#app/chrome/toasts/deletion-notice.tsx";
import { FaultNotice } from "#app/forms/fault-notice.tsx";
import { runSafely } from "#app/forms/run-safely.ts";
import art from "#app/inbox/drawings/crete-inscriptions.svg";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/inscriptions.ts";
import { DeletionNotice, EmptyList, ListCount, ListPages, ListTools } from "./inbox-frame.tsx";
import { act, readList, viewInscription } from "./inbox-list.server.ts";
import { addressOf, INSCRIPTION_CHOICES } from "./inbox-list.ts";
import { InscriptionRow } from "./inscription-row.tsx";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Inscriptions", "Les inscriptions reçues, leur état, les autorisations parentales et l’export.", args);

export async function loader(args: Route.LoaderArgs) {
  const { frame, entries, day, mailLeaves } = await readList(args, "inscription", INSCRIPTION_CHOICES);
  return {
    frame,
    inscriptions: entries.map((entry) => viewInscription(entry, day, mailLeaves)),
    /** Whose mail led here. */
    targeted: args.url.searchParams.get("id"),
  };
}

export const action = (args: Route.ActionArgs) => act(args, "inscription", INSCRIPTION_CHOICES);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function Inscriptions({
  loaderData: { frame, inscriptions, targeted },
  actionData,
}: Route.ComponentProps) {
  const here = addressOf("/inscriptions", frame.view);
  return (
    <main id="contenu">
      <Banner bottom style="rose" art={art} title="Inscriptions">
        <ListCount frame={frame} feminine />
      </Banner>
      <BinNotice />
      <div className="page-frame">
        <ListTools
          path="/inscriptions"
          frame={frame}
          choices={INSCRIPTION_CHOICES}
          label="Chercher un nom, un numéro, une rue"
          example="Nom, numéro, rue"
        />
        {actionData?.failed && (
          <FaultNotice title="Rien n’a été changé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        <DeletionNotice deletion={frame.deletion} feminine />
        {inscriptions.length === 0 ? (
          <EmptyList frame={frame} feminine />
        ) : (
          <ul role="list" className="register">
            <li className="register__head" aria-hidden="true">
              <span>Nom</span>
              <span>Coordonnées</span>
              <span>Reçue le</span>
              <span>État</span>
              <span>Autorisation</span>
              <span />
            </li>
            {inscriptions.map((inscription) => (
              <InscriptionRow
                key={inscription.id}
                inscription={inscription}
                here={here}
                targeted={inscription.id === targeted}
              />
            ))}
          </ul>
        )}
        <ListPages path="/inscriptions" frame={frame} />
      </div>
    </main>
  );
}
