import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { INVALID_LINK_DATA } from "#app/layout/errors/error-page.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { billPrintLinks } from "#app/ui/qr-bill/bill-print.ts";
import { ExampleAccountNotice, QrBillFigure } from "#app/ui/qr-bill/qr-bill.tsx";
import { qrBillOfSignUp } from "#usecases/fees/sign-up-bill.ts";
import type { Route } from "./+types/sign-up-bill.ts";
import bannerArt from "./drawings/bandeau-dons.svg";

export const handle: Handle = { reading: true, gestures: true, unlisted: true, secret: true };

export const links = billPrintLinks;

export const meta = privateMeta("Payer la cotisation", "La QR-facture de votre première cotisation.");

export async function loader({ params: { signUpId }, context }: Route.LoaderArgs) {
  const settings = await readPublicSettings(context);
  const bill = await qrBillOfSignUp(context.get(servicesContext), settings, signUpId);
  if (!bill) throw data(INVALID_LINK_DATA, { status: 404 });
  return { bill, twint: settings.twint };
}

export default ({ loaderData: { bill, twint }, params: { signUpId } }: Route.ComponentProps) => (
  <main id="contenu" className="bill-only">
    <Banner style="ocre" art={bannerArt} title="Cotisation" lowOnPhone>
      {bill.message}
    </Banner>
    {bill.example && (
      <div className="page-frame qr__examples">
        <ExampleAccountNotice />
      </div>
    )}
    <QrBillFigure bill={bill} file={signUpId} title="Payer la cotisation" twint={twint} />
  </main>
);
