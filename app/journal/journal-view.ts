/** The journal's page: which part is shown, its address, and its lines in words. */
import type { JournalSubject } from "#domain/journal.ts";

/** What the lines can be narrowed to, as the address names it. */
const KINDS: readonly { value: string; subject: JournalSubject; label: string }[] = [
  { value: "evenements", subject: "evenement", label: "Événements" },
  { value: "membres", subject: "membre", label: "Membres" },
  { value: "inscriptions", subject: "inscription", label: "Inscriptions" },
  { value: "messages", subject: "message", label: "Messages" },
  { value: "reglages", subject: "settings", label: "Réglages" },
  { value: "comptes", subject: "account", label: "Comptes" },
  { value: "connexions", subject: "session", label: "Connexions" },
];

export const KIND_CHOICES = KINDS.map(({ value, label }) => ({ value, label }));

/** Which part of the journal is shown; an empty text narrows nothing. */
export type JournalView = { readonly person: string; readonly kind: string; readonly page: number };

/** @returns what the kind in an address narrows the lines to; undefined: nothing */
export const subjectOf = ({ kind }: JournalView): JournalSubject | undefined =>
  KINDS.find(({ value }) => value === kind)?.subject;

/**
 * @param people who has a line
 * @returns the part that an address asks for; what it does not say, or says wrongly, is the first page of everything
 */
export function readView(params: URLSearchParams, people: readonly { id: string }[]): JournalView {
  const kind = params.get("sujet") ?? "";
  const person = params.get("personne") ?? "";
  const page = /^[1-9]\d{0,5}$/.exec(params.get("page") ?? "");
  return {
    person: people.some(({ id }) => id === person) ? person : "",
    kind: KINDS.some(({ value }) => value === kind) ? kind : "",
    page: page ? Number(page[0]) : 1,
  };
}

/** @returns the address of a part of the journal */
export function addressOf({ person, kind, page }: JournalView): string {
  const params = new URLSearchParams();
  if (person) params.set("personne", person);
  if (kind) params.set("sujet", kind);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `/journal?${params}` : "/journal";
}

/** A line in words. */
export type ShownLine = {
  /** `14:30` */
  readonly time: string;
  readonly iso: string;
  /** What the person was called then, or who it was without an account. */
  readonly who: string;
  /** What tells whose account it is; null: the name says it, or it was nobody's. */
  readonly account: { readonly email: string | null } | null;
  readonly deed: string;
  readonly what: string;
  /** Where the thing is; null: nowhere any more. */
  readonly href: string | null;
};

/** The lines of one day. */
export type ShownDay = { readonly day: string; readonly title: string; readonly lines: readonly ShownLine[] };
