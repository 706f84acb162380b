/** Measures how the response times of the committee's pages, which are not cached, grow with the amount of data. */
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { median, read, signIn, withFolder, withSite } from "./site.ts";

const SIZES = [1, 10, 100].map((factor) => ({ events: 10 * factor, members: 10 * factor, signUps: 100 * factor }));
const TIMES = 5;

type Size = (typeof SIZES)[number];

export async function measureGrowth() {
  const measured: (Size & { planningMs: number; inboxMs: number })[] = [];
  for (const size of SIZES)
    await withFolder(async (folder) => {
      await fill(folder, size);
      const [planningMs, inboxMs] = await withSite(folder, async () => {
        const cookie = await signIn();
        return [await time("/planning", cookie), await time("/inscriptions", cookie)] as const;
      });
      measured.push({ ...size, planningMs, inboxMs });
    });
  return measured;
}

async function fill(folder: string, size: Size): Promise<void> {
  const nothing = () => {};
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  const opened = await openServices(config, { onChange: nothing, onMail: nothing, report: nothing });
  const { events, committee, inbox } = opened.services;
  for (let i = 0; i < size.events; i++) {
    const month = `${2010 + (i % 20)}-${String(1 + (i % 12)).padStart(2, "0")}`;
    await events.create(`Fete${i}`, { ...EMPTY_EVENT, name: `Fête numéro ${i}`, month, place: "Savièse" });
  }
  for (let i = 0; i < size.members; i++)
    await committee.create(`Membre${i}`, { firstName: "Élodie", lastName: `Reynard ${i}`, role: "Membre" });
  for (let i = 0; i < size.signUps; i++) {
    const person = { lastName: "Dubuis", firstName: `Léa ${i}`, address: "Route de Prinzières 12, 1965 Savièse" };
    const contact = { phone: `079${String(i).padStart(7, "0")}`, birthDate: `01.01.${1990 + (i % 18)}` };
    const content = { ...person, ...contact, charter: "Validé par la personne", minorCharter: "Majeur" } as const;
    await inbox.add({ type: "inscription", content }, new Date(Date.now() - i * 60_000));
  }
  await opened.close();
}

/** @returns milliseconds until a page has arrived, the median of several requests */
async function time(path: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now();
    await read(path, cookie);
    times.push(performance.now() - began);
  }
  return median(times);
}
