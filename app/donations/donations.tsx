import { readDonations } from "#app/donations/image-response.server.ts";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { renderTextPreview } from "#app/layout/texts.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { billPrintLinks } from "#app/ui/qr-bill/bill-print.ts";
import type { Route } from "./+types/donations.ts";
import { DonationsContent } from "./donations-page.tsx";

export const handle: Handle = {
  reading: true,
  gestures: true,
  cached: [],
  listed: ["settings", "texts"],
  text: "dons",
};

export const links = billPrintLinks;

export const meta = pageMeta({
  title: "Faire un don",
  description:
    "Soutenir la Jeunesse de Savièse par TWINT, par virement ou par QR-facture, pour ses fêtes, ses projets sociaux et la culture.",
  path: "/dons",
});

export const loader = ({ context }: Route.LoaderArgs) => readDonations(context, "");

export const action = (args: Route.ActionArgs) => renderTextPreview(args);

export default function DonationsPage({ loaderData }: Route.ComponentProps) {
  return <DonationsContent {...loaderData} />;
}
