import { useEffect, useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { addresseeFields, type RoundKind, type RoundRow, type TouchWay } from "#domain/rounds/round.ts";
import {
  EMPTY_TOUCH_QUEUE,
  type QueuedTouchState,
  readTouchQueue,
  removeConfirmedTouches,
  sendTouch,
  subscribeToTouchQueue,
  type TouchQueueEntry,
  touchKey,
} from "./touch-queue.ts";

export type RoundRowWithTouch = RoundRow & {
  /** State of the last tap in this browser. Null if there is none. */
  readonly state: QueuedTouchState | null;
};

/**
 * The rows, updated by the touches of this browser, including those that the server has not confirmed yet.
 * @param waiting number of people without a message, on all pages, when the server answered
 */
export function useRoundRows(kind: RoundKind, rows: readonly RoundRow[], waiting: number) {
  const { account } = useRouteLoaderData("root") as { account: { id: string } | null };
  const by = account?.id ?? "";
  const queue = useSyncExternalStore(subscribeToTouchQueue, readTouchQueue, () => EMPTY_TOUCH_QUEUE);
  // The page has just been loaded, so the server's data already contains the confirmed touches.
  useEffect(removeConfirmedTouches, []);
  const shown = rows.map((row): RoundRowWithTouch => withTouch(row, queue.get(keyOf(kind, row))));
  const moved = shown.reduce(
    (sum, row, i) => sum + Number(rows[i]?.touched === null) - Number(row.touched === null),
    0,
  );
  const states = [...queue.values()].map(({ state }) => state);
  return {
    rows: shown,
    waiting: Math.max(0, waiting - moved),
    unrecorded: states.filter((state) => isUnrecorded(state)).length,
    hasEnded: states.includes("ended"),
    isForeign: states.includes("foreign"),
    touch: (row: RoundRow, way: TouchWay) => touch({ kind, row, by }, way),
    takeBack: (row: RoundRow) => takeBack({ kind, row, by }),
  };
}

const isUnrecorded = (state: QueuedTouchState): boolean =>
  state === "waiting" || state === "ended" || state === "foreign";

/** `by`: id of the account. */
type Acted = { readonly kind: RoundKind; readonly row: RoundRow; readonly by: string };

const keyOf = (kind: RoundKind, row: RoundRow): string => touchKey({ kind, ...addresseeFields(row) });

function withTouch(row: RoundRow, entry: TouchQueueEntry | undefined): RoundRowWithTouch {
  if (!entry) return { ...row, state: null };
  const { touch, state } = entry;
  if (state === "refused") return { ...row, state };
  return { ...row, state, touched: touch.isSent ? { way: touch.way, at: touch.at, by: null } : null };
}

function touch({ kind, row, by }: Acted, way: TouchWay): void {
  const entry = readTouchQueue().get(keyOf(kind, row));
  // A second tap at the same point may come before the row has hidden its links.
  if (entry?.touch.isSent && entry.state !== "refused") return;
  sendTouch({ kind, ...addresseeFields(row), way, at: new Date().toISOString(), isSent: true, account: by });
}

function takeBack({ kind, row, by }: Acted): void {
  const entry = readTouchQueue().get(keyOf(kind, row));
  const known = entry?.touch.isSent ? entry.touch : row.touched;
  if (!known) return;
  const { way, at } = known;
  sendTouch({ kind, ...addresseeFields(row), way, at, isSent: false, account: by });
}
