import { describe, expect, it } from "vitest";
import { CONTACT_DETAIL_SENTENCES, SIGN_UP_TOKEN_FIELD } from "#domain/contact-details.ts";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { addContactDetails, askContactDetails } from "#usecases/contact-details.ts";
import { deleteInboxEntries } from "#usecases/recycle-bin.ts";
import { acceptSignUp, findSignUp, memberProposedBySignUp } from "#usecases/register/change-register.ts";
import { readPersonData } from "#usecases/register/person-data.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2025-08-05T12:00:00Z");
const MINOR = aSignUp({ birthDate: "05.09.2008", minorCharter: "Validé par la personne" });
const TYPED = { email: " zoe@Exemple.ch ", guardianName: "Anne Héritier", guardianPhone: "+41 79 222 33 44" };
const READ = { email: "zoe@exemple.ch", guardianName: "Anne Héritier", guardianPhone: "0792223344" };

async function site(submission: Parameters<ReturnType<typeof desk>["inbox"]["add"]>[0] = MINOR) {
  const secret = { siteSecret: async () => "un-secret-de-test-qui-ne-sert-nulle-part-0123456789" };
  const services = { ...desk(), ...secret, clock: { now: () => NOW } };
  const { entry } = await services.inbox.add(submission, NOW);
  const ask = async () => askContactDetails(services, (await services.inbox.get(entry.id)) ?? expect.fail());
  const token = (await ask())?.token ?? "";
  const add = (typed: object = TYPED) => addContactDetails(services, { [SIGN_UP_TOKEN_FIELD]: token, ...typed });
  return { services, id: entry.id, ask, token, add };
}

describe("the details that a visitor adds after a sign-up", () => {
  it("are asked of minors with a parent, written once, and then asked no more, also after a second sign-up", async () => {
    const { services, id, ask, add } = await site();
    expect(await ask()).toEqual({ token: expect.stringContaining(id), minor: true });
    for (let times = 0; times < 2; times++) expect(await add()).toMatchObject({ ok: true });
    expect(await services.inbox.get(id)).toMatchObject({ ...READ, content: MINOR.content });
    const written = { is: "written", sentence: CONTACT_DETAIL_SENTENCES.written };
    expect(await add({ ...TYPED, email: "" })).toEqual({ ok: false, reason: written });
    const { entry, isNew } = await services.inbox.add(MINOR, NOW);
    expect([isNew, await askContactDetails(services, entry)]).toEqual([false, undefined]);
  });

  it("are only the e-mail of an adult, also if a form sends a parent", async () => {
    const { services, id, ask, add } = await site(aSignUp());
    expect(await ask()).toMatchObject({ minor: false });
    const nothing = { is: "form", errors: { email: CONTACT_DETAIL_SENTENCES.nothing } };
    expect(await add({ ...TYPED, email: "" })).toMatchObject({ reason: nothing });
    await add();
    expect(await services.inbox.get(id)).toMatchObject({ ...READ, guardianName: "", guardianPhone: "" });
  });

  it.each([
    [{}, { email: CONTACT_DETAIL_SENTENCES.nothing }],
    [
      { email: "zoe@", guardianPhone: "12" },
      { email: FIELD_SENTENCES.email, guardianPhone: FIELD_SENTENCES.anyPhone },
    ],
  ])("are refused with a sentence for each field: %j", async (typed, errors) => {
    expect(await (await site()).add(typed)).toMatchObject({ ok: false, reason: { is: "form", errors } });
  });

  it("need the token of this sign-up, which neither its id nor another token replaces, for 30 days", async () => {
    const { services, id, token, add } = await site();
    const { entry: other } = await services.inbox.add(aSignUp(), NOW);
    const { entry: message } = await services.inbox.add(aMessage(), NOW);
    const mac = token.slice(id.length);
    const gone = { ok: false, reason: { is: "gone", sentence: CONTACT_DETAIL_SENTENCES.gone } };
    for (const wrong of ["", id, mac, other.id + mac, message.id + mac, `${token}x`, `é${token.slice(1)}`])
      expect(await add({ ...TYPED, [SIGN_UP_TOKEN_FIELD]: wrong })).toEqual(gone);
    const later = { ...services, clock: { now: () => new Date(NOW.getTime() + 31 * 24 * 3_600_000) } };
    expect(await addContactDetails(later, { ...TYPED, [SIGN_UP_TOKEN_FIELD]: token })).toEqual(gone);
    expect(await services.inbox.get(id)).toMatchObject({ email: "", guardianName: "" });
  });

  it("come too late for a sign-up that is handled or in the recycle bin", async () => {
    const { services, id, ask, add } = await site();
    await services.inbox.setHandled([id], NOW);
    expect([await ask(), await add()]).toEqual([
      undefined,
      { ok: false, reason: expect.objectContaining({ is: "handled" }) },
    ]);
    await services.inbox.setHandled([id], null);
    await deleteInboxEntries(services, [id], null);
    expect(await add()).toMatchObject({ ok: false, reason: { is: "gone" } });
  });

  it("reach the member who is accepted, also if the committee had opened the sign-up before, and the access to data", async () => {
    const { services, id, add } = await site();
    const { data } = await memberProposedBySignUp(services, (await findSignUp(services, id)) ?? expect.fail());
    expect(data.email).toBe("");
    await add();
    const typed = { ...data, guardianName: "Père", leftOn: "" };
    const accepted = await acceptSignUp(
      services,
      { signUp: id, typed, renew: null, late: "email guardianPhone" },
      null,
    );
    const member = accepted.ok ? accepted.value : "";
    expect(await services.register.get(member)).toMatchObject({ ...READ, guardianName: "Père" });
    const person = JSON.stringify((await readPersonData(services, member, true))?.sections);
    for (const value of ["Anne Héritier", "079 222 33 44"]) expect(person).toContain(value);
  });
});
