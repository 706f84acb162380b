/** The form that writes to members of a large register. */
import { expect, it } from "vitest";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { writeFigures } from "#tests/figures.ts";
import { setUpSite } from "#tests/http/site.ts";
import { shortestHold } from "#tests/machine.ts";

const HELD_MS = 50;
const MEMBERS = 2000;
const site = setUpSite({ committee: true });

it("the form with 2,000 ticks blocks other requests for less than 50 ms, and is accepted", {
  timeout: 120_000,
}, async () => {
  const all = Array.from({ length: MEMBERS }, (_, i) => aMember({ lastName: `Héritier ${i}`, phone: "0791234567" }));
  const to = await saveMembers(site.services.register, ...all);
  for (let i = 0; i < 5; i++) await site.html("/ecrire");
  const { held, worked, result } = await shortestHold(HELD_MS, () => site.html("/ecrire"));
  expect(result.match(/name="to"/g)).toHaveLength(MEMBERS);
  writeFigures("write", {
    promise: "The form that writes to members opens quickly",
    figures: `${MEMBERS} members: ${worked.toFixed(0)} ms of work, ${Math.round(result.length / 1024)} KiB`,
  });
  expect(held).toBeLessThan(HELD_MS);
  const version = newMailingId();
  const words = { subject: "Sortie", text: "é".repeat(2000), answersTo: "", version, listed: to.join(" ") };
  const sent = await site.send("/ecrire", { ...words, to, intention: "send" }, site.cookie);
  expect([sent.status, sent.headers.get("location")]).toEqual([302, `/ecrire/${version}`]);
  expect((await site.services.mailings.get(version))?.recipients).toHaveLength(MEMBERS);
});
