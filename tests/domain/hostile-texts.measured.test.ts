/** Texts made to keep the site busy are read in linear time: other requests go on meanwhile. */
import { describe, expect, it } from "vitest";
import { FIRST_NAME_MAX } from "#domain/accounts/account-forms.ts";
import { firstNameRefusal } from "#domain/accounts/first-names.ts";
import { announcementSchema } from "#domain/announcement.ts";
import { isMissingValueFiller } from "#domain/bank/filler.ts";
import { splitPostalAddress } from "#domain/register/address.ts";
import { splitIntoLinkedText } from "#domain/text/linked-text.ts";
import { shortestHold } from "#tests/machine.ts";
import { article, HOSTILE_TEXTS, refusals } from "./texts/hostile-texts.ts";

/** It is usually a hundredth of this; with a quadratic algorithm it is more. */
const MAX_MS = 50;

async function expectNoDelay(work: () => unknown, maxMs = MAX_MS): Promise<void> {
  expect((await shortestHold(maxMs, async () => work())).held).toBeLessThan(maxMs);
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);

it.each(HOSTILE_TEXTS.map((text) => [shortened(text), text]))(
  "a hostile text of the committee is read in linear time: %j",
  (_, text) => expectNoDelay(() => [refusals("charter", { article1: text }), article(text)]),
);

it.each(["(", ")", ".", "\n", " \n", "https://(", "’"])(
  "2,000 characters of %j behind a web address are read in linear time",
  (sign) => expectNoDelay(() => splitIntoLinkedText(`https://a.ch/${sign.repeat(2000)}`.slice(0, 2000))),
);

it.each(["a 1 ", "1965 ", ", ", "  ,", "app. 1 ", "5-", "rue 5, ", "- 1965 "])(
  "a postal address that repeats %j is split in linear time",
  (part) => expectNoDelay(() => splitPostalAddress(part.repeat(125))),
);

it("an announcement of a million characters is refused without a delay", () =>
  expectNoDelay(() =>
    announcementSchema(new Date("2026-06-13T20:00:00Z")).safeParse({
      text: "x".repeat(1_000_000),
      link: "",
      untilDay: "2026-06-14",
      untilTime: "06:00",
    }),
  ));

it("a payment text that can be split into filler words in many ways is examined in linear time", () =>
  expectNoDelay(() => isMissingValueFiller("nonenoteendtonode".repeat(3))));

describe("a first name", () => {
  const others = Array.from({ length: 200 }, (_, i) => ({ firstName: `Léa ${i}`, email: `lea${i}@exemple.ch` }));
  it.each(["e\u0301".repeat(20), "\u0301".repeat(FIRST_NAME_MAX), "ﷺ".repeat(FIRST_NAME_MAX), "Léa 7"])(
    "of %j is compared with the names of 200 accounts without a delay",
    (name) => expectNoDelay(() => firstNameRefusal(name, "x@exemple.ch", others), 250),
  );
});
