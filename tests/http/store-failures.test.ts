/** Answers of forms and files while the store is unavailable. */
import { beforeEach, expect, it, vi } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { formOf } from "#tests/http/hostile/long-forms.ts";
import { ADMIN, sendSettings, setUpSite } from "#tests/http/site.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";

const PAUL = "paul@exemple.ch";
const PASSWORD = "trois mots au hasard";
const SECRET = /disk full|trois mots|paul@exemple\.ch/;

const site = setUpSite({ committee: true });
beforeEach(() => {
  site.log.length = 0;
});

type Service = "auth" | "bin" | "events" | "inbox" | "settings" | "lostLinks";
/** Makes one method of a store fail once, with an error that quotes personal data. */
function fails(service: Service, method: string) {
  const stores = site.services as unknown as Record<Service, Record<string, () => Promise<never>>>;
  vi.spyOn(stores[service], method).mockRejectedValueOnce(new Error(`disk full: ${PAUL} ${PASSWORD}`));
}
const logged = () => site.log.map(({ position }) => position);

const INVITATION = { intention: "invite", firstName: "Paul", email: PAUL };
const LOGIN = { username: ADMIN.email, password: ADMIN.password };

it.each<[Service, string, string, Record<string, string>, string[], string]>([
  ["auth", "invite", "/comptes", INVITATION, ["Rien n’a changé.", `value="${PAUL}"`], "accounts invite"],
  ["auth", "changePassword", "/mot-de-passe", { current: ADMIN.password, newPassword: PASSWORD }, [], "password"],
  ["auth", "signIn", "/login", LOGIN, ["La connexion n’a pas abouti.", `value="${ADMIN.email}"`], "login"],
  ["inbox", "add", "/contact", formOf("/contact"), ["Le message n’est pas parti.", 'value="Brisolée"'], "contact"],
  [
    "lostLinks",
    "ask",
    "/ma-fiche",
    formOf("/ma-fiche"),
    ["Ce n’est pas parti.", 'value="zoe@exemple.ch"'],
    "lost-link",
  ],
  [
    "inbox",
    "setHandled",
    "/inscriptions",
    { intention: "handle", id: "x" },
    ["Rien n’a été changé."],
    "inscription handle",
  ],
  ["settings", "get", "/reglages", { what: "test" }, ["L’essai n’a pas eu lieu."], "test mail"],
])(
  "when %s.%s fails, the form at %s says so, and keeps the typed values but no password",
  async (service, method, path, fields, texts, position) => {
    fails(service, method);
    const response = await site.send(path, fields, path === "/login" ? "" : site.cookie);
    const html = await response.text();
    expect([response.status, logged()]).toEqual([503, [position]]);
    for (const text of texts) expect(html).toContain(text);
    expect(html).not.toMatch(/disk full|trois mots|raclette-1965|Mot de passe incorrect|<dialog[^>]* open/);
    expect(response.headers.getSetCookie()).toEqual([]);
  },
);

it("the settings form keeps its typed values when the store fails", async () => {
  fails("settings", "save");
  const response = await sendSettings(site, { place: "Sion" }, site.cookie);
  const html = await response.text();
  expect([response.status, logged()]).toEqual([503, ["settings save"]]);
  for (const text of ["Rien n’a été enregistré.", 'value="Sion"']) expect(html).toContain(text);
});

it("a link to choose a password stays valid when the store fails", async () => {
  const link = `/invitation/${(await site.services.auth.invite(PAUL))?.token}`;
  fails("auth", "acceptLink");
  const response = await site.send(link, { newPassword: PASSWORD });
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("Rien n’a été enregistré.")]);
  expect((await site.send(link, { newPassword: PASSWORD })).status).toBe(302);
});

it("a failing store restores no revision, and restores and erases nothing in the recycle bin", async () => {
  const { bin, events } = site.services;
  await events.create("Bal0825", anEvent());
  await events.update("Bal0825", anEvent({ place: "Sion" }), (await events.get("Bal0825"))?.version ?? "");
  const page = "/evenement/modify/Bal0825/historique";
  const [, state = ""] = /name="state" value="([^"]+)"/.exec(await site.html(page)) ?? [];
  await events.create("Loto0825", anEvent());
  const key = (await deleteCard(site.services, { collection: "evenements", id: "Loto0825" }, null)) ?? "";
  const version = (await events.get("Bal0825"))?.version ?? "";
  for (const [service, method, path, fields, text, position] of [
    ["events", "update", page, { version, state }, "Rien n’a été rétabli.", "event restore"],
    ["events", "restore", "/corbeille", { intention: "restore", key }, "Rien n’a été changé.", "recycle bin restore"],
    ["bin", "erase", "/corbeille", { intention: "erase", key }, "Rien n’a été changé.", "recycle bin erase"],
  ] as const) {
    fails(service, method);
    const response = await site.send(path, fields, site.cookie);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining(text)]);
    expect(logged().at(-1)).toBe(position);
  }
  expect(await events.get("Bal0825")).toMatchObject({ place: "Sion" });
  expect(await bin.list()).toHaveLength(1);
});

it.each<[string, Service, string, string, string]>([
  ["/inscriptions.csv", "inbox", "search", "L’export n’a pas pu être préparé.", "inscriptions export"],
  ["/planning.ics", "events", "list", "Le calendrier n’a pas pu être préparé. Réessayez dans un instant.", "calendar"],
  [
    "/autorisation/un-lien",
    "inbox",
    "get",
    "L’autorisation n’a pas pu être préparée. Réessayez dans un",
    "consent form",
  ],
  [
    "/qr-facture/don.pdf",
    "settings",
    "get",
    "La QR-facture n’a pas pu être préparée. Réessayez dans un instant.",
    "QR-bill",
  ],
])(
  "%s answers 503 with a sentence when the store fails, instead of a part of the file",
  async (path, service, method, text, position) => {
    fails(service, method);
    const { status, html } = await site.read(path);
    expect([status, html]).toEqual([503, expect.stringContaining(text)]);
    expect(html).not.toMatch(SECRET);
    expect(logged()).toEqual([position]);
  },
);

it("a page that throws in its render is an error page, without a rejection that would end the process", async () => {
  const { events } = site.services;
  await events.create("Bal0925", anEvent());
  const bal = await events.get("Bal0925");
  // React renders no object.
  if (bal) vi.spyOn(events, "get").mockResolvedValueOnce({ ...bal, contact: {} as string });
  const rejected = vi.fn();
  process.on("unhandledRejection", rejected);
  const response = await site.get("/planning/Bal0925", site.cookie);
  await new Promise(setImmediate);
  process.off("unhandledRejection", rejected);
  expect([response.status, logged()]).toEqual([500, ["render", "GET /planning/:eventId"]]);
  expect(await response.text()).toContain("Quelque chose a cassé");
  expect(rejected).not.toHaveBeenCalled();
});
