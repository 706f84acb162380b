/** The committee's two lists, sign-ups and messages: which part is shown, its address, and what a screen gets of it. */
import type { SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";
import type { MailState } from "#stores/inbox-types.ts";

/** Which part of a list is shown, as its address says; the address names a search by a key (recent-searches.ts). */
export type ListQuery = { readonly search: string; readonly filter: Filter; readonly page: number };

/** The same, with the words that are searched for; none: everything is shown. */
export type ListView = ListQuery & { readonly q: string };

/** A filter of a list, with the words on its button. */
export type FilterChoice = { readonly filter: Filter; readonly label: string };

type List = {
  /** Of its page. */
  readonly path: string;
  /** Id of the entry that the address names. */
  readonly anchor: string;
  readonly choices: readonly FilterChoice[];
};

export const LISTS: Readonly<Record<SubmissionType, List>> = {
  inscription: {
    path: "/inscriptions",
    anchor: "visee",
    choices: [
      { filter: "tout", label: "Toutes" },
      { filter: "nouveau", label: "Nouvelles" },
      { filter: "traite", label: "Traitées" },
      { filter: "mineur", label: "Mineurs" },
      { filter: "echec", label: "Échecs d’envoi" },
    ],
  },
  message: {
    path: "/messages",
    anchor: "lettre",
    choices: [
      { filter: "tout", label: "Tous" },
      { filter: "nouveau", label: "Nouveaux" },
      { filter: "traite", label: "Traités" },
      { filter: "echec", label: "Échecs d’envoi" },
    ],
  },
};

/** @returns the part that an address asks for; what it does not say, or says wrongly, is the first page of everything */
export function readView(params: URLSearchParams, type: SubmissionType): ListQuery {
  const filter = readFilter(params.get("filtre"), type);
  const page = /^[1-9]\d{0,5}$/.exec(params.get("page") ?? "");
  return { search: params.get("recherche") ?? "", filter, page: page ? Number(page[0]) : 1 };
}

/** @returns the filter of that name, or the one that shows everything */
export const readFilter = (name: string | null | undefined, type: SubmissionType): Filter =>
  LISTS[type].choices.find((one) => one.filter === name)?.filter ?? "tout";

/** @returns the address of a part of a list, and of the entry that it names @param path of the list, or of its export */
export function addressOf(path: string, { search, filter, page }: ListQuery, opened?: string): string {
  const params = new URLSearchParams();
  if (search) params.set("recherche", search);
  if (filter !== "tout") params.set("filtre", filter);
  if (page > 1) params.set("page", String(page));
  if (opened) params.set("id", opened);
  return params.size > 0 ? `${path}?${params}` : path;
}

/** What is asked of a list whose refused mail is to be sent again, all of it. */
export const RESEND_ALL = "resend-all";

/** What the frame of a list shows. Days and times are written out, in Zurich. */
export type ListFrame = {
  readonly view: ListView;
  readonly pages: number;
  /** How many match. */
  readonly found: number;
  /** How many there are in all, whatever is searched. */
  readonly total: number;
  readonly unhandled: number;
  /** How many have a mail that was refused for good. */
  readonly refused: number;
  readonly deletion: { readonly count: number; readonly from: string; readonly to: string } | null;
};

export type MailView = {
  readonly state: MailState["state"];
  readonly reason: string | null;
  /** A setting stops it. */
  readonly held: boolean;
  /** Whether mail leaves the site by now. */
  readonly mailLeaves: boolean;
};

export type Instant = { readonly iso: string; readonly text: string };

export type SignUpView = {
  readonly id: string;
  readonly name: string;
  readonly age: number;
  readonly minor: boolean;
  readonly birthDate: string;
  /** In the groups that people read. */
  readonly tel: string;
  readonly phoneHref: string;
  readonly address: string;
  readonly received: Instant;
  /** The day; null: new. */
  readonly handledAt: string | null;
  /** The day; null: not back yet. */
  readonly consentFormReceivedAt: string | null;
  readonly mail: MailView;
  readonly duplicate: boolean;
  /** The form proposed the birth date, and the committee has not confirmed it. */
  readonly birthDateToVerify: boolean;
};

export type MessageLine = {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly received: Instant;
  readonly isNew: boolean;
};

export type MessageView = MessageLine & {
  readonly email: string;
  readonly message: string;
  /** The day; null: new. */
  readonly handledAt: string | null;
  readonly mail: MailView;
};
