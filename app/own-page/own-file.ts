import { servicesContext, siteContext } from "#app/contexts.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { pdfResponse, personFileResponse, sentenceResponse, withErrorSentence } from "#app/ui/file-response.server.ts";
import { balanceOf } from "#domain/fees/fee.ts";
import { billOfFee } from "#domain/fees/fee-bill.ts";
import { drawQrBill } from "#usecases/draw-qr-codes.ts";
import { exportPerson } from "#usecases/register/person-data.ts";
import type { Route } from "./+types/own-file.ts";

export const handle: Handle = { unlisted: true, secret: true, costly: true };

const INVALID = "Ce lien ne marche pas, ou ne marche plus. Demandez un nouveau lien\u00a0:";

export const loader = ({ params: { token, file }, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "file of a member", "Le fichier n’a pas pu être préparé. Réessayez.", async () => {
    const services = context.get(servicesContext);
    const member = await services.memberLinks.find(token);
    const made = member && (await exportPerson(services, member.id, file, "member"));
    if (made) return personFileResponse(made);
    const fees = member ? await services.fees.listOfMember(member.id) : [];
    const fee = fees.find(({ year }) => file === `facture-${year}.pdf`);
    const [year, amount] = fee ? [fee.year, balanceOf(fee).open] : ["", 0];
    const bill =
      member && amount > 0 && billOfFee(await publicSettings(context), { year, amount, subject: member.id }, member);
    if (!bill) return sentenceResponse(`${INVALID} ${context.get(siteContext).publicUrl}/ma-fiche`, 404);
    return pdfResponse(await drawQrBill(bill, "pdf"), `cotisation-${year}.pdf`);
  });
