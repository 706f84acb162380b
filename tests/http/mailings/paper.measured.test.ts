/** The longest time for which the papers of a mailing to 2,000 members block the event loop. */
import { beforeAll, expect, it } from "vitest";
import { mailingLettersUrl, mailingWaysUrl } from "#app/ui/mailing-url.ts";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";
import { shortestHold } from "#tests/machine.ts";

const MEMBERS = 2_000;
const HELD_MAX_MS = 100;
const DAY = "2099-06-12";
const site = setUpSite({ committee: true });

let id: string;
let ids: string[];
beforeAll(async () => {
  const home = { email: "", phone: "", guardianPhone: "", street: "Rue du Lac", buildingNumber: "1", postcode: "1965" };
  ids = [];
  for (let i = 0; i < MEMBERS; i += 100) {
    const some = Array.from({ length: 100 }, (_, j) =>
      aMember({ ...home, firstName: "Zoé", lastName: `Héritier ${String(i + j).padStart(4, "0")}` }),
    );
    ids.push(...(await saveMembers(site.services.register, ...some)));
  }
  id = newMailingId();
  const words = { subject: "Assemblée", text: "Bonjour", answersTo: "", isForGroup: false };
  const recipients = ids.map((member) => ({ member, reply: "" }));
  const mailing = { ...words, kind: "convocation" as const, event: "", day: DAY, corrects: "", recipients };
  await site.services.mailings.create(id, mailing, [], null);
}, 120_000);

it("no paper and no page of a convocation to 2,000 members blocks a visitor for 100 ms", async () => {
  expect((await site.get(mailingLettersUrl(id))).status).toBe(400);
  const range = { from: ids[0] ?? "", to: ids[199] ?? "" };
  for (const path of ["/assemblees", `/assemblees/${DAY}`, mailingLettersUrl(id, { range }), mailingWaysUrl(id)]) {
    const hold = await shortestHold(HELD_MAX_MS, async () => {
      const response = await site.get(path);
      expect(response.status, path).toBe(200);
      await response.arrayBuffer();
    });
    expect(hold.held, path).toBeLessThan(HELD_MAX_MS);
  }
}, 300_000);
