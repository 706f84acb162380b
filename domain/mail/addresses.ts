/**
 * A recipient of a mail. `waiting`: a later attempt may reach the address. `reason`: one French line without personal
 * data; empty before the first attempt. `isFull`: only this mail is refused, because the mailbox is full or takes no mail
 * of this size.
 */
export type RecipientState =
  | { readonly address: string; readonly state: "sent" }
  | { readonly address: string; readonly state: "waiting"; readonly reason: string }
  | { readonly address: string; readonly state: "refused"; readonly reason: string; readonly isFull?: true };

/** Servers treat addresses that differ only in case as one mailbox. */
const keyOf = (address: string): string => address.toLowerCase();

/** Whether two stored addresses are one mailbox. */
export const isSameMailbox = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

/** Whether a mail server refused the address itself for good, so that no other mail will reach it. */
export const isAddressRefused = (address: string, states: readonly RecipientState[]): boolean =>
  states.some((one) => one.state === "refused" && !one.isFull && isSameMailbox(one.address, address));

/** @returns each recipient once */
export const distinctRecipients = (recipients: readonly string[]): string[] =>
  recipients.filter((address, i) => recipients.findIndex((other) => isSameMailbox(other, address)) === i);

/** @returns the recipients that still wait after earlier attempts, which left the states `addresses` */
export function recipientsDue(recipients: readonly string[], addresses: readonly RecipientState[]): string[] {
  const final = new Set(addresses.filter(({ state }) => state !== "waiting").map(({ address }) => keyOf(address)));
  return recipients.filter((address) => !final.has(keyOf(address)));
}

/** @returns the last state of each of `recipients`. Omits other addresses, which are no longer recipients. */
export function lastRecipientStates(
  recipients: readonly string[],
  ...attempts: (readonly RecipientState[])[]
): RecipientState[] {
  const last = new Map(attempts.flat().map((one) => [keyOf(one.address), one]));
  return recipients.flatMap((address) => {
    const one = last.get(keyOf(address));
    return one ? [{ ...one, address }] : [];
  });
}

/**
 * Combines the states of all recipients: a mail waits while one of them waits, and is refused if one address is
 * refused.
 */
export function summariseRecipientStates(addresses: readonly RecipientState[]) {
  const missing = addresses.filter((one) => one.state !== "sent");
  const first = missing.find(({ state }) => state === "waiting") ?? missing[0];
  if (!first) return { outcome: "sent" as const };
  return { outcome: first.state === "waiting" ? ("retry" as const) : first.state, reason: first.reason };
}
