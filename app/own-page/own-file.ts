import { servicesContext } from "#app/contexts.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { pdfAnswer, sentenceResponse, withErrorSentence } from "#app/ui/file-answer.server.ts";
import { balanceOf } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { memberName } from "#domain/members/member.ts";
import { billOffered } from "#domain/money/qr-bill.ts";
import { drawQrBill } from "#usecases/draw-qr-codes.ts";
import { exportPerson } from "#usecases/members/export-person.ts";
import type { Route } from "./+types/own-file.ts";

export const handle: Handle = { unlisted: true, secret: true, costly: true };

const ABSENT = "Ce lien ne marche pas, ou ne marche plus.";

/** A member's bill of a year, and all data as PDF or JSON. */
export const loader = ({ params: { token, file }, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "file of a member", "Le fichier n’a pas pu être préparé. Réessayez.", async () => {
    const services = context.get(servicesContext);
    const member = await services.memberLinks.find(token);
    if (!member) return sentenceResponse(ABSENT, 404);
    const [, year] = /^facture-(\d{4})\.pdf$/.exec(file) ?? [];
    if (year !== undefined) {
      const fee = (await services.fees.ofMembers(year, [member.id])).get(member.id);
      const open = fee ? balanceOf(fee).open : 0;
      const bill = billOffered(await publicSettings(context), "cotisation", open);
      if (open === 0 || !bill) return sentenceResponse(ABSENT, 404);
      const reference = feeReference(year, member.id);
      const message = `Cotisation ${year}, ${memberName(member)}`;
      return pdfAnswer(await drawQrBill({ ...bill, reference, message }, "pdf"), `cotisation-${year}.pdf`);
    }
    const format = file === "donnees.pdf" ? "pdf" : file === "donnees.json" ? "json" : null;
    const made = format && (await exportPerson(services, member.id, format, "member"));
    if (!made) return sentenceResponse(ABSENT, 404);
    if (typeof made !== "string") return pdfAnswer(made, "donnees.pdf");
    return new Response(made, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": 'attachment; filename="donnees.json"',
      },
    });
  });
