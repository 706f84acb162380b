import { expect, it } from "vitest";
import { findMemberOfReply, needsConfirmation, replierKey } from "#domain/slots/reply.ts";
import { aMember } from "#tests/contracts/register/register.contract.ts";
import { aReply } from "./slots.ts";

const ZOE = { ...aMember({ phone: "0791234567" }), id: "zoe" };

it("a reply belongs to the only present member with this name, in either order, and this number, or a parent's", () => {
  const find = (name: string, phone = "0791234567", members = [ZOE]) => findMemberOfReply(members, { name, phone })?.id;
  expect(find("Zoé Héritier")).toBe("zoe");
  expect(find("HERITIER zoe")).toBe("zoe");
  expect(find("Zoé")).toBeUndefined();
  expect(find("Zoé Héritier-Luyet")).toBeUndefined();
  expect(find("Zoé Héritier", "0791234568")).toBeUndefined();
  expect(find("Zoé Héritier", "")).toBeUndefined();
  expect(find("Zoé Héritier", "0791234567", [{ ...ZOE, phone: "+41 79 123 45 67" }])).toBe("zoe");
  expect(find("Zoé Héritier", "+33612345678", [{ ...ZOE, phone: "+33612345678" }])).toBe("zoe");
  expect(find("Zoé Héritier", "", [{ ...ZOE, phone: "" }])).toBeUndefined();
  expect(find("Zoé Héritier", "0791112233", [{ ...ZOE, guardianPhone: "0791112233" }])).toBe("zoe");
});

it("a reply with the name and number of a former member, or of two members, belongs to no member", () => {
  const find = (...members: (typeof ZOE)[]) =>
    findMemberOfReply(members, { name: "Zoé Héritier", phone: "0791234567" });
  const namesake = { ...ZOE, id: "other", birthDate: "2015-01-01" };
  expect(find({ ...ZOE, leftOn: "2026-12-31" })).toBeNull();
  expect(find(ZOE, namesake)).toBeNull();
  expect(find(ZOE, { ...namesake, leftOn: "2026-12-31" })?.id).toBe("zoe");
  expect(find(ZOE, { ...namesake, firstName: "Léa" })?.id).toBe("zoe");
});

it("a mother may sign up two children with one number; case, accents, spaces and order do not make two persons", () => {
  const key = (name: string, phone = "0791234567", member = "") => replierKey({ name, phone, member });
  expect(key("Zoé Héritier")).toBe(key("zoe HERITIER"));
  expect(key("Zoé Héritier")).toBe(key("  He\u0301ritier,  Zoe\u0301 "));
  expect(key("Zoé Héritier")).not.toBe(key("Léa Héritier"));
  expect(key("Zoé Héritier")).not.toBe(key("Zoé Héritier", "0791234568"));
  expect(key("Zoé", "", "m1")).toBe(key("Léa", "0791234567", "m1"));
});

it("a person has to confirm after a change of the post, the hours or the day", () => {
  const reply = aReply("a", "zoe");
  const { agreed } = reply;
  expect(needsConfirmation(reply, agreed)).toBe(false);
  for (const now of [
    null,
    { ...agreed, post: "Entrée" },
    { ...agreed, from: { day: "2027-06-19", time: "18:00" } },
    { ...agreed, until: { day: "2027-06-12", time: "22:00" } },
  ])
    expect(needsConfirmation(reply, now)).toBe(true);
});
