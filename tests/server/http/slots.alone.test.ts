/** The time of a reply on the page of an event does not tell whether the visitor is a member. */
import { expect, it } from "vitest";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { writeFigures } from "#tests/figures.ts";
import { setUpSite } from "#tests/http/site.ts";
import { addEvent, FORM_PATH } from "#tests/http/slot-event.ts";

const REPLIES = 1_000;
const PER_SLOT = 20;
const WARM_UP = 100;
/** How much medians of 450 times vary by themselves, in milliseconds and as a share. */
const NOISE = { ms: 0.3, share: 0.08 };

const site = setUpSite();

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

it("the response to a reply and its time do not tell who is a member", { timeout: 300_000 }, async () => {
  const phoneOf = (i: number) => `079${String(1_000_000 + i)}`;
  const nameOf = (i: number) => ({ firstName: `Zoé ${i}`, lastName: "Héritier" });
  const members = Array.from({ length: REPLIES }, (_, i) => aMember({ ...nameOf(i), phone: phoneOf(i) }));
  for (let i = 0; i < REPLIES; i += 100) await saveMembers(site.services.register, ...members.slice(i, i + 100));
  const times: Record<"member" | "stranger", number[]> = { member: [], stranger: [] };
  let slot = "";
  for (let i = 0; i < REPLIES; i++) {
    if (i % PER_SLOT === 0) [slot = ""] = await addEvent(site.services, [{ hour: 20, post: `Bar ${i}`, needed: 100 }]);
    const kind = Math.random() < 0.5 ? "member" : "stranger";
    const telephone = phoneOf(kind === "member" ? i : i + 5_000_000);
    const start = performance.now();
    const response = await site.send(FORM_PATH, { poste: slot, nom: `Zoé ${i} Héritier`, telephone, hp: "" });
    await response.text();
    if (i >= WARM_UP) times[kind].push(performance.now() - start);
    expect(response.status).toBe(302);
  }
  const [member, stranger] = [median(times.member), median(times.stranger)];
  process.stdout.write(`member ${member.toFixed(2)} ms, stranger ${stranger.toFixed(2)} ms\n`);
  writeFigures("slots-time", {
    promise: "A reply to a slot does not tell by its time who is a member",
    figures: `medians: ${member.toFixed(2)} ms for members, ${stranger.toFixed(2)} ms for strangers`,
  });
  expect(Math.abs(member - stranger)).toBeLessThan(Math.max(NOISE.ms, NOISE.share * stranger));
});
