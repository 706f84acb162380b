/**
 * A member of the committee who adds, edits, deletes and restores cards. After a request without an answer, the state of
 * the card is in doubt: the pages must then show either the complete state before or the complete state after it.
 */

import { dayInZurich } from "#domain/dates.ts";
import { type Instance, post, request } from "./browser.ts";
import type { Random } from "./chance.ts";
import { type Poster, readBin } from "./pages.ts";

type CardKind = "evenement" | "membre";

type Card = {
  readonly kind: CardKind;
  readonly name: string;
  readonly colour: number;
  /** States that the page may show: one, or two after a request without an answer. Null: the card is not there. */
  possible: (string | null)[];
  /** Last confirmed state, with which the card is restored from the recycle bin; null if none was confirmed. */
  last: string | null;
};

export type CommitteeMemberCard = {
  /** Makes one random change to one card. */
  act: (instance: Instance) => Promise<void>;
  /**
   * Compares the pages with the possible states, and resolves doubts.
   * @param binned keys of the cards in the recycle bin, by name
   * @throws if a page shows an impossible state, or a confirmed card is in neither place, or in both
   */
  observe: (pages: Record<CardKind, readonly Poster[]>, binned: ReadonlyMap<string, string>) => void;
  /** Numbers of confirmed changes. */
  confirmed: { creations: number; updates: number; deletions: number; restorations: number };
  /** Number of cards that were in doubt, and how many of these changes had been made. */
  doubts: { count: number; done: number };
};

const CARDS_MAX = 3;
/** The year that the planning shows by default. */
const YEAR = dayInZurich(new Date()).slice(0, 4);
const PAGE = { evenement: "/planning", membre: "/comite" } as const;

/**
 * @param first number of the first card; each further card has a number that is higher by `step`
 * @param photo creates a picture whose colour encodes a number
 */
export function committeeMember(
  { name, first, step, cookie }: { name: string; first: number; step: number; cookie: string },
  { wholeNumber }: Random,
  photo: (colour: number) => Promise<Uint8Array>,
): CommitteeMemberCard {
  const cards: Card[] = [];
  const confirmed = { creations: 0, updates: 0, deletions: 0, restorations: 0 };
  const doubts = { count: 0, done: 0 };
  let next = first;
  let updates = 0;

  const fieldsOf = ({ kind, name: word }: Card, detail: string): Record<string, string> =>
    kind === "evenement"
      ? { Nom: word, mois: "08", annee: YEAR, Lieu: detail, AfterMovie: "", hp: "" }
      : { Prenom: detail, Nom: word, Poste: "Membre", hp: "" };
  const idOf = ({ kind, name: word }: Card) => (kind === "evenement" ? `${word}08${YEAR.slice(2)}` : `${word}Membre`);

  async function create(instance: Instance, card: Card): Promise<void> {
    const body = new FormData();
    for (const [field, value] of Object.entries(fieldsOf(card, "Neuf"))) body.append(field, value);
    const file = new File([new Uint8Array(await photo(card.colour))], "IMG_0001.JPG");
    body.append(card.kind === "evenement" ? "image" : "photo", file);
    card.possible = [null, "Neuf"];
    const { status, location } = await post(instance, `/${pathOf(card.kind)}/create`, body, cookie);
    if (status !== 302 || !location?.startsWith(`${PAGE[card.kind]}#`))
      throw new Error(`${card.name}: not created, ${status}`);
    card.possible = ["Neuf"];
    card.last = "Neuf";
    confirmed.creations++;
  }

  async function updateCard(instance: Instance, card: Card): Promise<void> {
    const path = `/${pathOf(card.kind)}/modify/${encodeURIComponent(idOf(card))}`;
    const { html } = await request(instance, path, { headers: { cookie } });
    const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const detail = `Retouche${++updates}`;
    const before = card.possible;
    card.possible = [...before, detail];
    const body = new URLSearchParams({ ...fieldsOf(card, detail), version });
    const { status } = await post(instance, path, body, cookie);
    const expected = card.kind === "evenement" ? 200 : 302;
    if (status !== expected) throw new Error(`${card.name}: not changed, ${status}`);
    card.possible = [detail];
    card.last = detail;
    confirmed.updates++;
  }

  async function remove(instance: Instance, card: Card): Promise<void> {
    card.possible = [...card.possible, null];
    const { status } = await post(instance, PAGE[card.kind], new URLSearchParams({ id: idOf(card) }), cookie);
    if (status !== 302) throw new Error(`${card.name}: not deleted, ${status}`);
    card.possible = [null];
    confirmed.deletions++;
  }

  async function restore(instance: Instance, card: Card): Promise<void> {
    const key = (await readBin(instance, cookie)).get(card.name);
    if (!key) throw new Error(`${card.name} is not in the recycle bin.`);
    card.possible = [null, card.last];
    const fields = new URLSearchParams({ intention: "restore", key });
    const { status, location } = await post(instance, "/corbeille", fields, cookie);
    if (status !== 302 || !location?.startsWith(`${PAGE[card.kind]}#`))
      throw new Error(`${card.name}: not restored, ${status}`);
    card.possible = [card.last];
    confirmed.restorations++;
  }

  return {
    confirmed,
    doubts,

    async act(instance) {
      const existing = cards.filter(({ possible }) => possible.every((p) => p !== null));
      const perdue = cards.find(({ possible }) => possible.length === 0);
      if (perdue) return create(instance, perdue);
      const deleted = cards.filter(({ possible }) => possible.length === 1 && possible[0] === null);
      const choice = wholeNumber(1, 4);
      const back = deleted[wholeNumber(0, deleted.length - 1)];
      if (back && choice === 4 && existing.length < CARDS_MAX) return restore(instance, back);
      const card = existing[wholeNumber(0, existing.length - 1)];
      if (card && choice === 1) return updateCard(instance, card);
      if (card && (choice === 2 || existing.length >= CARDS_MAX)) return remove(instance, card);
      const colour = next;
      next += step;
      const kind = cards.length % 2 === 0 ? "evenement" : "membre";
      const isNew: Card = { kind, name: `${name}${colour}`, colour, possible: [], last: null };
      cards.push(isNew);
      return create(instance, isNew);
    },

    observe(pages, binned) {
      for (const card of cards) {
        const views = pages[card.kind].filter(({ id }) => id === idOf(card) || id.startsWith(`${idOf(card)}-`));
        if (views.length > 1) throw new Error(`${card.name} is there ${views.length} times.`);
        const [view] = views;
        const detail = view?.detail ?? null;
        expectWhole(card, view, binned.has(card.name));
        if (card.possible.length > 1) {
          doubts.count++;
          if (detail === card.possible.at(-1)) doubts.done++;
        }
        // Repeat a creation that the crash has undone.
        const toBeRedone = card.last === null && !binned.has(card.name) && detail === null;
        card.possible = toBeRedone ? [] : [detail];
        card.last = detail ?? card.last;
      }
    },
  };
}

function expectWhole(card: Card, view: Poster | undefined, isBinned: boolean): void {
  const detail = view?.detail ?? null;
  const expectations = card.possible.length > 0 ? card.possible : [null];
  if (!expectations.includes(detail))
    throw new Error(`${card.name} shows ${detail} instead of ${expectations.join(" or ")}.`);
  if (view && view.title !== card.name) throw new Error(`${card.name} is called ${view.title}.`);
  if (view && view.colour !== card.colour) throw new Error(`${card.name} shows the picture of ${view.colour}.`);
  if (view && isBinned) throw new Error(`${card.name} is there, and in the recycle bin.`);
  if (!view && card.last !== null && !isBinned) throw new Error(`${card.name} is lost.`);
}

const pathOf = (kind: CardKind) => (kind === "evenement" ? "evenement" : "comite");
