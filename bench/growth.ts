/** Measures how the response times of the committee's pages, which are not cached, grow with the amount of data. */
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";
import { EMPTY_MEMBER } from "#domain/members/member.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import type { Services } from "#usecases/services.ts";
import { median, post, read, signIn, withFolder, withSite } from "./site.ts";

/** The largest association: members, and years of fees. */
const LARGEST = { members: 2000, years: 12 };
const SIZES = [1, 10, 100].map((factor) => ({ events: 10 * factor, members: 10 * factor, signUps: 100 * factor }));
const TIMES = 5;

type Size = (typeof SIZES)[number];

export async function measureGrowth() {
  const measured: (Size & { planningMs: number; inboxMs: number })[] = [];
  for (const size of SIZES)
    await withFolder(async (folder) => {
      await withServices(folder, (services) => fill(services, size));
      const [planningMs, inboxMs] = await withSite(folder, async () => {
        const cookie = await signIn();
        return [await time("/planning", cookie), await time("/inscriptions", cookie)] as const;
      });
      measured.push({ ...size, planningMs, inboxMs });
    });
  return measured;
}

/** Milliseconds of the list of members, of a search in it, of a year of fees and of a search in them. */
export async function measureRegister() {
  const measured: number[] = [];
  await withFolder(async (folder) => {
    await withServices(folder, async ({ register, fees }) => {
      const people = Array.from({ length: LARGEST.members }, (_, i) => ({
        ...{ ...EMPTY_MEMBER, firstName: `Léa ${i}`, lastName: `Dubuis ${i % 90}`, since: "2010-01-01" },
        ...{ birthDate: `${1990 + (i % 18)}-01-01`, street: "Route de Prinzières", postcode: "1965", place: "Savièse" },
      }));
      for (let i = 0; i < people.length; i += 200)
        await register.save(
          people.slice(i, i + 200).map((data) => ({ id: null, data })),
          null,
        );
      for (let year = 2026 - LARGEST.years; year < 2026; year++)
        await fees.open({ year: `${year}`, amount: 5000, joinedBy: `${year}-10-01` }, null);
    });
    await withSite(folder, async () => {
      const session = await signIn();
      for (const path of ["/registre", "/cotisations/2025"]) {
        measured.push(await time(path, session));
        const headers = await post(
          path,
          new URLSearchParams({ intention: "search", q: "lea 1999", filtre: "" }),
          session,
        );
        const searches = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
        measured.push(await time(headers.get("location") ?? "", [session, ...searches].join("; ")));
      }
    });
  });
  return measured;
}

async function withServices(folder: string, work: (services: Services) => Promise<void>): Promise<void> {
  const nothing = () => {};
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  const { services, close } = await openServices(config, { onChange: nothing, onMail: nothing, report: nothing });
  await work(services);
  await close();
}

async function fill({ events, committee, inbox }: Services, size: Size): Promise<void> {
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
