/** By which way a mailing reaches each person: e-mail, the group chat, the mobile number, paper. */
import type { Author } from "#domain/person.ts";
import type { Touch, TouchWay } from "#domain/rounds/round.ts";

/** The ways, in the order in which the site tries them. */
export const MAILING_WAYS = ["email", "group", "mobile", "paper"] as const;
export type MailingWay = (typeof MAILING_WAYS)[number];

/** How a person can be reached now. */
export type Reach = {
  /** An address that works, on a site that sends e-mails. */
  readonly hasEmail: boolean;
  readonly isInGroup: boolean;
  readonly hasMobile: boolean;
  /** A complete postal address. */
  readonly hasAddress: boolean;
};

/** A mailing that the committee shared in the group, or printed, for several people at once. */
export type Share = Author & {
  readonly way: "group" | "paper";
  /** Ids of the recipients (`recipientId`) whom it reached. */
  readonly recipients: readonly string[];
  /** The time of the tap as the browser reported it, whose clock may be wrong: it identifies the share for its undo. */
  readonly tap?: string;
};

/**
 * The first way that reaches a person. Null if there is none.
 * @param isForGroup whether the author shares the mailing in the group
 */
export function wayTo({ hasEmail, isInGroup, hasMobile, hasAddress }: Reach, isForGroup: boolean): MailingWay | null {
  if (hasEmail) return "email";
  if (isInGroup && isForGroup) return "group";
  if (hasMobile) return "mobile";
  return hasAddress ? "paper" : null;
}

/** By what a person got a mailing. */
export type SentWay = TouchWay | "email" | "group" | "paper";

/**
 * `sent`: the person got it. `queued`: its e-mail waits in the queue. `due`: it has not been sent yet by this way.
 * `unreachable`: no way reaches the person. `gone`: the person got nothing and is not written to any more.
 */
export type Delivery =
  | ({ readonly is: "sent" } & Sending)
  | { readonly is: "queued" }
  | { readonly is: "due"; readonly way: MailingWay }
  | { readonly is: "unreachable" | "gone" };

type Recorded = {
  readonly touches: readonly Pick<Touch, "way" | "at" | "sentAt" | "refused" | "refusesLetter">[];
  /** `recipients` is a set: thousands of people are looked up in it. */
  readonly shares: readonly (Pick<Share, "way" | "at"> & { readonly recipients: ReadonlySet<string> })[];
  /** False while e-mails are stopped, or not queued yet: who waits for one still gets it after the group got the mailing. */
  readonly isQueued?: boolean;
};

export type Sending = { readonly by: SentWay; readonly at: Date };

/**
 * By what a recipient got the mailing, oldest first. A refused e-mail counts as not sent, a queued one as not sent yet.
 * @param id of the recipient
 */
export function sendingsTo(id: string, { touches, shares }: Recorded): Sending[] {
  const messages = touches.filter(({ way }) => way !== "email");
  const letters = touches.filter(({ way, refused }) => way === "email" && refused === undefined);
  const shared = shares.filter(({ recipients }) => recipients.has(id));
  return [
    ...letters.flatMap(({ sentAt }) => (sentAt === undefined ? [] : [{ by: "email" as const, at: new Date(sentAt) }])),
    ...messages.map(({ way, at }) => ({ by: way, at })),
    ...shared.map(({ way, at }) => ({ by: way, at })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/**
 * What became of the mailing for a recipient. Who waits for an e-mail still gets it after the group got the mailing, and
 * has got it in the group if the e-mail is refused. A refused e-mail counts as not sent: the person then gets the mailing by the
 * next way, also if the mail server refused only the letter. If it refused the address, a corrected one gets the e-mail.
 * @param id of the recipient @param reach null if the person has left or does not want the mailing any more
 */
export function deliveryTo(id: string, recorded: Recorded, reach: Reach | null, isForGroup: boolean): Delivery {
  const sendings = sendingsTo(id, recorded);
  const first = sendings.find(({ by }) => by !== "group");
  if (first) return { is: "sent", ...first };
  if (recorded.touches.some(({ way, refused }) => way === "email" && refused === undefined)) return { is: "queued" };
  const [shared] = sendings;
  const isLetterRefused = recorded.touches.some(({ refusesLetter }) => refusesLetter);
  const hasEmail = reach?.hasEmail === true && !isLetterRefused;
  if (shared && !(hasEmail && recorded.isQueued === false)) return { is: "sent", ...shared };
  if (!reach) return { is: "gone" };
  const way = wayTo({ ...reach, hasEmail }, isForGroup);
  return way ? { is: "due", way } : { is: "unreachable" };
}

const WAY_OF_SENDING: Record<SentWay, MailingWay> = {
  email: "email",
  group: "group",
  sms: "mobile",
  whatsapp: "mobile",
  shared: "mobile",
  paper: "paper",
};

/** The way of a delivery, sent or not. Null for a person whom no way reaches. */
function wayOfDelivery(delivery: Delivery): MailingWay | null {
  if (delivery.is === "sent") return WAY_OF_SENDING[delivery.by];
  if (delivery.is === "queued") return "email";
  return delivery.is === "due" ? delivery.way : null;
}

/** Numbers of people. `sent`: of those of the way who got it. */
export type WayCounts = Readonly<Record<MailingWay, { readonly all: number; readonly sent: number }>> & {
  readonly unreachable: number;
  readonly gone: number;
};

export function countWays(deliveries: readonly Delivery[]): WayCounts {
  const of = (way: MailingWay) => {
    const all = deliveries.filter((delivery) => wayOfDelivery(delivery) === way);
    return { all: all.length, sent: all.filter(({ is }) => is === "sent").length };
  };
  const number = (wanted: Delivery["is"]) => deliveries.filter(({ is }) => is === wanted).length;
  return {
    email: of("email"),
    group: of("group"),
    mobile: of("mobile"),
    paper: of("paper"),
    unreachable: number("unreachable"),
    gone: number("gone"),
  };
}

/** The number of people who have a way, and did not get the mailing yet. */
export const countWaiting = (counts: WayCounts): number =>
  MAILING_WAYS.reduce((sum, way) => sum + counts[way].all - counts[way].sent, 0);
