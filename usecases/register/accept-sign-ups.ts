import { dayInZurich } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { acceptanceInWords, type Doubt, doubtsOf, newDues } from "#domain/register/acceptance.ts";
import { type MemberData, memberFromSignUp, memberName } from "#domain/register/member.ts";
import type { ListedEntry } from "#stores/inbox-types.ts";
import type { StayingReason } from "#stores/register/undo-acceptances.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "register" | "inbox" | "fees" | "clock">;

/** Sign-ups per transaction: with the fees of several years, far below the 500 writes of Firestore. */
const AT_ONCE = 20;

/** In ms. Two taps within this time are one action. */
export const SAME_TAP_MS = 5000;

type SignUpEntry = Extract<ListedEntry, { type: "inscription" }>;
type Ready = { readonly id: string; readonly data: MemberData };
/** A sign-up that the committee has to open, and why. */
export type Doubtful = { readonly id: string; readonly name: string; readonly doubts: readonly Doubt[] };

/** Sorts undecided sign-ups into those that need no correction (`ready`) and the others. `summary`: of `ready`. */
export async function planAcceptances(services: Needs, ids: readonly string[]) {
  const day = dayInZurich(services.clock.now());
  const undecided = (await services.inbox.list("inscription", ids)).filter(({ decision }) => !decision);
  const read = await Promise.all(undecided.map((entry) => readSignUp(services, entry)));
  const ready: Ready[] = read.flatMap(({ id, data, doubts }) => (doubts.length > 0 ? [] : { id, data }));
  const doubtful: Doubtful[] = read.flatMap(({ id, data, doubts }) =>
    doubts.length > 0 ? { id, name: memberName(data), doubts } : [],
  );
  const people = ready.map(({ data }) => data);
  const dues = newDues(await services.fees.listYears(), people);
  return { ready, doubtful, summary: acceptanceInWords(people, dues, day) };
}

async function readSignUp({ register, clock }: Needs, entry: SignUpEntry) {
  const day = dayInZurich(clock.now());
  const data = memberFromSignUp(entry.content, entry, day);
  const [same, namesake] = await Promise.all([
    register.findSame(data),
    // A list that was imported without birth dates may already contain the person.
    register.findSame({ ...data, birthDate: "" }),
  ]);
  const inRegister: Doubt[] = same ? ["member"] : namesake ? ["namesake"] : [];
  return { id: entry.id, data, doubts: [...inRegister, ...doubtsOf(data, entry, day)] };
}

/** Why a sign-up needs a look; none if it is decided or does not exist. */
export const doubtsAbout = async (services: Needs, id: string): Promise<readonly Doubt[]> =>
  (await planAcceptances(services, [id])).doubtful[0]?.doubts ?? [];

/**
 * Accepts the sign-ups that need no correction, in transactions of several people: after a crash, the same call accepts
 * the rest. @returns ids of the sign-ups that this tap accepted
 */
export async function acceptSignUps(services: Needs, ids: readonly string[], by: Person | null): Promise<string[]> {
  const since = new Date(services.clock.now().getTime() - SAME_TAP_MS).toISOString();
  const { ready } = await planAcceptances(services, ids);
  for (let start = 0; start < ready.length; start += AT_ONCE)
    await acceptSome(services, ready.slice(start, start + AT_ONCE), by);
  const entries = await services.inbox.list("inscription", ids);
  return entries.filter(({ decision }) => decision?.is === "accepted" && decision.at >= since).map(({ id }) => id);
}

/** A sign-up that was decided or deleted meanwhile, or whose person was added meanwhile, is left out. */
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

/** An acceptance that stays, because undoing it would lose something. */
export type Staying = { readonly id: string; readonly name: string; readonly reason: StayingReason };

/** Undoes acceptances (`Register.undoAcceptances`). @returns the number undone, and those that stay */
export async function undoAcceptances(services: Needs, ids: readonly string[], by: Person | null) {
  const { register, inbox } = services;
  let undone = 0;
  const reasons = new Map<string, StayingReason>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const done = await register.undoAcceptances(ids.slice(start, start + AT_ONCE), by);
    undone += done.undone.length;
    for (const { signUp, reason } of done.staying) reasons.set(signUp, reason);
  }
  const entries = await inbox.list("inscription", [...reasons.keys()]);
  const staying = entries.map(({ id, content }): Staying => {
    const reason = reasons.get(id) as StayingReason;
    return { id, name: memberName(content), reason };
  });
  return { undone, staying };
}
