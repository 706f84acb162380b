import { data } from "react-router";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { CONFIRMATION_FIELD } from "#app/session/confirm-password.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { committeePictureUrl, readCurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import { dayInZurich, swissDateAndTime, swissDay } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import { historyLines } from "#domain/history-lines.ts";
import {
  committeeMemberHistory,
  type DocumentHistory,
  eventHistory,
  type HistoryKind,
  handoverItemHistory,
  notesHistory,
  type RestoreRefusal,
  registerMemberHistory,
  resultHistory,
  settingsHistory,
  textHistory,
} from "./history-kinds.server.ts";

export type HistoryResult = FormResult<{
  /** True if the revision to restore is no longer stored. */
  readonly expired?: true;
  /** Validation errors, one for each field. */
  readonly refused?: readonly string[];
  /** Who changed the document after the page was shown. Null if unknown. Absent if the document did not change. */
  readonly changedBy?: string | null;
}>;

const PAGES = {
  event: page(eventHistory),
  "handover-item": page(handoverItemHistory),
  member: page(committeeMemberHistory),
  record: page(registerMemberHistory),
  settings: page(settingsHistory),
  text: page(textHistory),
  notes: page(notesHistory),
  result: page(resultHistory),
};

/** A document with a history. `id`: as in the URL of the page; empty for the settings; dossier-part-id.ts for a dossier. */
export type HistorySubject = { readonly kind: keyof typeof PAGES; readonly id: string };

type ViewArgs = Pick<FormRequestArgs, "context"> & { readonly url: URL };

/** @throws a 404 response if the document does not exist */
export async function viewHistory({ context, url }: ViewArgs, { kind, id }: HistorySubject) {
  const view = await PAGES[kind].view(context, id, kind === "text" ? url.searchParams.get("texte") : null);
  if (!view) throw data(null, { status: 404 });
  return view;
}

/** Restores nothing if the document changed after the page was shown. */
export const restoreRevision = (args: FormRequestArgs & { readonly url: URL }, { kind, id }: HistorySubject) =>
  PAGES[kind].restore(args, kind, id);

/** `state` is the id of the revision. `version` is the version of the document. */
const FORM = {
  fields: ["version", "state", CONFIRMATION_FIELD],
  secrets: [CONFIRMATION_FIELD],
  ofCommittee: true,
} as const;

const respond = (result: HistoryResult, status: number) => formResult(result, status);

function page<Fields>(kind: HistoryKind<Fields>) {
  return {
    /** @param savedAt time of the save whose full text the page shows; null for none */
    async view(context: FormRequestArgs["context"], id: string, savedAt: string | null) {
      const found = await kind.read(context, id);
      if (!found) return null;
      const { name, form, version, folder, current, revisions } = found;
      const image = folder && (await readCurrentPicture(context, folder, current.picture));
      const chosen = [current, ...revisions].find(({ at }) => at === savedAt);
      const fields = chosen ? kind.describe(chosen.content, id) : [];
      const whole = savedAt === null ? null : { title: titleOf(chosen), fields };
      return { name, form, version, image: image?.url ?? null, revisions: viewRevisions(kind, id, found), whole };
    },

    restore: (args: FormRequestArgs & { readonly url: URL }, where: string, id: string) =>
      handleForm(args, { ...FORM, where: `${where} restore` }, async ({ typed, secrets, by }) => {
        const { context, url } = args;
        const found = await kind.read(context, id);
        if (!found || !by) return respond({ gone: true }, 404);
        const revision = found.revisions.find((stored) => stored.id === typed.state);
        if (!revision) return respond({ expired: true }, 409);
        const current = found.current.content;
        const chosen = {
          id,
          by,
          version: typed.version ?? "",
          current,
          revision,
          confirmation: secrets[CONFIRMATION_FIELD],
        };
        const outcome = await kind.restore(context, chosen);
        if (outcome === "restored") return redirectWithToast(context, url.pathname, "state-restored");
        if (typeof outcome === "object") return refused(outcome, typed);
        return changedMeanwhile(outcome === "outdated" ? await kind.read(context, id) : null);
      }),
  };
}

function refused({ status, ...reason }: RestoreRefusal, typed: TypedValues) {
  return respond({ ...reason, ...("errors" in reason && { typed }) }, status);
}

function changedMeanwhile(now: DocumentHistory<unknown> | null) {
  return now ? respond({ changedBy: now.current.by?.name ?? null }, 409) : respond({ gone: true }, 404);
}

function titleOf(revision: { readonly at: string } | undefined): string {
  if (!revision) return "Ce texte n’est plus gardé.";
  return revision.at === "" ? "Texte d’origine" : `Texte du ${swissDay(dayInZurich(new Date(revision.at)))}`;
}

export type RevisionView = ReturnType<typeof viewRevisions>[number];

/** @returns the current content and the revisions, newest first; empty without an earlier revision */
function viewRevisions<Fields>(
  { describe, restoredFields }: HistoryKind<Fields>,
  id: string,
  { current, revisions }: DocumentHistory<Fields>,
) {
  if (revisions.length === 0) return [];
  const lines = historyLines(current, revisions, (fields) => describe(fields, id), restoredFields);
  return lines.map(({ by, at, picture, ...line }) => ({
    ...line,
    author: by?.name ?? null,
    /** Formatted as `05.08.2008, 14:30`. Null if unknown. */
    date: Number.isNaN(Date.parse(at)) ? null : swissDateAndTime(new Date(at)),
    /** Null for no picture. Undefined if unknown. */
    picture: picture && committeePictureUrl(picture),
  }));
}
