import { expect, it } from "vitest";
import { lastAnswers, type RecipientAnswer, recipientsDue, summarise } from "#domain/mail/recipient-answers.ts";

const sent = (address: string) => ({ address, outcome: "sent" }) as const;
const waits = (address: string) => ({ address, outcome: "retry", reason: "Plus tard." }) as const;
const refused = (address: string) => ({ address, outcome: "refused", reason: "Non." }) as const;

it.each<[RecipientAnswer[], object]>([
  [[], { outcome: "sent" }],
  [[sent("a"), sent("b")], { outcome: "sent" }],
  [[sent("a"), refused("b")], { outcome: "refused", reason: "Non." }],
  [[refused("a"), waits("b"), sent("c")], { outcome: "retry", reason: "Plus tard." }],
])("the answers %j are together %j", (answers, expected) => expect(summarise(answers)).toEqual(expected));

it("only recipients without a final answer are due, whatever the case of their address", () =>
  expect(
    recipientsDue(["A@x.ch", "b@x.ch", "c@x.ch", "d@x.ch"], [sent("a@X.ch"), refused("b@x.ch"), waits("c@x.ch")]),
  ).toEqual(["c@x.ch", "d@x.ch"]));

it("the last answer of each present recipient counts", () =>
  expect(lastAnswers(["a", "b", "d"], [waits("a"), refused("b"), sent("c")], [sent("a")])).toEqual([
    sent("a"),
    refused("b"),
  ]));
