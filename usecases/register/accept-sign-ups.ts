import { dayInZurich } from "#domain/dates.ts";
import { isDoubleTap } from "#domain/double-tap.ts";
import type { Person } from "#domain/person.ts";
import {
  acceptanceInFrench,
  doubtsAboutSignUp,
  feesOfNewMembers,
  type SignUpDoubt,
} from "#domain/register/acceptance.ts";
import { type MemberData, memberFromSignUp, memberName } from "#domain/register/member.ts";
import type { ListedEntry } from "#stores/inbox-types.ts";
import type { UndoAcceptanceRefusal } from "#stores/register/undo-acceptances.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "register" | "inbox" | "fees" | "clock">;

/**
 * Maximum number of sign-ups per transaction. With the fees of several years, this stays far below Firestore's 500
 * writes.
 */
const AT_ONCE = 20;

type SignUpEntry = Extract<ListedEntry, { type: "inscription" }>;
type Ready = { readonly id: string; readonly data: MemberData };
/** A sign-up that the committee has to check before accepting, and the reason. */
export type DoubtfulSignUp = { readonly id: string; readonly name: string; readonly doubts: readonly SignUpDoubt[] };

/**
 * Sorts undecided sign-ups into those that need no correction (`ready`) and the others. `summary`: French summary of
 * `ready`.
 */
export async function planAcceptances(services: Needs, ids: readonly string[]) {
  const day = dayInZurich(services.clock.now());
  const undecided = (await services.inbox.list("inscription", ids)).filter(({ decision }) => !decision);
  const read = await Promise.all(undecided.map((entry) => readSignUp(services, entry)));
  const ready: Ready[] = read.flatMap(({ id, data, doubts }) => (doubts.length > 0 ? [] : { id, data }));
  const doubtful: DoubtfulSignUp[] = read.flatMap(({ id, data, doubts }) =>
    doubts.length > 0 ? { id, name: memberName(data), doubts } : [],
  );
  const people = ready.map(({ data }) => data);
  const fees = feesOfNewMembers(await services.fees.listYears(), people);
  return { ready, doubtful, summary: acceptanceInFrench(people, fees, day) };
}

async function readSignUp({ register, clock }: Needs, entry: SignUpEntry) {
  const day = dayInZurich(clock.now());
  const data = memberFromSignUp(entry.content, entry, day);
  const [same, namesake] = await Promise.all([
    register.findSame(data),
    // The person may already be in the register without a birth date, from an imported list.
    register.findSame({ ...data, birthDate: "" }),
  ]);
  const inRegister: SignUpDoubt[] = same ? ["member"] : namesake ? ["namesake"] : [];
  return { id: entry.id, data, doubts: [...inRegister, ...doubtsAboutSignUp(data, entry, day)] };
}

/** @returns why the committee has to check a sign-up; no reasons if the sign-up is decided or does not exist */
export const readDoubtsAboutSignUp = async (services: Needs, id: string): Promise<readonly SignUpDoubt[]> =>
  (await planAcceptances(services, [id])).doubtful[0]?.doubts ?? [];

/**
 * Accepts the sign-ups that need no correction, several per transaction. After a crash, a repeated call accepts the
 * rest.
 * @returns ids of the sign-ups that this request accepted
 */
export async function acceptSignUps(services: Needs, ids: readonly string[], by: Person | null): Promise<string[]> {
  const now = services.clock.now();
  const { ready } = await planAcceptances(services, ids);
  for (let start = 0; start < ready.length; start += AT_ONCE)
    await acceptSome(services, ready.slice(start, start + AT_ONCE), by);
  const entries = await services.inbox.list("inscription", ids);
  return entries
    .filter(({ decision }) => decision?.is === "accepted" && isDoubleTap(new Date(decision.at), now))
    .map(({ id }) => id);
}

/** Skip a sign-up if it was decided or deleted in the meantime, or if its person was added in the meantime. */
async function acceptSome({ register }: Needs, some: readonly Ready[], by: Person | null): Promise<void> {
  let rest = some;
  while (rest.length > 0) {
    const changes = rest.map(({ id, data }) => ({ id: null, data, signUp: id, ifUndecided: true as const }));
    const saved = await register.save(changes, by);
    if (saved.ok) return;
    const { index } = saved.reason;
    rest = rest.filter((_, i) => i !== index);
  }
}

/** An acceptance that is not undone, because undoing it would lose data. */
export type AcceptanceNotUndone = {
  readonly id: string;
  readonly name: string;
  readonly reason: UndoAcceptanceRefusal;
};

/**
 * Undoes acceptances (`RegisterStore.undoAcceptances`).
 * @returns the number of undone acceptances, and those that are kept
 */
export async function undoAcceptances(services: Needs, ids: readonly string[], by: Person | null) {
  const { register, inbox } = services;
  let undone = 0;
  const reasons = new Map<string, UndoAcceptanceRefusal>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const done = await register.undoAcceptances(ids.slice(start, start + AT_ONCE), by);
    undone += done.undone.length;
    for (const { signUp, reason } of done.staying) reasons.set(signUp, reason);
  }
  const entries = await inbox.list("inscription", [...reasons.keys()]);
  const staying = entries.map(({ id, content }): AcceptanceNotUndone => {
    const reason = reasons.get(id) as UndoAcceptanceRefusal;
    return { id, name: memberName(content), reason };
  });
  return { undone, staying };
}
