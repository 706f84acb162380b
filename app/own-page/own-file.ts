import type { RouterContextProvider } from "react-router";
import { type Services, servicesContext, siteContext } from "#app/contexts.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import {
  ownCalendarResponse,
  pdfResponse,
  personFileResponse,
  sentenceResponse,
  withErrorSentence,
} from "#app/ui/file-response.server.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import { qrBillOfFee } from "#domain/fees/fee-bill.ts";
import type { Member } from "#stores/register/member-document.ts";
import { drawQrBill } from "#usecases/draw-qr-codes.ts";
import { printMemberConsentForm } from "#usecases/print-consent-form.ts";
import { writeMemberVcard } from "#usecases/register/own-page.ts";
import { exportPerson } from "#usecases/register/person-data.ts";
import { writeMemberPlacesCalendar } from "#usecases/slots/places-calendar.ts";
import type { Route } from "./+types/own-file.ts";

export const handle: Handle = { unlisted: true, secret: true, costly: true };

const INVALID = "Ce lien ne marche pas, ou ne marche plus. Demandez un nouveau lien\u00a0:";

export const loader = ({ params: { token, file }, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "file of a member", "Le fichier n’a pas pu être préparé. Réessayez.", async () => {
    const services = context.get(servicesContext);
    const member = await services.memberLinks.find(token);
    const response = member && (await fileOf(context, services, member, file));
    return response ?? sentenceResponse(`${INVALID} ${context.get(siteContext).publicUrl}/ma-fiche`, 404);
  });

type Context = Readonly<RouterContextProvider>;

async function fileOf(context: Context, services: Services, member: Member, file: string): Promise<Response | null> {
  const { publicUrl } = context.get(siteContext);
  if (file === "contact.vcf")
    return vcardResponse(await writeMemberVcard(services, await readPublicSettings(context), publicUrl, member));
  if (file === "autorisation.pdf") {
    const form = await printMemberConsentForm(services, publicUrl, member.id, "member");
    return form && pdfResponse(form, "autorisation-parentale.pdf");
  }
  if (file === "coups-de-main.ics")
    return ownCalendarResponse(await writeMemberPlacesCalendar(services, member.id, publicUrl));
  const made = await exportPerson(services, member.id, file, "member");
  return made ? personFileResponse(made) : billResponse(context, services, member, file);
}

/** `inline`: an iPhone opens the card with its button to add it. Other browsers save a file that they cannot show. */
const vcardResponse = (card: string): Response =>
  new Response(card, {
    headers: {
      "content-type": "text/vcard; charset=utf-8",
      "content-disposition": 'inline; filename="jeunesse-de-saviese.vcf"',
      "cache-control": "private, no-store",
    },
  });

async function billResponse(
  context: Context,
  services: Services,
  member: Member,
  file: string,
): Promise<Response | null> {
  const fee = (await services.fees.listOfMember(member.id)).find(({ year }) => file === `facture-${year}.pdf`);
  const amount = fee ? feeBalance(fee).open : 0;
  if (!fee || amount <= 0) return null;
  const bill = qrBillOfFee(await readPublicSettings(context), { year: fee.year, amount, subject: member.id }, member);
  return bill && pdfResponse(await drawQrBill(bill, "pdf"), `cotisation-${fee.year}.pdf`);
}
