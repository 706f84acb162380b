import { describe, expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { messagingLinks, mobileNumbersOfMember } from "#domain/rounds/phones.ts";

const TODAY = "2027-03-31";
const LEA = { ...EMPTY_MEMBER, firstName: "Léa", lastName: "Luyet", phone: "0791234567", birthDate: "2000-01-01" };
const numbersOf = (fields: object) => mobileNumbersOfMember({ ...LEA, ...fields }, TODAY).map(({ number }) => number);

describe("the mobile numbers of a member", () => {
  const minor = { birthDate: "2010-05-01" };
  const guardian = { guardianName: "Anne", guardianPhone: "076 111 22 33" };
  it.each<[string, object, string[]]>([
    ["a mobile", {}, ["+41791234567"]],
    ["a foreign number", { phone: "+33 6 12 34 56 78" }, ["+33612345678"]],
    ["no landline", { phone: "0273951234" }, []],
    ["none without a number", { phone: "" }, []],
    ["not the representative's of an adult", guardian, ["+41791234567"]],
    ["the representative's first for a minor", { ...guardian, ...minor }, ["+41761112233", "+41791234567"]],
    ["the own one of a minor without a representative", minor, ["+41791234567"]],
  ])("%s", (_, fields, numbers) => expect(numbersOf(fields)).toEqual(numbers));

  it("open a messaging app with the text", () => {
    const links = messagingLinks({ number: "+41791234567" }, "À payer & merci\n#1");
    const text = "%C3%80%20payer%20%26%20merci%0A%231";
    expect(links).toEqual({
      sms: `sms:+41791234567?&body=${text}`,
      whatsapp: `https://wa.me/41791234567?text=${text}`,
    });
  });
});
