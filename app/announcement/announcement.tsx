import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { updateCardAction } from "#app/ui/cards/card-actions.server.ts";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import { eventUrl } from "#app/ui/event-url.ts";
import { Field, TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { readSitePages } from "#app/ui/form/site-pages.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { ShareMessageLink } from "#app/ui/share/share-link.tsx";
import {
  ANNOUNCEMENT_MAX,
  type Announcement,
  announcementAsTyped,
  announcementFormValues,
  announcementSchema,
  isAnnouncementShown,
  NO_ANNOUNCEMENT,
} from "#domain/announcement.ts";
import { swissDateAndTime } from "#domain/dates.ts";
import { morningAfterFormerDate, needsVisitorNotice, visitorNoticeSentence } from "#domain/events/visitor-notice.ts";
import { fieldNames } from "#domain/fields.ts";
import { announcementMessage } from "#domain/sharing/group-messages.ts";
import type { SharedMessage } from "#domain/sharing/shared-message.ts";
import type { Route } from "./+types/announcement.ts";

export const handle: Handle = { help: "annoncer-quelque-chose-tout-de-suite", share: true };

export const meta = privateMeta(
  "Annonce",
  "Une annonce au-dessus de l’accueil et du planning, qui s’efface toute seule.",
);

/** `evenement` is the id of a postponed or cancelled event: the form is then filled with a sentence about it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { announcement, clock } = context.get(servicesContext);
  const now = clock.now();
  // The session may have ended while the user was typing. The form then shows the typed values, and no stored data.
  if (!context.get(accountContext))
    return { initial: announcementAsTyped(NO_ANNOUNCEMENT, now), version: "", online: null, isNotice: false };
  const stored = await announcement.get();
  const { text, until } = stored;
  const message = announcementMessage(stored, `${context.get(siteContext).publicUrl}/`);
  const online = isAnnouncementShown(stored, now) ? { text, until: swissDateAndTime(new Date(until)), message } : null;
  const notice = await noticeFor(context, url.searchParams.get("evenement"), now);
  return {
    initial: notice ?? announcementAsTyped(stored, now),
    version: stored.version,
    online,
    isNotice: notice !== null,
  };
}

/** Null if visitors need no notice about the event. */
async function noticeFor(context: Route.LoaderArgs["context"], id: string | null, now: Date) {
  const event = id === null ? null : await context.get(servicesContext).events.get(id);
  if (!event || !needsVisitorNotice(event)) return null;
  return announcementFormValues(visitorNoticeSentence(event), eventUrl(event.id), morningAfterFormerDate(event), now);
}

const SCHEMA = announcementSchema();
const REMOVE = "remove";

/** Withdrawing the announcement keeps its text for the next publication. */
export function action(args: Route.ActionArgs) {
  const { context } = args;
  const { announcement, clock } = context.get(servicesContext);
  const [by, at] = [actingPerson(context), clock.now()];
  return updateCardAction<Announcement>(args, {
    where: "announcement",
    fields: [...fieldNames(SCHEMA), "intention"],
    async get() {
      const { lastSave, ...stored } = await announcement.get();
      return { ...stored, updatedBy: lastSave?.by ?? null };
    },
    read: async (typed, { text, link }) =>
      typed.intention === REMOVE
        ? { success: true, data: { text, link, until: "" } }
        : announcementSchema(at, await readSitePages(context)).safeParse(typed),
    async update(fields, version) {
      if (by && (await announcement.save(fields, version, { by, at })) === "saved") return "updated";
      // The same form sent twice is one change.
      const current = await announcement.get();
      const isSame = current.text === fields.text && current.link === fields.link && current.until === fields.until;
      return isSame ? "updated" : "outdated";
    },
    describe: ({ text }) => [`«\u00a0${text}\u00a0»`],
    next: ({ typed }) =>
      typed?.intention === REMOVE
        ? redirectWithToast(context, "/annonce", "announcement-removed")
        : redirectWithToast(context, "/annonce", "announcement-published"),
  });
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

type OnlineProps = {
  online: { text: string; until: string; message: SharedMessage };
  isNotice: boolean;
  version: string;
  busy: boolean;
};

/**
 * The withdrawal is sent to the URL without parameters: a parameter that names an event would fill the form with the
 * event's notice again.
 */
const Online = ({ online: { text, until, message }, isNotice, version, busy }: OnlineProps) => (
  <Form className="notice" method="post" action="/annonce">
    <div>
      <p>
        <b>En ligne jusqu’au {until}.</b>{" "}
        {isNotice ? (
          <>
            «&nbsp;<bdi>{text}</bdi>&nbsp;» Elle reste, sauf si vous publiez le texte ci-dessous à sa place.
          </>
        ) : (
          "Elle s’efface toute seule."
        )}
      </p>
      <input type="hidden" name="version" value={version} />
      <div className="row">
        <ShareMessageLink shared={message} className="btn btn--small" hasField />
        <SubmitButton
          className="btn btn--small btn--neige"
          intention={REMOVE}
          disabled={busy}
          label="Retirer l’annonce"
        />
      </div>
    </div>
  </Form>
);

export default function AnnouncementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { initial, online, isNotice } = loaderData;
  const result: FormResult = actionData ?? {};
  const { errors, conflict } = result;
  const typed = { ...initial, ...result.typed };
  const version = conflict?.version ?? (loaderData.version || (result.typed?.version ?? ""));
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  return (
    <Screen
      style="brique"
      title="Annonce"
      lead="Au-dessus de l’accueil, du planning et des événements."
      className="sheet"
    >
      <div>
        {online && <Online online={online} isNotice={isNotice} version={version} busy={busy} />}
        <CheckedForm formRef={form} errors={errors} schema={SCHEMA}>
          <input type="hidden" name="version" value={version} />
          <div className="form form--duo">
            <TextAreaField
              fullWidth
              name="text"
              label="Annonce"
              hint={`Une ou deux phrases, ${ANNOUNCEMENT_MAX} caractères au plus.`}
              rows={3}
              defaultValue={typed.text}
            />
            <Field
              fullWidth
              name="link"
              label="Lien"
              hint="Facultatif&nbsp;: une adresse web, ou une page du site comme /planning."
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              defaultValue={typed.link}
            />
            <Field name="untilDay" label="Jusqu’au" type="date" defaultValue={typed.untilDay} />
            <Field name="untilTime" label="À" type="time" defaultValue={typed.untilTime} />
          </div>
          <StickySubmitBar>
            {!busy && <CardFormNotices {...result} what="cette annonce" />}
            <SubmitButton className="btn btn--brique btn--large" disabled={busy} label="Publier l’annonce" />
          </StickySubmitBar>
        </CheckedForm>
      </div>
    </Screen>
  );
}
