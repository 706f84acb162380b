/** « Santé du site », as /reglages shows it. */
import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { dateAndTime } from "#domain/dates.ts";
import { type Health, readHealth } from "#usecases/site-health/read-health.ts";

function checkedText({ checkedAt, inProgress }: Health): string {
  if (inProgress) return "Une vérification est en cours\u00a0: rechargez la page dans un instant.";
  return checkedAt ? `Vérifié le ${dateAndTime(checkedAt)}.` : "Pas encore vérifié.";
}

export async function shownHealth(context: Args["context"]) {
  const services = context.get(servicesContext);
  const health = await readHealth(services, context.get(siteContext).report);
  const clockHeld = services.clockGuard.heldSince() !== null;
  return { lines: health.findings, checked: checkedText(health), clockHeld };
}
