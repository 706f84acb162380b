import { expect, it } from "vitest";
import {
  lastRecipientStates,
  type RecipientState,
  recipientsDue,
  summariseRecipientStates,
} from "#domain/mail/addresses.ts";

const sent = (address: string) => ({ address, state: "sent" }) as const;
const waits = (address: string) => ({ address, state: "waiting", reason: "Plus tard." }) as const;
const refused = (address: string) => ({ address, state: "refused", reason: "Non." }) as const;

it.each<[RecipientState[], object]>([
  [[], { outcome: "sent" }],
  [[sent("a"), sent("b")], { outcome: "sent" }],
  [[sent("a"), refused("b")], { outcome: "refused", reason: "Non." }],
  [[refused("a"), waits("b"), sent("c")], { outcome: "retry", reason: "Plus tard." }],
])("a letter whose addresses have the states %j has the combined outcome %j", (addresses, expected) =>
  expect(summariseRecipientStates(addresses)).toEqual(expected),
);

it("only recipients that still wait are due, whatever the case of their address", () =>
  expect(
    recipientsDue(["A@x.ch", "b@x.ch", "c@x.ch", "d@x.ch"], [sent("a@X.ch"), refused("b@x.ch"), waits("c@x.ch")]),
  ).toEqual(["c@x.ch", "d@x.ch"]));

it("the last state of each present recipient counts", () =>
  expect(lastRecipientStates(["a", "b", "d"], [waits("a"), refused("b"), sent("c")], [sent("a")])).toEqual([
    sent("a"),
    refused("b"),
  ]));
