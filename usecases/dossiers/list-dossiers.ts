/** The dossiers from which another one can take its tasks and notes. */
import { earlierParties } from "#domain/dossier/same-party.ts";
import type { Services } from "#usecases/services.ts";
import { type DossierOwner, ownerOfEvent, ownerOfKept } from "./find-dossier.ts";

type Needs = Pick<Services, "events" | "dossiers" | "tasks">;

/** Owners of dossiers with tasks or notes, except `owner` and the association. Newest first. */
export async function listSources(services: Needs, owner: DossierOwner): Promise<DossierOwner[]> {
  const [owners, tasks, notes] = await Promise.all([
    listOtherDossiers(services, owner),
    services.tasks.listAll(),
    services.dossiers.listNotes(),
  ]);
  const noted = [...notes].filter(([, { notes }]) => notes !== "").map(([subject]) => subject);
  const filled = new Set([...tasks.map(({ event }) => event), ...noted]);
  return owners.filter(({ subject }) => filled.has(subject));
}

/**
 * The newest earlier event with the same name whose dossier has tasks or notes. Null if there is none in the newest year
 * with such an event: older ones are in `listSources`.
 * @param others result of `listOtherDossiers`
 */
export async function findLastYears(
  services: Pick<Services, "tasks" | "dossiers">,
  owner: DossierOwner,
  others: readonly DossierOwner[],
): Promise<DossierOwner | null> {
  const earlier = earlierDossiers(others, owner);
  const candidates = earlier.filter((other) => yearOf(other) === yearOf(earlier[0] ?? owner));
  const filled = await Promise.all(candidates.map((candidate) => hasDossier(services, candidate)));
  return candidates.find((_, i) => filled[i]) ?? null;
}

async function hasDossier(
  { tasks, dossiers }: Pick<Services, "tasks" | "dossiers">,
  { subject }: DossierOwner,
): Promise<boolean> {
  return (await tasks.list(subject)).length > 0 || (await dossiers.getNotes(subject)).notes !== "";
}

/** Other events, and deleted ones whose dossier is kept, newest first. */
export async function listOtherDossiers(
  { events, dossiers }: Pick<Services, "events" | "dossiers">,
  { subject }: Pick<DossierOwner, "subject">,
): Promise<DossierOwner[]> {
  const [all, kept] = await Promise.all([events.list(), dossiers.listKept()]);
  const existing = new Set(all.map((event) => event.subject));
  const deleted = kept.filter((each) => each.deletedAt === "" && !existing.has(each.subject));
  return [...all.map(ownerOfEvent), ...deleted.map(ownerOfKept)]
    .filter((owner) => owner.subject !== subject)
    .toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)));
}

const dayOf = ({ event }: DossierOwner): string => event?.firstDay || event?.month || "";
const monthOf = ({ event }: DossierOwner): string => event?.month ?? "";
const yearOf = (owner: DossierOwner): string => monthOf(owner).slice(0, 4);

/** The dossiers of the same party in earlier years, newest first. */
export const earlierDossiers = (others: readonly DossierOwner[], owner: DossierOwner): DossierOwner[] =>
  earlierParties(others.map(withMonth), withMonth(owner));

const withMonth = (owner: DossierOwner) => ({ ...owner, month: monthOf(owner) });
