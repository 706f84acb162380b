import { expect, it } from "vitest";
import { EMPTY_MEMBER, type MemberData } from "#domain/members/member.ts";
import { createMemberLinks } from "#stores/members/member-links.ts";
import { desk } from "#tests/usecases/desk.ts";
import { linkOf, renewLink } from "#usecases/members/member-link.ts";
import { deleteMember, eraseForGood, restore } from "#usecases/recycle-bin.ts";

const ZOE = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: "Héritier", since: "2020-03-01" };

async function opened() {
  const services = desk();
  const memberLinks = createMemberLinks(services.documents, async () => "un-secret");
  const save = async (data: MemberData, id: string | null = null): Promise<string> => {
    const version = (id && (await services.register.get(id))?.version) || "";
    const saved = await services.register.save([{ id, version, data }], null);
    if (!saved.ok) throw new Error(saved.reason.reason);
    return saved.value[0] ?? "";
  };
  const found = async (token: string) => (await memberLinks.find(token))?.firstName ?? null;
  return { services: { ...services, memberLinks }, save, found };
}

it("opens the page of one member, by the right token only", async () => {
  const { services, save, found } = await opened();
  const [zoe, lea] = [await save(ZOE), await save({ ...ZOE, firstName: "Léa" })];
  const token = await services.memberLinks.tokenOf({ id: zoe, returnedOn: "" });
  expect(token.length - zoe.length).toBe(22);
  expect(await linkOf(services, { id: zoe, returnedOn: "" })).toBe(`/ma-fiche/${token}`);
  expect(await found(token)).toBe("Zoé");
  const other = createMemberLinks(services.documents, async () => "un autre secret");
  const swapped = lea + token.slice(zoe.length);
  const wrong = [
    "",
    "a",
    zoe,
    swapped,
    token.slice(1),
    `${token}a`,
    `é${token.slice(1)}`,
    "../..",
    "x".repeat(100_000),
  ];
  for (const guess of [...wrong, token.toUpperCase(), await other.tokenOf({ id: zoe, returnedOn: "" })])
    expect(await found(guess), guess.slice(0, 80)).toBeNull();
});

it("ends when it is renewed, once per form", async () => {
  const { services, save, found } = await opened();
  const zoe = { id: await save(ZOE), returnedOn: "" };
  const first = await linkOf(services, zoe);
  expect(await renewLink(services, zoe, first, null)).toBe(true);
  const second = await linkOf(services, zoe);
  expect(await renewLink(services, zoe, first, null)).toBe(true);
  expect(await linkOf(services, zoe)).toBe(second);
  expect([await found(first.slice(10)), await found(second.slice(10))]).toEqual([null, "Zoé"]);
  expect(await services.memberLinks.renew({ id: "personne", returnedOn: "" }, null)).toBe(false);
  expect((await services.journal.listAbout(zoe.id)).map(({ action }) => action)).toEqual(["added", "renewed"]);
});

it("ends with leaving, for ever, and with the recycle bin", async () => {
  const { services, save, found } = await opened();
  const id = await save(ZOE);
  const first = await services.memberLinks.tokenOf({ id, returnedOn: "" });
  await save({ ...ZOE, leftOn: "2025-01-01" }, id);
  expect(await found(first)).toBeNull();
  await save({ ...ZOE, returnedOn: "2025-03-01" }, id);
  const second = await services.memberLinks.tokenOf({ id, returnedOn: "2025-03-01" });
  expect([await found(first), await found(second)]).toEqual([null, "Zoé"]);
  await services.memberLinks.renew({ id, returnedOn: "" }, null);
  const third = await services.memberLinks.tokenOf({ id, returnedOn: "2025-03-01" });
  const key = (await deleteMember(services, id, null)) ?? "";
  expect(await found(third)).toBeNull();
  await restore(services, key, null);
  expect(await found(third)).toBe("Zoé");
  await eraseForGood(services, (await deleteMember(services, id, null)) ?? "", null);
  expect(await services.documents.query("member-links")).toEqual([]);
});
