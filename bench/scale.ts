/** How long pages take that are not in memory, as the association grows: rendered in this process, on a real file. */
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";
import type { Services } from "#usecases/services.ts";
import { openInProcess } from "./in-process-site.ts";
import { median } from "./statistics.ts";

const SIZES = [
  { events: 10, members: 10, inscriptions: 100 },
  { events: 100, members: 100, inscriptions: 1000 },
  { events: 1000, members: 1000, inscriptions: 10_000 },
] as const;
const TIMES = 5;
const ACCOUNT = { email: "comite@exemple.ch", password: "tracteur-violon-nuage" };

type App = Awaited<ReturnType<typeof openInProcess>>["app"];
type Size = (typeof SIZES)[number];
type Measurement = Size & { planningMs: number; committeeMs: number; inboxMs: number; searchMs: number };

/** @returns the milliseconds of each page, the median of several */
async function measure(size: Size): Promise<Measurement> {
  const { app, services, publicUrl, close } = await openInProcess(false);
  await fill(services, size);
  await services.auth.createAccount(ACCOUNT.email, ACCOUNT.password);
  const cookie = await openSession(app, publicUrl);
  const timed = async (path: string, who = cookie) => {
    const times: number[] = [];
    for (let i = 0; i < TIMES; i++) {
      const start = performance.now();
      const response = await app.request(publicUrl + path, { headers: { cookie: who } });
      await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const search = await searchFor(app, publicUrl, cookie);
  const measurement = {
    ...size,
    planningMs: await timed("/planning"),
    committeeMs: await timed("/comite"),
    inboxMs: await timed("/inscriptions"),
    searchMs: await timed(search.address, search.cookie),
  };
  await close();
  return measurement;
}

async function openSession(app: App, publicUrl: string): Promise<string> {
  const body = new URLSearchParams({ username: ACCOUNT.email, password: ACCOUNT.password });
  const response = await app.request(`${publicUrl}/login`, { method: "POST", headers: { origin: publicUrl }, body });
  return (
    response.headers
      .getSetCookie()
      .find((one) => one.includes("session="))
      ?.split(";", 1)[0] ?? ""
  );
}

/** @returns the address of what was found, and the cookies to read it with */
async function searchFor(app: App, publicUrl: string, cookie: string) {
  const body = new URLSearchParams({ intention: "search", q: "reynard" });
  const headers = { origin: publicUrl, cookie };
  const answer = await app.request(`${publicUrl}/inscriptions`, { method: "POST", headers, body });
  const searches = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  return { address: answer.headers.get("location") ?? "", cookie: [cookie, ...searches].join("; ") };
}

const twoDigits = (n: number) => String(n).padStart(2, "0");

async function fill({ events, committee, inbox }: Services, size: Size): Promise<void> {
  for (let i = 0; i < size.events; i++)
    await events.create(`Fete${i}`, {
      ...EMPTY_EVENT,
      name: `Fête numéro ${i}`,
      month: `${2010 + (i % 20)}-${twoDigits(1 + (i % 12))}`,
      place: "Savièse",
    });
  for (let i = 0; i < size.members; i++)
    await committee.create(`Membre${i}`, { firstName: "Élodie", lastName: `Reynard ${i}`, role: "Membre" });
  for (let i = 0; i < size.inscriptions; i++)
    await inbox.add(
      {
        type: "inscription",
        content: {
          lastName: i % 10 === 0 ? "Reynard" : "Dubuis",
          firstName: `Léa ${i}`,
          address: "Route de Prinzières 12, 1965 Savièse",
          phone: `079${String(i).padStart(7, "0")}`,
          birthDate: `01.01.${1990 + (i % 18)}`,
          charter: "Validé par la personne",
          minorCharter: "Majeur",
        },
      },
      new Date(Date.now() - i * 60_000),
    );
}

/** @returns one line per size, growing */
export async function measureGrowth(): Promise<Measurement[]> {
  const measures: Measurement[] = [];
  for (const size of SIZES) measures.push(await measure(size));
  return measures;
}
