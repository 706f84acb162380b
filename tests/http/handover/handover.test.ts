/** « Passer la main »: what hangs on those who leave. */
import { beforeEach, describe, expect, it } from "vitest";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { HANDOVER_POINTS } from "#domain/handover/points.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { saveSettings, setUpSite, textOf } from "#tests/http/site.ts";

const site = setUpSite({ each: true, committee: true });
const clock = { now: new Date("2026-11-20T10:00:00Z") };
const card = (firstName: string, lastName: string, role = "Membre") => ({
  firstName,
  lastName,
  role,
  displayedRole: "",
});
const PAGE = "/passer-la-main";
const plain = (html: string) =>
  textOf(html.replaceAll(/<script[\s\S]*?<\/script>/g, "")).replaceAll(/\u00a0|&nbsp;/g, " ");

/** Sophie Bernard has an account and a card, Sophie Dupont has a card, and the account of the test has no first name. */
let sophie: { account: string; card: string; other: string };
beforeEach(async () => {
  clock.now = new Date("2026-11-20T10:00:00Z");
  const { services } = site;
  services.clock.now = () => clock.now;
  const created = await services.auth.createAccount("sophie@exemple.ch", "raclette-1966");
  await services.auth.rename(created?.id ?? "", "Sophie B.");
  await services.committee.create("BernardCaissier", card("Sophie", "Bernard", "Caissier"));
  await services.committee.create("DupontMembre", card("Sophie", "Dupont"));
  const [first, second] = await Promise.all(
    ["BernardCaissier", "DupontMembre"].map((id) => services.committee.get(id)),
  );
  sophie = { account: created?.id ?? "", card: first?.subject ?? "", other: second?.subject ?? "" };
});

const open = async (...ids: string[]) => {
  const html = await site.html(`${PAGE}?${new URLSearchParams([...ids.map((id) => ["qui", id]), ["voir", "1"]])}`);
  return { html, text: plain(html) };
};
const partOf = (html: string, id: string) =>
  plain(new RegExp(`aria-labelledby="qui-${id}".*?</section>`, "s").exec(html)?.[0] ?? "");

describe("who leaves", () => {
  it("is one row for an account and its card; without a tick the page says what to do", async () => {
    const { html, text } = await open();
    expect([...html.matchAll(/name="qui" value="([^"]*)"/g)].map(([, id]) => id)).toHaveLength(3);
    expect(text).toContain("Sophie Bernard compte et carte, Caissier, sophie@exemple.ch");
    expect(text).toContain("Cochez une personne ou plusieurs");
  });

  it.each([["account"], ["card"]] as const)("is found by the id of the %s, and stays ticked", async (which) => {
    const { html } = await open(sophie[which]);
    expect(html.match(/checked=""/g)).toHaveLength(1);
    expect(partOf(html, sophie.account)).toContain("Sophie Bernard");
  });

  it("that is unknown is ignored", async () => {
    expect((await open("Nulle")).text).toContain("Cochez une personne");
  });
});

describe("what hangs on a person", () => {
  it("is listed with the page that changes it, and « peut-être » when only the first name fits", async () => {
    const { services } = site;
    await services.events.create("Bal0327", anEvent({ name: "Bal", month: "2027-03", firstDay: "2027-03-10" }), null);
    const { subject = "" } = (await services.events.get("Bal0327")) ?? {};
    const [ofBal] = await services.tasks.add(
      subject,
      [{ text: "Réserver la salle", due: { days: -60 }, who: "Sophie B." }],
      null,
    );
    const [any, done] = await services.tasks.add(
      ASSOCIATION,
      [
        { text: "Payer l’assurance", due: null, who: "Sophie" },
        { text: "Déjà fait", due: null, who: "Sophie B." },
      ],
      null,
    );
    await services.tasks.setDone(done ?? "", true, { by: null, at: clock.now });
    const line = await services.handoverItems.add({ what: "Clés", where: "Chez Sophie Bernard", who: "" }, null);
    await saveSettings(site, { recipients: ["SOPHIE@exemple.ch"], webmaster: "Sophie B.", email: "sophie@exemple.ch" });
    const { html } = await open(sophie.account, sophie.other);
    const [bernard, dupont] = [partOf(html, sophie.account), partOf(html, sophie.other)];
    for (const words of [
      "Réserver la salle Tâche, Bal, 9 janvier 2027, Sophie B.",
      "Payer l’assurance peut-être",
      "Clés C’est où",
      "Reçoit les e-mails des formulaires",
      "E-mail du site, que tous voient",
      "S’occupe du serveur",
      "Carte sur la page du comité Caissier",
      "Avec lui partent ses appareils",
    ])
      expect(bernard).toContain(words);
    expect(bernard).not.toContain("Déjà fait");
    expect(bernard.indexOf("Réserver la salle")).toBeLessThan(bernard.indexOf("Payer l’assurance"));
    expect(dupont).toContain("Payer l’assurance peut-être");
    expect(dupont).not.toContain("Réserver la salle");
    for (const path of [
      `/evenement/modify/Bal0327/dossier/tache/${ofBal}`,
      `/dossiers/association/tache/${any}`,
      `/dossiers/association/lignes/${line}`,
      "/comite/remplacer/BernardCaissier",
      "/reglages#recipients",
      `/comptes#ligne-${sophie.account}`,
    ])
      expect(html).toContain(`href="${path}"`);
  });

  it("the last account that can sign in is not to be removed: its successor is invited first", async () => {
    expect(await site.services.auth.removeAccount(sophie.account)).toBe("removed");
    const [{ id = "" } = {}] = await site.services.auth.listAccounts();
    const { html } = await open(id);
    expect(partOf(html, id)).toContain("C’est le dernier qui peut se connecter : invitez d’abord.");
    expect(partOf(html, id)).not.toContain("Retirer le compte");
  });
});

describe("the points", () => {
  const add = (query = "") => site.send(PAGE + query, { hp: "" }, site.cookie);
  const ofAssociation = () => site.services.tasks.list(ASSOCIATION);

  it("that the site sees are ticked by itself", async () => {
    const { text } = await open(sophie.account);
    expect(text).toContain("Encore sur la page du comité : Sophie Bernard.");
    expect(text).toContain("Ont encore un compte, à retirer en dernier : Sophie Bernard.");
    expect(text).toContain("Les e-mails des formulaires ne vont plus à qui s’en va. , fait");
  });

  it("that only people see become tasks of the association, once, and « Fait » ticks them here", async () => {
    const query = `?qui=${sophie.account}&voir=1`;
    const answers = await Promise.all([add(query), add(query)]);
    expect(answers.map(({ headers }) => headers.get("location"))).toEqual(Array(2).fill(`${PAGE}${query}#points`));
    expect((await ofAssociation()).map(({ text }) => text).toSorted()).toEqual(
      HANDOVER_POINTS.map(({ text }) => text).toSorted(),
    );
    const [task] = await ofAssociation();
    const done = (html: string) => html.match(/first-step--done/g)?.length ?? 0;
    const before = done((await open()).html);
    await site.services.tasks.setDone(task?.id ?? "", true, { by: null, at: clock.now });
    const { html, text } = await open();
    expect(done(html)).toBe(before + 1);
    expect(text).toContain("Ils y sont : « Fait »");
    expect(html).toContain(`href="/dossiers/association#ligne-${task?.id}"`);
    await add();
    expect((await ofAssociation()).filter(({ doneAt }) => doneAt !== "")).toHaveLength(1);
  });

  it("that were done for an earlier handover are to be done again", async () => {
    await add();
    const [task] = await ofAssociation();
    await site.services.tasks.setDone(task?.id ?? "", true, { by: null, at: clock.now });
    clock.now = new Date("2027-11-20T10:00:00Z");
    site.cookie = await site.signIn();
    expect((await open()).text).not.toContain("Ils y sont");
    await add();
    expect((await ofAssociation()).map(({ doneAt }) => doneAt)).toEqual(HANDOVER_POINTS.map(() => ""));
  });

  it("a visitor neither sees nor adds them", async () => {
    expect((await site.get(PAGE, "")).headers.get("location")).toBe("/login?suite=%2Fpasser-la-main");
    expect((await site.send(PAGE, { hp: "" })).headers.get("location")).toBe("/login?suite=%2Fpasser-la-main");
    expect(await ofAssociation()).toEqual([]);
  });
});
