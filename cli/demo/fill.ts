import { join } from "node:path";
import sharp from "sharp";
import { newCommitteeMemberId } from "#domain/committee-member.ts";
import { addDays, dayInZurich, momentInZurich } from "#domain/dates.ts";
import { STARTING_LISTS } from "#domain/dossier/starting-lists.ts";
import { ASSOCIATION, compareTasks } from "#domain/dossier/task.ts";
import { draftInYear } from "#domain/events/copy-to-year.ts";
import { exactEventDays } from "#domain/events/days.ts";
import { compareEvents, type EventFields, isEventOver, newEventId } from "#domain/events/planned-event.ts";
import type { UploadedFile } from "#domain/pictures/upload-limits.ts";
import { addCard } from "#usecases/cards/add-card.ts";
import { shownCardPicture } from "#usecases/cards/card.ts";
import { ownerOfEvent } from "#usecases/dossiers/find-dossier.ts";
import { saveNotes } from "#usecases/dossiers/save-notes.ts";
import { takeDossier } from "#usecases/dossiers/take-dossier.ts";
import { stopAutomaticPlanningYear } from "#usecases/save-settings.ts";
import type { Services } from "#usecases/services.ts";
import { addNight, addSlot } from "#usecases/slots/plan.ts";
import { DEMO_COMMITTEE, DEMO_EVENTS } from "./content.ts";
import { fillHandoverItems } from "./handover-items.ts";
import { addDemoResults } from "./results.ts";

const PLANNING_YEAR = 2025;
/** With more upcoming events, the planning would show compact rows on a desktop instead of cards. */
const NEXT_EVENTS = 4;
const AUTHOR = { id: "", name: "Démo" };

/** Widths in pixels of the pictures made from the drawings. */
const WIDTHS = { posters: 1280, portraits: 800 } as const;

async function render(folder: keyof typeof WIDTHS, drawing: string): Promise<UploadedFile> {
  const svg = join(import.meta.dirname, folder, `${drawing}.svg`);
  const bytes = await sharp(svg, { density: 192 })
    .resize({ width: WIDTHS[folder] })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return { name: `${drawing}.png`, bytes };
}

/**
 * Adds the fictional members and events that are missing.
 * @returns false, without a change, if an account can sign in or the site has real content
 */
export async function fillWithDemo(services: Services): Promise<boolean> {
  const { auth, committee, events, clock } = services;
  if ((await auth.listAccounts()).some(({ canSignIn }) => canSignIn)) return false;
  const toCome = upcomingDemoEvents(clock.now());
  const invented = new Set([
    ...DEMO_COMMITTEE.map(({ fields }) => newCommitteeMemberId(fields)),
    ...[...DEMO_EVENTS, ...toCome].map(({ fields }) => newEventId(fields)),
  ]);
  if ([...(await committee.list()), ...(await events.list())].some(({ id }) => !invented.has(id))) return false;
  for (const { drawing, fields } of DEMO_COMMITTEE) {
    const id = newCommitteeMemberId(fields);
    if (await committee.get(id)) continue;
    const card = { collection: "membres", id, fields, file: await render("portraits", drawing) } as const;
    await addCard(services, committee, card, null);
  }
  for (const { drawing, fields } of DEMO_EVENTS) {
    const id = newEventId(fields);
    if (await events.get(id)) continue;
    const card = { collection: "evenements", id, fields, file: await render("posters", drawing) } as const;
    await addCard(services, events, card, null);
  }
  for (const { fields, before } of toCome) {
    const poster = await shownCardPicture(services, { collection: "evenements", id: newEventId(before) });
    await events.create(newEventId(fields), fields, null, poster);
  }
  await planSlots(
    services,
    toCome.map(({ fields }) => newEventId(fields)),
  );
  await fillDossiers(
    services,
    toCome.map(({ fields, before }) => ({ id: newEventId(fields), before: newEventId(before) })),
  );
  await fillHandoverItems(services);
  await addDemoResults(
    services,
    toCome.map(({ before }) => newEventId(before)),
  );
  await stopAutomaticPlanningYear(services, PLANNING_YEAR, AUTHOR);
  return true;
}

/** Plans the night of the next event with a day, and the day before. */
async function planSlots(services: Services, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const event = await services.events.get(id);
    const { firstDay = "", startTime = "" } = event ? exactEventDays(event) : {};
    if (!event || firstDay === "") continue;
    const night = { evening: firstDay, from: startTime || "20:00", until: "02:00", every: "3", needed: "3" };
    await addNight(services, event, { ...night, posts: "Bar, entrée, vestiaire" }, AUTHOR);
    const eve = { day: addDays(firstDay, -1), from: "18:00", until: "21:00", needed: "6" };
    await addSlot(services, event, { ...eve, post: "Montage", note: "Prenez des gants." }, AUTHOR);
    return;
  }
}

const WHO = ["Élodie", "Damien", "Sophie", ""];

const NOTES = `**Boissons** : 42 fûts commandés, 6 rendus pleins. Commander 36.

- Monnaie pour trois caisses : 300.– chacune, en pièces de 2.– et billets de 10.–
- Sécurité : deux personnes de 22 h à 4 h, réservées en août
- Le bus de nuit attend dix minutes de plus si on l’appelle

La salle est froide jusqu’à 21 h : demander au concierge de chauffer dès midi.`;

/**
 * The next two events have a dossier of 2025. The first event has taken it, and begins with its tasks; the second may
 * take it.
 */
async function fillDossiers(services: Services, events: readonly { id: string; before: string }[]): Promise<void> {
  const { tasks, dossiers } = services;
  for (const [place, { id, before }] of events.slice(0, 2).entries()) {
    const [year, last] = [await services.events.get(id), await services.events.get(before)];
    if (!year || !last) continue;
    const all = STARTING_LISTS.party.tasks.map((task, i) => ({ ...task, who: WHO[i % WHO.length] ?? "" }));
    const ids = await tasks.add(last.subject, all, AUTHOR);
    const at = new Date(`${addDays(exactEventDays(last).firstDay || `${last.month}-01`, 14)}T10:00:00Z`);
    for (const task of ids) await tasks.setDone(task, true, { by: AUTHOR, at });
    const { version } = await dossiers.getNotes(last.subject);
    await saveNotes(services, last.subject, { typed: { notes: NOTES }, version }, AUTHOR);
    if (place > 0) continue;
    await takeDossier(services, ownerOfEvent(year), last.subject, AUTHOR);
    const mine = (await tasks.list(year.subject)).toSorted(compareTasks(year));
    for (const task of mine.slice(0, 5)) await tasks.setDone(task.id, true, { by: AUTHOR, at: services.clock.now() });
    for (const [i, task] of mine.slice(5, 9).entries())
      await tasks.update(task.id, { ...task, who: WHO[i] ?? "" }, task.version, AUTHOR);
  }
  const year = dayInZurich(services.clock.now()).slice(0, 4);
  const ofAssociation = [
    { text: "Demander la subvention de la commune", due: { day: `${Number(year) + 1}-02-28` }, who: "Damien" },
    { text: "Renouveler l’assurance responsabilité civile", due: null, who: "" },
  ];
  await tasks.add(ASSOCIATION, ofAssociation, AUTHOR);
}

/** Moves the yearly events of 2025 to the next twelve months. `before`: the same event in 2025. */
export function upcomingDemoEvents(now: Date): { fields: EventFields; before: EventFields }[] {
  const moment = momentInZurich(now);
  const year = Number(moment.day.slice(0, 4));
  return DEMO_EVENTS.filter(({ fields }) => !fields.name.endsWith(String(PLANNING_YEAR)))
    .map(({ fields: before, coming }) => {
      const [thisYear, nextYear] = [draftInYear(before, year), draftInYear(before, year + 1)];
      return {
        before,
        fields: { ...(isEventOver(thisYear, moment) ? nextYear : thisYear), publication: "", ...coming },
      };
    })
    .toSorted((a, b) => compareEvents(a.fields, b.fields))
    .slice(0, NEXT_EVENTS);
}
