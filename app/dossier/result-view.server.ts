import { resultHistoryUrl, resultUrl, urlOfDossier } from "#app/ui/event-url.ts";
import { dayInFrench, dayInZurich, swissDay } from "#domain/dates.ts";
import {
  canReopenResult,
  type ResultFields,
  resultSum,
  resultSumLabel,
  signedAmountInFrench,
} from "#domain/dossier/result.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import type { DossierOwner } from "#usecases/dossiers/find-dossier.ts";
import { earlierDossiers, listOtherDossiers } from "#usecases/dossiers/list-dossiers.ts";
import type { Services } from "#usecases/services.ts";
import { type DossierParams, findDossierOfRoute } from "./find-dossier.server.ts";

type Needs = Pick<Services, "dossiers" | "events" | "clock">;

/** @returns the dossier of an event, or a kept one; null if it does not exist. The association has no result */
export async function findDossierWithResult(services: Needs, params: DossierParams): Promise<DossierOwner | null> {
  const owner = await findDossierOfRoute(services, params);
  return owner?.event ? owner : null;
}

export type ResultView = Awaited<ReturnType<typeof readResultView>>;
export type ResultTableView = ReturnType<typeof viewLines>;

/** What `ResultSection` shows: the result of an event's dossier, with last year's. */
export async function readResultView(
  services: Needs,
  owner: DossierOwner,
  others: Promise<readonly DossierOwner[]> = listOtherDossiers(services, owner),
) {
  const [result, last] = await Promise.all([
    services.dossiers.getResult(owner.subject),
    findLastYearsResult(services, owner, others),
  ]);
  const url = urlOfDossier(owner);
  return {
    name: owner.name,
    page: resultUrl(url),
    /** Null before the second save. */
    history: result.updatedAt === "" ? null : resultHistoryUrl(url),
    version: result.version,
    table: viewLines(result),
    /** Empty: the result is open. */
    closedOn: result.closedOn === "" ? "" : dayInFrench(result.closedOn),
    canReopen: canReopenResult(result, dayInZurich(services.clock.now())),
    last: last && {
      title: [last.owner.name, monthInFrench(last.owner.event?.month ?? "").toLocaleLowerCase("fr-CH")]
        .filter(Boolean)
        .join(", "),
      table: viewLines(last.result),
    },
  };
}

/** The result of the dossier from which this one was taken, or of the same party before. */
async function findLastYearsResult({ dossiers }: Needs, owner: DossierOwner, read: Promise<readonly DossierOwner[]>) {
  const [{ copiedFrom }, others] = await Promise.all([dossiers.getNotes(owner.subject), read]);
  const candidates = [...others.filter(({ subject }) => subject === copiedFrom), ...earlierDossiers(others, owner)];
  for (const owner of candidates) {
    const result = await dossiers.getResult(owner.subject);
    if (result.lines.length > 0) return { owner, result };
  }
  return null;
}

function viewLines({ lines }: Pick<ResultFields, "lines">) {
  const sum = resultSum(lines);
  return {
    rows: lines.map(({ label, amount, day }) => ({
      label,
      amount: signedAmountInFrench(amount),
      note: day === "" ? "" : `correction du ${swissDay(day)}`,
    })),
    sum: { label: resultSumLabel(sum), amount: signedAmountInFrench(Math.abs(sum)) },
  };
}
