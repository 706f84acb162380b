import { describe, expect, it } from "vitest";
import { createAccountMailQueue } from "#stores/account-mail.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";

const NOON = new Date("2025-08-01T12:00:00.000Z");
const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

const mail = (id: string) => ({
  id,
  recipient: `${id}@exemple.ch`,
  subject: `Été ${id}`,
  text: "Un\n\n« deux » 🎺\n",
  html: "<p>Un</p><p>« deux » 🎺</p>",
});

export function accountMailQueueContract(makeDocuments: MakeDocuments): void {
  const make = async () => {
    const open = await makeDocuments();
    return async () => createAccountMailQueue(await open());
  };

  describe("the queue of mail to accounts", () => {
    it("keeps mails unchanged until they are due, and gives the oldest due mail first", async () => {
      const open = await make();
      expect(await (await open()).nextDue()).toBeNull();
      await (await open()).add([mail("a"), mail("b")], later(5));
      await (await open()).add([], NOON);
      await (await open()).add([mail("c")], later(3));
      const queue = await open();
      expect(await queue.nextDue()).toEqual(later(3));
      expect(await queue.claimDue(later(2), MINUTE_MS)).toBeNull();
      expect(await queue.claimDue(later(5), MINUTE_MS)).toEqual({ ...mail("c"), attempts: 0 });
      const rest = [await queue.claimDue(later(5), MINUTE_MS), await queue.claimDue(later(5), MINUTE_MS)];
      expect(rest.map((one) => one?.id).sort()).toEqual(["a", "b"]);
      expect(await queue.claimDue(later(5), MINUTE_MS)).toBeNull();
    });

    it("counts failed attempts, and delays the next one", async () => {
      const queue = await (await make())();
      await queue.add([mail("a")], NOON);
      for (let attempts = 0; attempts < 3; attempts++) {
        expect(await queue.claimDue(later(10 * attempts), MINUTE_MS)).toMatchObject({ id: "a", attempts });
        await queue.retry("a", later(10 * (attempts + 1)));
        expect(await queue.nextDue()).toEqual(later(10 * (attempts + 1)));
      }
    });

    it("deletes dropped mails, and ignores ids that it does not hold", async () => {
      const queue = await (await make())();
      await queue.add([mail("a"), mail("b"), mail("c")], NOON);
      await queue.drop(["a", "c", "never"]);
      await queue.drop(["a"]);
      await queue.drop([]);
      await queue.retry("a", later(1));
      expect(await queue.claimDue(NOON, MINUTE_MS)).toMatchObject({ id: "b" });
      await queue.drop(["b"]);
      expect(await queue.claimDue(later(60), MINUTE_MS)).toBeNull();
      expect(await queue.nextDue()).toBeNull();
    });

    it("adds all mails of a call or none", async () => {
      const queue = await (await make())();
      await expect(queue.add([mail("a"), mail("a")], NOON)).rejects.toThrow();
      expect(await queue.nextDue()).toBeNull();
      await queue.add([mail("a")], NOON);
      await expect(queue.add([mail("b"), mail("a")], NOON)).rejects.toThrow("Exists already");
      expect(await queue.claimDue(NOON, MINUTE_MS)).toMatchObject({ id: "a" });
      expect(await queue.claimDue(NOON, MINUTE_MS)).toBeNull();
    });

    it("ignores the late report of a worker whose claim has ended", async () => {
      const open = await make();
      const [slow, fast] = [await open(), await open()];
      await slow.add([mail("a")], NOON);
      await slow.claimDue(NOON, MINUTE_MS);
      expect(await fast.claimDue(later(1), MINUTE_MS)).toMatchObject({ attempts: 0 });
      await slow.retry("a", later(1));
      expect(await slow.claimDue(later(1), MINUTE_MS)).toBeNull();
      await fast.retry("a", later(5));
      expect(await slow.claimDue(later(5), MINUTE_MS)).toMatchObject({ attempts: 1 });
    });
  });
}
