/** Measures the committee's pages, which are not cached, with the largest expected amount of data. */
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { fetchText, median, postForm, signIn, withFolder, withSite } from "./site.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** @returns milliseconds for planning, inbox, register, search in the register, fees, search in the fees */
export const measureLargest = () =>
  withFolder(async (folder) => {
    await fill(folder);
    return withSite(folder, async () => {
      const session = await signIn();
      const measured = [await time("/planning", session), await time("/inscriptions", session)];
      for (const path of ["/registre", "/cotisations/2025"]) {
        measured.push(await time(path, session));
        const search = new URLSearchParams({ intention: "search", q: "lea 1999", filtre: "" });
        const headers = await postForm(path, search, session);
        const searches = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
        measured.push(await time(headers.get("location") ?? "", [session, ...searches].join("; ")));
      }
      return measured;
    });
  });

async function fill(folder: string): Promise<void> {
  const nothing = () => {};
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  const { services, close } = await openServices(config, { onChange: nothing, onMail: nothing, report: nothing });
  const { events, committee, inbox, register, fees } = services;
  for (const i of numbers(1000)) {
    const month = `${2010 + (i % 20)}-${String(1 + (i % 12)).padStart(2, "0")}`;
    await events.create(`Fete${i}`, { ...EMPTY_EVENT, name: `Fête numéro ${i}`, month, place: "Savièse" });
    await committee.create(`Membre${i}`, {
      firstName: "Élodie",
      lastName: `Reynard ${i}`,
      role: "Membre",
      displayedRole: "",
    });
  }
  for (const i of numbers(10_000)) {
    const person = { lastName: "Dubuis", firstName: `Léa ${i}`, address: "Route de Prinzières 12, 1965 Savièse" };
    const contact = { phone: `079${String(i).padStart(7, "0")}`, birthDate: `01.01.${1990 + (i % 18)}` };
    const content = { ...person, ...contact, charter: "Validé par la personne", minorCharter: "Majeur" } as const;
    await inbox.add({ type: "inscription", content }, new Date(Date.now() - i * 60_000));
  }
  const members = numbers(2000).map((i) => {
    const name = { firstName: `Léa ${i}`, lastName: `Dubuis ${i % 90}`, birthDate: `${1990 + (i % 18)}-01-01` };
    const address = { street: "Route de Prinzières", postcode: "1965", place: "Savièse" };
    return { id: null, data: { ...EMPTY_MEMBER, ...name, ...address, since: "2010-01-01" } };
  });
  for (let i = 0; i < members.length; i += 200) await register.save(members.slice(i, i + 200), null);
  for (const year of numbers(12).map((i) => `${2014 + i}`))
    await fees.open({ year, amount: 5000, joinedBy: `${year}-10-01` }, null);
  await close();
}

async function time(path: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    await fetchText(path, cookie);
    times.push(performance.now() - began);
  }
  return median(times);
}
