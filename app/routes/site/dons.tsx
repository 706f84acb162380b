import { lireDons } from "#app/dons.server.ts";
import type { Handle } from "#app/handle.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Dons } from "#app/ui/dons.tsx";
import type { Route } from "./+types/dons.ts";

export const handle: Handle = { lecture: true, gestes: true, cached: [], listed: ["reglages"] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "Faire un don",
    description:
      "Soutenir la Jeunesse de Savièse par TWINT, par virement ou par QR-facture, pour ses fêtes, ses projets sociaux et la culture.",
    chemin: "/dons",
    matches,
  });

export const loader = ({ context }: Route.LoaderArgs) => lireDons(context, "");

export default function PageDons({ loaderData }: Route.ComponentProps) {
  return <Dons {...loaderData} />;
}
