/**
 * The touches of this browser that the server has not confirmed. A phone may close the page while a messaging app is
 * open. So each touch is written to localStorage before its request starts, the request outlives the page
 * (`keepalive`), and unconfirmed touches are sent again. Sending again is safe, because the server records a touch only
 * once. Contains ids, no names.
 */
import type { AddresseeFields, RoundKind, TouchWay } from "#domain/rounds/round.ts";

const KEY = "touches";
const RECORD_PATH = "/registre/envois";
const RETRY_MS = 10_000;

/**
 * `at`: ISO 8601. `isSent` false takes the touch back. `account`: the account that tapped. If another account uses this
 * device, the touch is neither recorded nor lost.
 */
export type QueuedTouch = AddresseeFields & {
  readonly kind: RoundKind;
  readonly way: TouchWay;
  readonly at: string;
  readonly isSent: boolean;
  readonly account: string;
};

/**
 * `waiting`: a request failed and will be repeated. `ended`: the session has ended. `foreign`: another account is
 * signed in. `refused`: the server has permanently refused the touch.
 */
export type QueuedTouchState = "sending" | "waiting" | "ended" | "foreign" | "done" | "refused";

export type TouchQueueEntry = { readonly touch: QueuedTouch; readonly state: QueuedTouchState };

type Queue = ReadonlyMap<string, TouchQueueEntry>;

/** Key of a row. Only the newest touch of a row is sent. */
export const touchKey = ({
  kind,
  member,
  fees,
  topic,
  about,
  reply,
}: AddresseeFields & Pick<QueuedTouch, "kind">): string => [kind, member, fees, topic, about, reply].join(" ");

export const EMPTY_TOUCH_QUEUE: Queue = new Map();

let queue: Queue | null = null;
const listeners = new Set<() => void>();
const inFlight = new Set<string>();
let retry: ReturnType<typeof setTimeout> | undefined;

/** False while the browser refuses to store data: the touches are then lost with this page. */
let isStored = true;

const isUnconfirmed = ({ state }: TouchQueueEntry): boolean => state !== "done" && state !== "refused";

function stored(): QueuedTouch[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

export function readTouchQueue(): Queue {
  queue ??= new Map(stored().map((touch) => [touchKey(touch), { touch, state: "sending" }]));
  return queue;
}

function write(next: Queue): void {
  queue = next;
  // Notify the listeners only after the tap has opened its link, because the row then hides the link.
  setTimeout(() => {
    for (const listener of listeners) listener();
  });
}

/** Changes only one touch, because other tabs store their touches in the same place. */
function store(entry: TouchQueueEntry): void {
  const key = touchKey(entry.touch);
  const all = stored();
  const own = all.find((touch) => touchKey(touch) === key);
  // Another tab has changed this row in the meantime.
  if (!isUnconfirmed(entry) && own && !isSame(own, entry.touch)) return;
  const others = all.filter((touch) => touch !== own);
  const next = isUnconfirmed(entry) ? [...others, entry.touch] : others;
  try {
    if (next.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(next));
    isStored = true;
  } catch {
    isStored = false;
  }
}

const isSame = (one: QueuedTouch, other: QueuedTouch): boolean => one.at === other.at && one.isSent === other.isSent;

/** Updates the queue of this page: another tab may have sent touches, or taken them back. */
function readOtherTabs(): void {
  if (!isStored) return;
  const others = new Map(stored().map((touch) => [touchKey(touch), touch]));
  const next = new Map([...readTouchQueue()].filter(([key, entry]) => !isUnconfirmed(entry) || others.has(key)));
  for (const [key, touch] of others) {
    const own = next.get(key);
    if (!own || !isSame(own.touch, touch)) next.set(key, { touch, state: "sending" });
  }
  write(next);
}

function set(entry: TouchQueueEntry): void {
  store(entry);
  write(new Map(readTouchQueue()).set(touchKey(entry.touch), entry));
}

/** Records a touch, or takes it back. Starts the request during the event of the tap. */
export function sendTouch(touch: QueuedTouch): void {
  set({ touch, state: "sending" });
  void send(touchKey(touch));
}

async function send(key: string): Promise<void> {
  const touch = readTouchQueue().get(key)?.touch;
  // Send the requests of a row one after the other, so that « Pas envoyé » never overtakes its touch.
  if (!touch || inFlight.has(key)) return;
  inFlight.add(key);
  const state = await post(touch);
  inFlight.delete(key);
  if (readTouchQueue().get(key)?.touch !== touch) return send(key);
  set({ touch, state });
  if (state !== "waiting") return;
  clearTimeout(retry);
  retry = setTimeout(resendTouches, RETRY_MS);
}

async function post({ isSent, ...touch }: QueuedTouch): Promise<QueuedTouchState> {
  const body = new URLSearchParams({ ...touch, intention: isSent ? "sent" : "unsent" });
  try {
    const { status } = await fetch(RECORD_PATH, { method: "POST", body, keepalive: true, redirect: "manual" });
    if (status === 204) return "done";
    if (status === 401) return "ended";
    if (status === 409) return "foreign";
    return status === 400 || status === 404 ? "refused" : "waiting";
  } catch {
    return "waiting";
  }
}

/** Sends all unconfirmed touches again. */
export function resendTouches(): void {
  readOtherTabs();
  for (const [key, entry] of readTouchQueue()) if (isUnconfirmed(entry)) void send(key);
}

/** Removes confirmed touches, because the page now shows newer data of the server. */
export function removeConfirmedTouches(): void {
  const kept = new Map([...readTouchQueue()].filter(([, entry]) => isUnconfirmed(entry)));
  if (kept.size < readTouchQueue().size) write(kept);
}

const onVisible = () => {
  if (document.visibilityState === "visible") resendTouches();
};

export function subscribeToTouchQueue(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("online", resendTouches);
    addEventListener("pageshow", resendTouches);
    document.addEventListener("visibilitychange", onVisible);
    resendTouches();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("online", resendTouches);
    removeEventListener("pageshow", resendTouches);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
