import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { QrBillFigure } from "#app/ui/qr-bill/qr-bill.tsx";
import { billOfSignUp } from "#usecases/fees/sign-up-bill.ts";
import type { Route } from "./+types/sign-up-bill.ts";
import bannerArt from "./drawings/bandeau-dons.svg";

export const handle: Handle = { reading: true, unlisted: true, secret: true };

export const meta = privateMeta("Payer la cotisation", "La QR-facture de votre première cotisation.");

export async function loader({ params: { signUpId }, context }: Route.LoaderArgs) {
  const bill = await billOfSignUp(context.get(servicesContext), await publicSettings(context), signUpId);
  if (!bill) throw data(null, { status: 404 });
  return bill;
}

export default ({ loaderData: bill, params: { signUpId } }: Route.ComponentProps) => (
  <main id="contenu">
    <Banner style="ocre" art={bannerArt} title="Cotisation" lowOnPhone>
      {bill.message}
    </Banner>
    <QrBillFigure bill={bill} file={signUpId} title="Payer la cotisation">
      À scanner avec l’application de votre banque, ou à imprimer pour la poste.
    </QrBillFigure>
  </main>
);
