import { describe, expect, it } from "vitest";
import { createLastSeenTime } from "#adapters/embedded/last-seen-time.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { lastSeenTimeContract } from "./last-seen-time.contract.ts";

describe("the last time seen (embedded)", () => {
  lastSeenTimeContract(() => {
    const { open } = embeddedFile();
    return () => createLastSeenTime(open());
  });

  it("is none before it was written", async () => {
    expect(await createLastSeenTime(embeddedFile().open()).read()).toBeNull();
  });
});
