/** What the three pages of earlier states have in common: what they show, and how a card goes back to a state. */
import { redirectWithToast } from "#app/chrome/toasts/redirect-with-toast.server.ts";
import type { Args } from "#app/forms/read-form.server.ts";
import { answer, takeForm } from "#app/forms/take-form.server.ts";
import { dateAndTime } from "#domain/dates.ts";
import { errorsByField, type FieldErrors } from "#domain/fields.ts";
import type { State } from "#domain/history.ts";
import { type FieldText, historyLines } from "#domain/history-lines.ts";
import type { Stored, Updated } from "#domain/stored.ts";
import type { HistoryAnswer, ShownState } from "./shown-state.ts";

export const reply = (what: HistoryAnswer, status?: number) => answer(what, status);

/**
 * @param current what stands there now
 * @param states earlier ones, newest first
 * @param describe as for `historyLines`
 * @returns the states as the page shows them, the present one first; none without an earlier one
 */
export function showStates<Content>(
  current: Pick<State<Content>, "content" | "picture" | "at" | "by">,
  states: readonly State<Content>[],
  describe: (content: Content) => readonly FieldText[],
): ShownState[] {
  if (states.length === 0) return [];
  return historyLines(current, states, describe).map(({ by, at, picture, ...line }) => ({
    ...line,
    who: by?.name ?? null,
    when: Number.isNaN(Date.parse(at)) ? null : dateAndTime(new Date(at)),
    picture: picture && pictureAddress(picture),
  }));
}

/** Pictures that nobody sees any more have an address for the committee. */
const pictureAddress = (path: string): string =>
  `/corbeille/photo/${path.split("/").map(encodeURIComponent).join("/")}`;

/** @returns what a state is refused for, each field by the name that people know */
export const refusalsByLabel = (errors: FieldErrors, labels: Readonly<Record<string, string>>): string[] =>
  Object.entries(errors).map(([field, sentence]) => `${labels[field] ?? field}\u00a0: ${sentence}`);

type CardRestoration<Fields> = {
  where: string;
  get: () => Promise<Stored<Fields> | null>;
  listStates: () => Promise<State<Fields>[]>;
  /** What the form says to a state. @param kept the document as it is now: what a list does not know may stay */
  read: (
    state: Fields,
    kept: Fields,
  ) => { success: true; data: Fields } | { success: false; error: Parameters<typeof errorsByField>[0] };
  /** The fields of the form by the names that people know. */
  labels: Readonly<Record<string, string>>;
  change: (fields: Fields, version: string) => Promise<Updated>;
  /** Where it is shown that it was done. */
  page: string;
};

/** The action that makes an earlier state of a card the newest one, over the version that was shown. */
export const restoreState = <Fields>(args: Args, restoration: CardRestoration<Fields>) =>
  takeForm(args, { where: restoration.where, fields: STATE_FIELDS }, async ({ typed }) => {
    const { get, listStates, read, labels, change, page } = restoration;
    const [kept, states] = [await get(), await listStates()];
    if (!kept) return reply({ gone: true }, 404);
    const state = states.find(({ until }) => until === typed.state);
    if (!state) return reply({ forgotten: true }, 409);
    const parsed = read(state.content, kept);
    if (!parsed.success) return reply({ refused: refusalsByLabel(errorsByField(parsed.error), labels) }, 400);
    const outcome = await change(parsed.data, typed.version ?? "");
    if (outcome === "updated") return redirectWithToast(args.context, page, "state-restored");
    const current = outcome === "outdated" ? await get() : null;
    return current ? reply({ overtakenBy: current.updatedBy?.name ?? null }, 409) : reply({ gone: true }, 404);
  });

/** Which state, and the version that was shown with it. */
export const STATE_FIELDS = ["version", "state"];
