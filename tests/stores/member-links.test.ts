import { expect, it } from "vitest";
import type { MemberData } from "#domain/register/member.ts";
import { createMemberLinkStore } from "#stores/register/member-links.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { desk } from "#tests/usecases/desk.ts";
import { deleteMember, eraseForGood, restoreDeleted } from "#usecases/recycle-bin.ts";
import { readMemberLink, renewMemberLink } from "#usecases/register/own-page.ts";

function opened() {
  const services = desk();
  const found = async (token: string) => (await services.memberLinks.find(token))?.firstName ?? null;
  return { services, found };
}

it("the store of member links finds the member by the token of the link, and nobody by any other token", async () => {
  const { services, found } = opened();
  const zoe = await saveMember(services.register, aMember());
  const lea = await saveMember(services.register, aMember({ firstName: "Léa" }));
  const token = await services.memberLinks.tokenOf({ id: zoe, returnedOn: "" });
  expect(token.length - zoe.length).toBe(22);
  expect(await readMemberLink(services, { id: zoe, returnedOn: "" })).toBe(`/ma-fiche/${token}`);
  expect(await found(token)).toBe("Zoé");
  const other = createMemberLinkStore(services.documents, async () => "un autre secret");
  const swapped = lea + token.slice(zoe.length);
  const parts = ["", "a", zoe, swapped, token.slice(1), `${token}a`, `é${token.slice(1)}`, token.toUpperCase()];
  for (const guess of [...parts, "../..", "x".repeat(100_000), await other.tokenOf({ id: zoe, returnedOn: "" })])
    expect(await found(guess), guess.slice(0, 80)).toBeNull();
});

it("the store of member links replaces a link once per form, and the old link finds nobody", async () => {
  const { services, found } = opened();
  const zoe = { id: await saveMember(services.register, aMember()), returnedOn: "" };
  const first = await readMemberLink(services, zoe);
  expect(await renewMemberLink(services, zoe, first, null)).toBe(true);
  const second = await readMemberLink(services, zoe);
  expect(await renewMemberLink(services, zoe, first, null)).toBe(true);
  expect(await readMemberLink(services, zoe)).toBe(second);
  expect([await found(first.slice(10)), await found(second.slice(10))]).toEqual([null, "Zoé"]);
  expect(await services.memberLinks.renew({ id: "personne", returnedOn: "" }, null)).toBe(false);
  expect((await services.journal.listAbout(zoe.id)).map(({ action }) => action)).toEqual(["added", "renewed"]);
});

it("the store of member links never finds a member by the link from before they left; a deleted member's link waits for the restore", async () => {
  const { services, found } = opened();
  const id = await saveMember(services.register, aMember());
  const change = async (fields: Partial<MemberData>) => {
    const { version = "" } = (await services.register.get(id)) ?? {};
    await saveMember(services.register, aMember(fields), { id, version });
  };
  const first = await services.memberLinks.tokenOf({ id, returnedOn: "" });
  await change({ leftOn: "2025-01-01" });
  expect(await found(first)).toBeNull();
  await change({ returnedOn: "2025-03-01" });
  const second = await services.memberLinks.tokenOf({ id, returnedOn: "2025-03-01" });
  expect([await found(first), await found(second)]).toEqual([null, "Zoé"]);
  await services.memberLinks.renew({ id, returnedOn: "" }, null);
  const third = await services.memberLinks.tokenOf({ id, returnedOn: "2025-03-01" });
  const key = (await deleteMember(services, id, null)) ?? "";
  expect(await found(third)).toBeNull();
  await restoreDeleted(services, key, null);
  expect(await found(third)).toBe("Zoé");
  await eraseForGood(services, (await deleteMember(services, id, null)) ?? "", null);
  expect(await services.documents.query("member-links")).toEqual([]);
});
