import { readDonations } from "#app/donations/image-response.server.ts";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/donations.ts";
import { Donations } from "./donations-page.tsx";

export const handle: Handle = { reading: true, gestures: true, cached: [], listed: ["settings"] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Faire un don",
    description:
      "Soutenir la Jeunesse de Savièse par TWINT, par virement ou par QR-facture, pour ses fêtes, ses projets sociaux et la culture.",
    path: "/dons",
    matches,
  });

export const loader = ({ context }: Route.LoaderArgs) => readDonations(context, "");

export default function DonationsPage({ loaderData }: Route.ComponentProps) {
  return <Donations {...loaderData} />;
}
