import { data } from "react-router";
import { readDonations } from "#app/donations/image-response.server.ts";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { billPrintLinks } from "#app/ui/qr-bill/bill-print.ts";
import { AMOUNT_PARAM } from "#app/ui/qr-bill/qr-bill-urls.ts";
import type { Route } from "./+types/donation-qr-bill.ts";
import { DonationsContent } from "./donations-page.tsx";

export const handle: Handle = { reading: true, gestures: true };

export const links = billPrintLinks;

/** Search engines should list only the donations page without an amount. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: "Faire un don",
    description: "La QR-facture de votre don à la Jeunesse de Savièse, avec le montant que vous avez choisi.",
    path: "/dons",
  })({ matches }),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const donations = await readDonations(context, new URL(request.url).searchParams.get(AMOUNT_PARAM) ?? "");
  return data(donations, { status: donations.choice.error ? 400 : 200 });
}

export default function DonationQrBillPage({ loaderData }: Route.ComponentProps) {
  return <DonationsContent {...loaderData} />;
}
