/** « Écrire aux membres »: one message to many people. The URL says to whom (`readDoor`). */
import { data } from "react-router";
import { accountContext, type Services, servicesContext, siteContext, subjectDeletedContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { type PasswordConfirmationErrors, requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION_FIELD } from "#app/session/confirm-password.tsx";
import { type ClientActionArgs, screenClientAction } from "#app/ui/form/client-action.ts";
import { deleteDraft } from "#app/ui/form/drafts.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { readSitePages } from "#app/ui/form/site-pages.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { mailingUrl, SENT_MAILINGS_URL } from "#app/ui/mailing-url.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { errorsByField, type FieldErrors, fieldNames, type TypedValues } from "#domain/fields.ts";
import { isMailingId, type MailingWords, mailingSchema, newMailingId, saysAsMuch } from "#domain/mailings/mailing.ts";
import { wayTo } from "#domain/mailings/ways.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { readMarkdown } from "#domain/text/markdown.server.ts";
import type { IsPage } from "#domain/text/site-page.ts";
import type { MailingPerson } from "#usecases/mailings/recipients.ts";
import { isMassMailing, sendMailing, sendMailingToOneself } from "#usecases/mailings/send-mailing.ts";
import type { Route } from "./+types/write.ts";
import { draftKeyOf, WriteForm, type WriteResult } from "./write-form.tsx";
import {
  isOtherAudience,
  NO_VIEW,
  newMailing,
  previewMailing,
  readDoor,
  readPeople,
  redirectToAudience,
  viewForm,
} from "./write-view.server.ts";

export const handle: Handle = { help: "écrire-aux-membres" };

export const meta = privateMeta(
  "Écrire aux membres",
  "Un message à beaucoup de personnes, chacune par le moyen qui l’atteint.",
);

export async function loader(args: Route.LoaderArgs) {
  const { url, context } = args;
  const page = { url: url.pathname + url.search, id: newMailingId() };
  const account = context.get(accountContext);
  // While the user was typing, the session may have ended, or the event may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!account || context.get(subjectDeletedContext)) return { ...page, ...NO_VIEW };
  const door = await readDoor(args);
  if (!door) throw data(null, { status: 404 });
  return { ...page, ...(await viewForm(context, door, account.firstName)) };
}

const FIELDS = [...fieldNames(mailingSchema()), "filtre", "q", "listed", "version"];

const SENTENCES = {
  otherAudience: "Vous avez changé ce choix\u00a0: touchez «\u00a0Afficher\u00a0», et vérifiez qui reçoit.",
  nobody: "Personne n’est coché\u00a0: cochez au moins une personne.",
  unreachable: "Aucun moyen d’atteindre ces personnes\u00a0: complétez d’abord leurs fiches.",
} as const;

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    {
      where: "mailing",
      fields: [...FIELDS, "intention", CONFIRMATION_FIELD],
      listField: "to",
      secrets: [CONFIRMATION_FIELD],
      choice: { field: "intention", among: ["audience", "preview", "try", "send"] },
      ofCommittee: true,
    },
    async ({ typed, list, secrets, services, by }) => {
      const { context } = args;
      const { publicUrl } = context.get(siteContext);
      const account = context.get(accountContext);
      const door = await readDoor(args);
      const answer = (more: FormResult<WriteResult>, status = 200) =>
        formResult<WriteResult>({ typed, list, ...more }, status);
      if (!door || !account) return answer({ gone: true }, 409);
      if (typed.intention === "audience") return (await redirectToAudience(args, door, typed)) ?? answer({});
      if (isOtherAudience(door, typed)) return answer({ errors: { filtre: SENTENCES.otherAudience } }, 400);
      const words = readWords(typed, await readSitePages(context));
      if (!words.ok) return answer({ errors: words.reason }, 400);
      const ticked = new Set(list);
      const people = (await readPeople(services, door)).people.filter(({ id }) => ticked.has(id));
      const mailing = newMailing(door, words.value, people);
      if (typed.intention === "preview") return answer({ preview: await previewMailing(context, mailing, people) });
      if (typed.intention === "try") {
        const tried = await sendMailingToOneself(services, mailing, account.email, publicUrl);
        return answer({ tried, address: account.email, preview: await previewMailing(context, mailing, people) });
      }
      const refused = await refuseSending(context, mailing, people, secrets[CONFIRMATION_FIELD]);
      if (refused) return answer({ errors: refused.errors }, refused.status);
      const { id, toast, another } = await sendOnce(
        services,
        typed,
        { mailing, account: account.email, publicUrl },
        by,
      );
      if (another) return answer({ typed: { ...typed, version: newMailingId() }, another }, 409);
      return redirectWithToast(context, mailingUrl(id), toast);
    },
  );

/**
 * @returns `another` if the form has sent another message already, and this one was not sent:
 * after « back » in the browser, or in a copy of the tab
 */
async function sendOnce(
  services: Services,
  { version = "" }: TypedValues,
  sending: Omit<Parameters<typeof sendMailing>[1], "id">,
  by: Person | null,
) {
  const id = isMailingId(version) ? version : newMailingId();
  const isNew = await sendMailing(services, { ...sending, id }, by);
  const earlier = isNew ? null : await services.mailings.get(id);
  const isOther = earlier !== null && !saysAsMuch(earlier, sending.mailing);
  const toast = isNew ? "mailing-sent" : "mailing-same";
  return { id, toast, another: isOther ? { id, subject: earlier.subject } : null } as const;
}

function readWords(typed: TypedValues, isPage: IsPage): Result<MailingWords, FieldErrors> {
  const parsed = mailingSchema().safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const markdown = readMarkdown(parsed.data.text, isPage);
  return markdown.ok ? success(parsed.data) : refusal({ text: markdown.reason });
}

/** @param password what was typed to confirm a message to many people @returns null if the mailing may be sent */
async function refuseSending(
  context: Route.ActionArgs["context"],
  { isForGroup }: MailingWords,
  people: readonly MailingPerson[],
  password: string | undefined,
): Promise<PasswordConfirmationErrors | null> {
  if (people.length === 0) return { errors: { to: SENTENCES.nobody }, status: 400 };
  if (!people.some(({ reach }) => wayTo(reach, isForGroup)))
    return { errors: { to: SENTENCES.unreachable }, status: 400 };
  return (await isMassMailing(context.get(servicesContext), people.length)) ? requirePassword(context, password) : null;
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

/** A redirect to another page means that the mailing was created: its draft is deleted. */
export async function clientAction({ request, serverAction }: ClientActionArgs) {
  try {
    return await screenClientAction({ serverAction });
  } catch (error) {
    const target = error instanceof Response ? error.headers.get("location") : null;
    if (target?.startsWith("/ecrire/")) deleteDraft(draftKeyOf(new URL(request.url).search));
    throw error;
  }
}

const LEADS = {
  info: "Chacun reçoit le message par le moyen qui l’atteint.",
  event: "À celles et ceux qui viennent aider.",
  convocation: "Une convocation\u00a0: elle va à tous, aussi à qui ne veut plus d’informations.",
} as const;

export default function WritePage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, about, corrects } = loaderData;
  const result: FormResult<WriteResult> = actionData ?? {};
  const title = kind === "convocation" ? "Convoquer" : "Écrire aux membres";
  return (
    <Screen
      style="azur"
      title={corrects ? "Rectifier un message" : title}
      lead={
        <>
          {about && (
            <>
              <bdi>{about}</bdi>.{" "}
            </>
          )}
          {corrects ? "Aux mêmes personnes." : LEADS[kind]}
        </>
      }
    >
      <div className="write-page">
        <ListLinks>
          <StrongLink to={SENT_MAILINGS_URL}>Messages envoyés</StrongLink>
        </ListLinks>
        <WriteForm {...loaderData} result={result} />
      </div>
    </Screen>
  );
}
