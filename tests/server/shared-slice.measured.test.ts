import { expect, it } from "vitest";
import { yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import { holding } from "#tests/heartbeat.ts";

const LOOP_MS = 100;

it("several loops together hold the event loop for a slice, not for a slice each", async () => {
  const loop = async () => {
    for (const end = performance.now() + LOOP_MS; performance.now() < end; ) await yieldToEventLoop();
  };
  const { held } = await holding(() => Promise.all(Array.from({ length: 20 }, loop)));
  expect(held).toBeLessThan(LOOP_MS / 2);
});
