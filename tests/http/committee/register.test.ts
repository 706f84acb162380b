import { describe, expect, it } from "vitest";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { EMPTY_MEMBER, IN_GROUP_CHAT, type MemberData } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { setUpSite } from "#tests/http/site.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";

const NOW = new Date();
const TODAY = dayInZurich(NOW);
const YEAR = TODAY.slice(0, 4);
const MARIE: MemberData = {
  ...EMPTY_MEMBER,
  firstName: "Marie",
  lastName: "Luyet",
  postcode: "1965",
  place: "Savièse",
  since: "2020-01-01",
};
const ACCEPTED = memberAsTyped({
  ...MARIE,
  firstName: "Zoé",
  lastName: "Héritier",
  birthDate: "2000-08-05",
  street: "Chemin des Treize-Étoiles",
  buildingNumber: "4",
});

const site = setUpSite({ committee: true, each: true, now: NOW });
const send = (path: string, fields: Record<string, string | string[]>) => site.send(path, fields, site.cookie);

const locationOf = ({ headers }: Response) => headers.get("location");
const add = (fields: Partial<MemberData> = {}) => saveMember(site.services.register, { ...MARIE, ...fields });
const open = () => site.services.fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-10-01` }, null);
const statesOf = async (id: string) => (await site.services.fees.listOfMember(id)).map(({ lines }) => lines);

describe("the register", () => {
  it("accepts a sign-up once, also if the form is sent twice; shows the reason of a refused one", async () => {
    const { entry } = await site.services.inbox.add(aSignUp(), new Date());
    await send("/inscriptions", { intention: "refuse", id: entry.id, reason: "Habite trop loin" });
    expect(await site.html("/inscriptions")).toContain("Habite trop loin");
    await send("/inscriptions", { intention: "reopen", id: entry.id });
    await open();
    const page = `/registre/accepter/${entry.id}`;
    expect(await site.html("/inscriptions")).toContain(`href="${page}"`);
    const [accepted, again] = [await send(page, ACCEPTED), await send(page, ACCEPTED)].map(locationOf);
    expect([accepted, again]).toEqual([`/inscriptions?fait=&fait=${entry.id}`, accepted]);
    const [member, ...others] = await site.services.register.list();
    expect(others).toEqual([]);
    // A colleague had the form open, and corrected something else: the form stays.
    expect((await send(`${page}.data`, { ...ACCEPTED, place: "Conthey" })).status).toBe(409);
    expect((await site.services.register.get(member?.id ?? ""))?.place).toBe("Savièse");
    expect(await site.services.fees.listOpen(YEAR)).toHaveLength(1);
    expect(locationOf(await site.get(page))).toBe(`/registre/${member?.id}`);
  });

  it("skips sign-ups that a colleague decided or deleted meanwhile, and ends in the list", async () => {
    const names = ["Ana", "Bea", "Cleo"];
    const added = await Promise.all(
      names.map((firstName) => site.services.inbox.add(aSignUp({ firstName }), new Date())),
    );
    const [done = "", refused = "", deleted = ""] = added.map(({ entry }) => entry.id);
    await send("/inscriptions", { intention: "refuse", id: refused });
    await send("/inscriptions", { intention: "remove", id: deleted });
    const list = `/inscriptions?fait=&fait=${done}`;
    const last = locationOf(await site.get(`/registre/accepter/${refused}?suite=${deleted}&fait=&fait=${done}`)) ?? "";
    expect(last).toContain(deleted);
    expect(locationOf(await site.get(last))).toBe(list);
    expect(locationOf(await site.get(`/registre/accepter/${refused}?fait=&fait=${done}`))).toBe(list);
  });

  it("shows and sets the same authorisation of the parents in the inbox and on the member's page", async () => {
    const birthDate = `05.08.${Number(YEAR) - 17}`;
    const { entry } = await site.services.inbox.add(
      aSignUp({ birthDate, minorCharter: "Validé par la personne" }),
      new Date(),
    );
    const accept = `/registre/accepter/${entry.id}`;
    // The form was opened before a colleague noted the paper.
    const late = /name="late" value="([^"]*)"/.exec(await site.html(accept))?.[1] ?? "";
    expect(late.split(" ")).toContain("consentOn");
    await send("/inscriptions", { intention: "consent-received", id: entry.id });
    const typed = { ...ACCEPTED, birthDate: `${Number(YEAR) - 17}-08-05`, late };
    await send(accept, typed);
    const decision = (await site.services.inbox.get(entry.id))?.decision;
    const id = decision?.is === "accepted" ? decision.member : "";
    const page = `/registre/${id}`;
    const received = `Autorisation parentale reçue le ${swissDay(TODAY)}`;
    const shown = async () => [await site.html("/inscriptions?filtre=tout"), await site.html(page)];
    for (const html of await shown()) expect(html).toContain(received);
    await send(page, { intention: "consent-missing", id });
    for (const html of [...(await shown()), await site.html("/registre?filtre=no-consent")])
      expect(html.toLowerCase()).toContain("autorisation parentale manquante");
    await send("/inscriptions", { intention: "consent-received", id: entry.id });
    for (const html of await shown()) expect(html).toContain(received);
  });

  it("notes the ticked members as in the group chat in one step, which one tap undoes for those it changed", async () => {
    const already = await add({ firstName: "Ana", inGroupChat: IN_GROUP_CHAT });
    const [ben, cleo] = [await add({ firstName: "Ben" }), await add({ firstName: "Cleo" })];
    const list = "/registre?filtre=not-in-group";
    expect((await send(list, { intention: "group-in" })).status).toBe(400);
    const tick = () => send(list, { intention: "group-in", id: [`${already} ${ben} ${cleo}`, ben] });
    const done = locationOf(await tick()) ?? "";
    // Without JavaScript, the user sees only the response to the second request of a double tap.
    expect(locationOf(await tick())).toBe(done);
    expect([done.includes(ben), done.includes(cleo), done.includes(already)]).toEqual([true, true, false]);
    const html = await site.html(done);
    // The rows stay where they were ticked, and are not counted any more.
    for (const words of ["2\u00a0personnes notées dans le groupe WhatsApp.", "Ben Luyet", "Cleo Luyet", "0 personne"])
      expect(html).toContain(words);
    expect(await site.html(list)).not.toContain("Ben Luyet");
    const again = await send(list, { intention: "group-in", id: [`${already} ${ben} ${cleo}`, ben] });
    expect(locationOf(again), "the second request of a double tap").toBe(done);
    for (const tap of ["first", "second"]) {
      const undone = await send(done, { intention: "group-out", undo: "1", id: `${ben} ${cleo}` });
      expect(await site.html(locationOf(undone) ?? ""), tap).toContain("C’est annulé.");
    }
    const members = await site.services.register.list();
    expect(members.filter(({ inGroupChat }) => inGroupChat !== "").map(({ id }) => id)).toEqual([already]);
  });

  it("leads from the ticked page to the members whom the list has not shown yet", async () => {
    const names = Array.from({ length: ROWS_PER_PAGE + 5 }, (_, i) => `Zoug${String(i).padStart(2, "0")}`);
    const ids = await Promise.all(names.map((lastName) => add({ firstName: "Uli", lastName })));
    const list = "/registre?filtre=not-in-group";
    const done = await send(list, { intention: "group-in", id: ids.slice(0, ROWS_PER_PAGE).join(" ") });
    const html = await site.html(locationOf(done) ?? "");
    const next = /href="([^"]*)" rel="next"|rel="next" href="([^"]*)"/.exec(html);
    expect(html).toContain(`${names.length - ROWS_PER_PAGE} personnes`);
    expect(await site.html((next?.[1] ?? next?.[2] ?? "").replaceAll("&amp;", "&"))).toContain(names[ROWS_PER_PAGE]);
  });

  it("says on the page and in the list of those who left who is still in the group chat", async () => {
    const id = await add({ leftOn: "2025-12-31", inGroupChat: IN_GROUP_CHAT });
    const page = `/registre/${id}`;
    expect(await site.html(page)).toContain("Encore dans le groupe WhatsApp");
    expect(await site.html("/registre?filtre=left")).toContain("encore dans le groupe WhatsApp");
    await send(page, { intention: "group-out", id });
    for (const path of [page, "/registre?filtre=left"])
      expect((await site.html(path)).toLowerCase()).not.toContain("encore dans le groupe whatsapp");
  });

  it("keeps the group chat of a form that was opened before the field existed, and saves the field of another", async () => {
    const id = await add({ inGroupChat: IN_GROUP_CHAT });
    const member = async () => (await site.services.register.get(id)) ?? expect.fail("The member is gone.");
    const save = async (change: Record<string, string>) => {
      const { inGroupChat: _, ...typed } = memberAsTyped(await member());
      const { version } = await member();
      await send(`/registre/modify/${id}`, { ...typed, ...change, version });
      return (await member()).inGroupChat;
    };
    expect([await save({ note: "Tambour" }), await save({ inGroupChat: "" })]).toEqual([IN_GROUP_CHAT, ""]);
  });

  it("saves the group chat of a form that renews a member", async () => {
    const person = { firstName: "Zoé", lastName: "Héritier", birthDate: "2000-08-05" };
    const renew = await add({ ...person, inGroupChat: IN_GROUP_CHAT });
    const { entry } = await site.services.inbox.add(aSignUp(), new Date());
    await send(`/registre/accepter/${entry.id}`, { ...ACCEPTED, renew, inGroupChat: "" });
    expect(await site.services.register.get(renew)).toMatchObject({ signUps: [entry.id], inGroupChat: "" });
  });

  it("marks a refused e-mail address in the list and on the page, where one tap tries it again", async () => {
    const id = await add({ email: "marie@exemple.ch" });
    await open();
    const fee = `${YEAR}-${id}`;
    const address = { address: "marie@exemple.ch", state: "refused", reason: "Non." } as const;
    const letter = {
      kind: "bill",
      cause: fee,
      recipient: address.address,
      member: id,
      subject: "",
      text: "",
      html: "",
    } as const;
    await site.services.fees.recordSent(new Map([[fee, letter]]), "email", null);
    const mail = (await site.services.mails.leaseDue(NOW, 1000)) ?? expect.fail("No mail waits.");
    await site.services.mails.record(mail, { state: "echec", reason: "Non.", addresses: [address] });
    const page = `/registre/${id}`;
    for (const path of [page, "/registre", "/registre?filtre=no-email"])
      expect(await site.html(path)).toContain("ne marche plus");
    expect(await site.html(`${page}/donnees`)).toContain("Adresse refusée");
    const tried = locationOf(await send(page, { intention: "retry-email" })) ?? "";
    expect(await site.html(tried)).toMatch(/inert="".*ne marche plus.*sera essayée encore/s);
    for (const path of [page, "/registre"]) expect(await site.html(path)).not.toContain("ne marche plus");
  });

  it("prints the authorisation of a minor without a sign-up, and none for an adult", async () => {
    const minor = await add({ birthDate: `${Number(YEAR) - 17}-01-01`, street: "Rue du Stade", buildingNumber: "5" });
    const file = await site.get(`/registre/${minor}/autorisation.pdf`);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    const texts = readPdf(new Uint8Array(await file.arrayBuffer())).pieces.map(({ text }) => text.trim());
    expect(texts).toEqual(expect.arrayContaining(["Luyet", "Marie", `01.01.${Number(YEAR) - 17}`]));
    const adult = await site.get(
      `/registre/${await add({ firstName: "Luc", birthDate: "2000-01-01" })}/autorisation.pdf`,
    );
    expect([adult.status, await adult.text()]).toEqual([404, expect.stringContaining("date de naissance")]);
  });

  it("renews the member who signs up again, instead of adding a second record", async () => {
    const id = await add({ firstName: "ZOE", lastName: "heritier", birthDate: "2000-08-05", leftOn: "2024-01-01" });
    const { entry } = await site.services.inbox.add(aSignUp(), new Date());
    const page = `/registre/accepter/${entry.id}`;
    expect(await site.html(page)).toContain("La fiche sera renouvelée.");
    const unasked = await send(page, ACCEPTED);
    expect([unasked.status, await unasked.text()]).toEqual([409, expect.stringContaining("est déjà au registre")]);
    expect((await send("/registre/create", ACCEPTED)).status).toBe(409);
    await send(page, { ...ACCEPTED, renew: id });
    const [member, ...others] = await site.services.register.list();
    expect(others).toEqual([]);
    expect(member).toMatchObject({ id, firstName: "Zoé", returnedOn: TODAY, leftOn: "" });
  });

  it("returns the typed values with a sentence for each refusal of the form", async () => {
    const left = await add({ leftOn: "2024-05-01" });
    const { version = "" } = (await site.services.register.get(left)) ?? {};
    const back = { intention: "back", version };
    for (const [path, fields, texts] of [
      [
        "/registre/create",
        { ...ACCEPTED, postcode: "19650", since: "", note: "Tambour" },
        ["Un NPA suisse a quatre chiffres.", "Indiquez une date.", "Tambour"],
      ],
      [`/registre/${left}`, { ...back, returnedOn: "2024-04-30" }, ["C’est avant le départ", 'value="2024-04-30"']],
      [`/registre/${left}`, { ...back, returnedOn: "2024-02-30" }, ["Indiquez une date."]],
      [
        `/registre/modify/${left}`,
        { ...memberAsTyped(MARIE), version, since: "2024-05-02" },
        ["C’est après le départ"],
      ],
    ] as const) {
      const answer = await send(path, fields);
      const html = await answer.text();
      expect(answer.status).toBe(400);
      for (const text of texts) expect(html).toContain(text);
    }
    expect((await send(`/registre/${left}`, { ...back, returnedOn: "2024-05-01" })).status).toBe(302);
  });

  it("refuses to overwrite the change of another person, and shows that change", async () => {
    const id = await add();
    const { version = "" } = (await site.services.register.get(id)) ?? {};
    const page = `/registre/modify/${id}`;
    const other = { place: "Sion", birthDate: "2000-02-03", phone: "" };
    expect((await send(page, { ...memberAsTyped(MARIE), version, ...other })).status).toBe(302);
    const answer = await send(page, { ...memberAsTyped(MARIE), version, phone: "079 123 45 67", note: "Tambour" });
    const said = "Lieu «\u00a0Sion\u00a0», Téléphone vide, Date de naissance «\u00a003.02.2000\u00a0», Note vide.";
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(said)]);
    expect(await site.html(`${page}/historique`)).toContain("Savièse");
  });

  it("asks what happens to the debts of a member who leaves, and restores a deleted member", async () => {
    const id = await add();
    await open();
    const page = `/registre/${id}`;
    const leave = async (more: Record<string, string>) => {
      const { version = "" } = (await site.services.register.get(id)) ?? {};
      return send(page, { intention: "leave", version, leftOn: "2026-01-01", leftReason: "Études", ...more });
    };
    for (const more of [{}, { leftOn: "" }] as Record<string, string>[]) {
      const asked = await leave(more);
      expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining("Choisissez ce qui arrive")]);
    }
    expect((await leave({ debts: "waive" })).status).toBe(302);
    expect(await site.html(page)).toContain("Montant non demandé CHF\u00a050.–");
    expect(await site.html("/registre?filtre=left")).toContain("parti·e le 01.01.2026");
    await send(page, { intention: "remove", id });
    expect(await site.html("/corbeille")).toContain("Marie Luyet");
    expect((await site.get(page)).headers.get("location")).toBe("/corbeille");
    const [deleted] = await site.services.bin.list();
    const restored = await send("/corbeille", { intention: "restore", key: deleted?.key ?? "" });
    expect(restored.headers.get("location")).toBe(page);
    expect((await site.get("/registre/unknown")).status).toBe(404);
  });
});

describe("the fees", () => {
  it("propose the year for which a new member pays: members who joined late in the year pay from the next year on", async () => {
    await add({ since: `${YEAR}-12-31` });
    const preview = await site.html("/cotisations/ouvrir");
    expect(preview).toContain(`Ouvrir ${Number(YEAR) + 1}`);
    expect(preview).toContain("1 membre paie");
    expect(await site.html(`/cotisations/ouvrir?annee=${YEAR}`)).toContain("0 membre paie<");
  });

  it("are opened once a year, after a preview of the effect", async () => {
    expect(await site.html("/cotisations/ouvrir")).toContain("0 membre paie<");
    await add();
    await add({ firstName: "Ana", leftOn: "2024-01-01" });
    expect((await site.get("/cotisations")).headers.get("location")).toBe("/cotisations/ouvrir");
    const preview = await site.html("/cotisations/ouvrir");
    expect(preview).toContain("1 membre paie");
    expect(await site.services.fees.listYears()).toEqual([]);
    for (let n = 0; n < 2; n++) await send("/cotisations/ouvrir", { year: YEAR });
    expect((await send("/cotisations/ouvrir", { year: "1999" })).status).toBe(400);
    const html = await site.html(`/cotisations/${YEAR}`);
    expect(html).toContain("0 payée, 1 ouverte, CHF\u00a00.– sur 50.–");
    expect((await site.get("/cotisations/1999")).status).toBe(404);
  });

  it("are paid by one tap or several at once, once; a way, a reason or a payment too much is refused", async () => {
    const ids = [await add(), await add({ firstName: "Ana" }), await add({ firstName: "Luc" })];
    await open();
    const page = `/cotisations/${YEAR}`;
    const [one = "", two = "", three = ""] = ids.map((id) => `${YEAR}-${id}`);
    const pay = (way: string, id: string | string[], more = {}) =>
      send(page, { intention: "pay", way, date: TODAY, id, ...more });
    // Enter in the reason of a waiver presses the button of payments.
    const waiver = await pay("cash", one, { reason: "Études" });
    expect([waiver.status, await waiver.text()]).toEqual([400, expect.stringContaining("Si c’est payé, videz")]);
    const nothing = await (await send(page, { intention: "waive", way: "twint", reason: "Bénévole" })).text();
    for (const kept of ["Rien n’est coché.", 'value="Bénévole"', 'value="twint" selected'])
      expect(nothing).toContain(kept);
    for (const way of ["cash", "bank"]) await pay(way, one);
    await pay("bank", [two, three]);
    const lines = await Promise.all(ids.map(statesOf));
    expect(lines.flat(2).map(({ kind, way }) => `${kind} ${way}`)).toEqual([
      "payment cash",
      "payment bank",
      "payment bank",
    ]);
    expect((await pay("gold", one)).status).toBe(400);
    expect((await send(page, { intention: "waive", id: one, reason: "" })).status).toBe(400);
    expect(await site.html(page)).toContain("3 payées, 0 ouverte, CHF\u00a0150.– sur 150.–");
  });

  it("are paid in parts on the member's page: a form sent twice is one payment, which can be taken back", async () => {
    const id = await add();
    await open();
    const page = `/registre/${id}`;
    const pay = (amount: string, paid = "0") =>
      send(page, { intention: "record", year: YEAR, paid, amount, way: "twint", date: TODAY });
    expect(await (await pay("60")).text()).toContain("Il ne reste que CHF\u00a050.– à payer.");
    expect(await (await pay("10001")).text()).toContain("Indiquez CHF\u00a010’000.– au plus.");
    for (let n = 0; n < 2; n++) await pay("20");
    await pay("25");
    await pay("30", "2000");
    expect((await statesOf(id)).flat().map(({ amount }) => amount)).toEqual([2000, 3000]);
    expect(await site.html(page)).toContain("noté par comite@exemple.ch");
    await send(page, { intention: "take-back", id: `${YEAR}-${id}` });
    expect(await site.html(page)).toContain(`Noter ${YEAR}\u00a0: CHF\u00a050.– à payer`);
    const lines = (await statesOf(id)).flat().length;
    // The page still shows what was taken back meanwhile.
    await pay("10", "5000");
    expect((await statesOf(id)).flat()).toHaveLength(lines);
  });

  it("show the form of the chosen year again with its values if a payment is refused", async () => {
    const id = await add();
    const next = String(Number(YEAR) + 1);
    await open();
    await site.services.fees.open({ year: next, amount: 7000, joinedBy: `${next}-10-01` }, null);
    const html = await site.html(`/registre/${id}?cotisation=${next}`);
    const [, action = ""] = /id="noter-\d+".*?action="(.+?)"/.exec(html) ?? [];
    const typed = { intention: "record", year: next, paid: "0", amount: "99", way: "cash", date: TODAY };
    const refused = (await (await send(action, typed)).text()).replaceAll("<!-- -->", "");
    expect(refused).toContain(`Noter ${next}\u00a0: CHF\u00a070.–`);
    expect(refused).toContain('value="99"');
  });
});
