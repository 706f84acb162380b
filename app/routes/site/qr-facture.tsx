import { data } from "react-router";
import { MONTANT } from "#app/adresses-facture.ts";
import { lireDons } from "#app/dons.server.ts";
import type { Handle } from "#app/handle.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Dons } from "#app/ui/dons.tsx";
import type { Route } from "./+types/qr-facture.ts";

export const handle: Handle = { lecture: true, gestes: true };

/** The page of donations with an amount: search engines keep the one without. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    titre: "Faire un don",
    description: "La QR-facture de votre don à la Jeunesse de Savièse, avec le montant que vous avez choisi.",
    chemin: "/dons",
    matches,
  }),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const dons = await lireDons(context, new URL(request.url).searchParams.get(MONTANT) ?? "");
  return data(dons, { status: dons.choix.erreur ? 400 : 200 });
}

export default function PageQrFacture({ loaderData }: Route.ComponentProps) {
  return <Dons {...loaderData} />;
}
