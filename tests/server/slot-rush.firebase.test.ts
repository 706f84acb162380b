/** 200 visitors reply at once for 10 places on Firestore, and the number of documents that a reply reads. */
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { writeFigures } from "#tests/figures.ts";
import { doorOf, rush } from "#tests/http/rush.ts";
import { openSite } from "#tests/http/site.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { testProject, withServices } from "#tests/transfer/providers.ts";
import { countReads } from "./count-reads.ts";
import { dataFolder, start } from "./process.ts";

const VISITORS = 200;
/** Fewer than may be received at once: the requests of one process arrive in one moment. */
const IN_PROCESS = 60;
/** Reads of one reply, of 10 places: the event, the number, the people of the slot and its sentence, and the page. */
const READS = 60;

describeHosted("of many visitors on Firestore", () => {
  beforeAll(warmUp);

  it("exactly as many come as are needed, while people withdraw in another instance", {
    timeout: 300_000,
  }, async () => {
    const { env } = testProject();
    const site = await start({ ...env, DATA_DIR: dataFolder(), TRUST_PROXY: "1" });
    const ms = await withServices(env, (services) => rush(doorOf(site.url, services), VISITORS));
    process.stdout.write(`${Math.round(ms)} ms\n`);
    writeFigures("slots-firestore", {
      promise: `Of ${VISITORS} visitors who reply at once for 10 places, exactly 10 come (Firestore)`,
      figures: `the slowest answer after ${Math.round(ms)} ms`,
    });
  });

  it("each reads few documents", { timeout: 300_000 }, async () => {
    const { env } = testProject();
    const site = await openSite(env);
    onTestFinished(() => site.close());
    const reads = countReads();
    let before = 0;
    await rush({ ...site, get: (path) => site.request(path) }, IN_PROCESS, () => {
      before = reads();
    });
    const each = (reads() - before) / IN_PROCESS;
    process.stdout.write(`${each} reads\n`);
    writeFigures("slots-reads", {
      promise: "A reply to a full slot of 10 people reads few documents of Firestore",
      figures: `${each.toFixed(1)} reads`,
    });
    expect(each).toBeLessThan(READS);
  });
});
