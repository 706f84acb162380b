/** The mail server's answer for one recipient of a mail. `reason`: one French line without personal data. */
export type RecipientAnswer =
  | { readonly address: string; readonly outcome: "sent" }
  | { readonly address: string; readonly outcome: "retry" | "refused"; readonly reason: string };

/** Servers treat addresses that differ only in case as one mailbox. */
const keyOf = (address: string): string => address.toLowerCase();

/** @returns each recipient once */
export const distinctRecipients = (addresses: readonly string[]): string[] =>
  addresses.filter((address, i) => addresses.findIndex((other) => keyOf(other) === keyOf(address)) === i);

/** @returns the recipients without a final answer in `answers`, which are the answers of earlier attempts */
export function recipientsDue(addresses: readonly string[], answers: readonly RecipientAnswer[]): string[] {
  const final = new Set(answers.filter(({ outcome }) => outcome !== "retry").map(({ address }) => keyOf(address)));
  return addresses.filter((address) => !final.has(keyOf(address)));
}

/** @returns the last answer for each of `addresses`. Omits other addresses, which are no longer recipients. */
export function lastAnswers(addresses: readonly string[], ...attempts: (readonly RecipientAnswer[])[]) {
  const last = new Map(attempts.flat().map((answer) => [keyOf(answer.address), answer]));
  return addresses.flatMap((address) => {
    const answer = last.get(keyOf(address));
    return answer ? [{ ...answer, address }] : [];
  });
}

/** A mail waits as long as one recipient waits, and is refused if one recipient is refused. */
export function summarise(answers: readonly RecipientAnswer[]) {
  const refusals = answers.filter((answer) => answer.outcome !== "sent");
  const first = refusals.find(({ outcome }) => outcome === "retry") ?? refusals[0];
  return first ? { outcome: first.outcome, reason: first.reason } : { outcome: "sent" as const };
}
