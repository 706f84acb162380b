import { FORMATS, MONTANT } from "#app/adresses-facture.ts";
import { servicesContext, siteContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import { imageAnswer, phraseAnswer } from "#app/image-answer.server.ts";
import { pdfAnswer } from "#app/pdf-answer.server.ts";
import { montantSaisi, PHRASES_MONTANT } from "#domain/montant.ts";
import { estObjet, factureDe, montantDe } from "#domain/qr-facture.ts";
import type { Services } from "#ports/services.ts";
import type { Route } from "./+types/qr-facture.ts";

export const handle: Handle = { costly: true };

/** Takes `don-colonne.svg` apart. The longest ending counts. */
function lireFichier(fichier: string) {
  const format = FORMATS.toSorted((a, b) => b.length - a.length).find((un) => fichier.endsWith(un));
  const objet = format ? fichier.slice(0, -format.length) : "";
  return format && estObjet(objet) ? { objet, format } : null;
}

/** A QR-bill as picture or paper. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const voulu = lireFichier(params.fichier);
  if (!voulu) return phraseAnswer("Ce fichier n’existe pas.", 404);
  const montant = montantDe(voulu.objet, new URL(request.url).searchParams.get(MONTANT) ?? "");
  if (!montant.ok) return phraseAnswer(PHRASES_MONTANT[montant.raison], 400);
  try {
    return await repondre(context.get(servicesContext), voulu, montant.valeur);
  } catch (panne) {
    context.get(siteContext).signaler(panne, "qr-facture");
    return phraseAnswer("La QR-facture n’a pas pu être préparée. Réessayez dans un instant.", 503);
  }
}

async function repondre(
  { reglages, facturier }: Services,
  { objet, format }: NonNullable<ReturnType<typeof lireFichier>>,
  montant: number | null,
): Promise<Response> {
  const facture = factureDe(await reglages.get(), objet, montant);
  const nom = ["qr-facture", objet, ...(montant === null ? [] : [montantSaisi(montant)])].join("-");
  switch (format) {
    case ".pdf":
      return pdfAnswer(await facturier.pdf(facture), `${nom}.pdf`);
    case ".png":
      return imageAnswer(await facturier.png(facture), "image/png", `${nom}.png`);
    default: {
      const svg = await facturier.svg(facture, format === ".svg" ? "large" : "colonne");
      return imageAnswer(svg, "image/svg+xml", `${nom}.svg`);
    }
  }
}
