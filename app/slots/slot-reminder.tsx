/** The reminder of an evening: letters to those with an e-mail address, a round of messages to the others. */
import { data } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION_FIELD, ConfirmPassword, isPasswordAsked } from "#app/session/confirm-password.tsx";
import { slotPlanUrl } from "#app/ui/event-url.ts";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { pageInQuery } from "#app/ui/list/list-query.ts";
import { RoundContent, waitingInFrench } from "#app/ui/round/round.tsx";
import { ROUND_FIELDS, ROUND_INTENTIONS, roundResponse } from "#app/ui/round/round-action.server.ts";
import { useRoundRows } from "#app/ui/round/use-round.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { dayInZurich } from "#domain/dates.ts";
import { fillRoundMessage, roundTextFor } from "#domain/rounds/round-words.ts";
import { eveningInFrench } from "#domain/slots/slot-hours.ts";
import { reminderDueDay } from "#domain/slots/slot-messages.ts";
import { isMassReminder, listPeopleToRemindByEmail, remindByEmail } from "#usecases/rounds/remind-by-mail.ts";
import { changeTouch, saveRoundTexts } from "#usecases/rounds/round.ts";
import {
  type ReminderEvening,
  readReminderEvening,
  readSlotReminderRound,
  reminderMessageValues,
} from "#usecases/rounds/slot-rounds.ts";
import type { Route } from "./+types/slot-reminder.ts";

export const handle: Handle = { help: "demander-confirmer-rappeler" };

export const meta = privateMeta("Rappel des coups de main", "Rappeler leur place à celles et ceux qui viennent.");

const EVENING_FIELD = "soir";

const NO_EVENING: Omit<ReminderEvening, "evening" | "title"> = { helpers: [], toConfirm: 0, evenings: [] };

/** @returns null if the event does not exist. `evening` is null if no slot is still to come */
async function read({ context, params, url }: Pick<Route.LoaderArgs, "context" | "params" | "url">) {
  const services = context.get(servicesContext);
  const event = await services.events.get(params.eventId);
  if (!event) return null;
  const { publicUrl } = context.get(siteContext);
  const wanted = url.searchParams.get(EVENING_FIELD) ?? "";
  return { services, event, evening: await readReminderEvening(services, event, wanted, publicUrl) };
}

export async function loader(args: Route.LoaderArgs) {
  const { url } = args;
  const known = await read(args);
  if (!known) throw data(null, { status: 404 });
  const { services, event, evening: found } = known;
  const evening = found ?? { ...NO_EVENING, evening: "", title: "" };
  const round = await readSlotReminderRound(services, event, evening, pageInQuery(url.searchParams));
  const mailable = listPeopleToRemindByEmail(services, evening);
  const mailed = evening.helpers.filter(({ touches, waits }) => !waits && touches.at(-1)?.way === "email");
  const [first] = mailable;
  const from = found ? reminderDueDay(evening.evening) : "";
  return {
    ...round,
    url: url.pathname + url.search,
    event: event.name,
    evening: evening.evening,
    title: evening.title,
    evenings: evening.evenings,
    toConfirm: evening.toConfirm,
    /** The day from which the reminder is due, in French. Empty if it is due. */
    from: dayInZurich(services.clock.now()) < from ? eveningInFrench(from) : "",
    mailed: mailed.map(({ name }) => name),
    mail: {
      ids: mailable.map(({ member }) => member),
      example: first
        ? fillRoundMessage(
            roundTextFor("slot-reminder", round.address, round.words),
            reminderMessageValues(first, event, evening.evening),
          )
        : "",
    },
  };
}

const BY_MAIL = "email";

const FORM = {
  where: "slot reminder",
  fields: ["id", CONFIRMATION_FIELD, ...ROUND_FIELDS],
  secrets: [CONFIRMATION_FIELD],
  choice: { field: "intention", among: [...ROUND_INTENTIONS, BY_MAIL] },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async (sent) => {
    const { typed, secrets, by } = sent;
    const { context, url } = args;
    if (typed.intention !== BY_MAIL) return roundResponse(args, "slot-reminder", sent, { changeTouch, saveRoundTexts });
    const known = await read(args);
    if (!known) return redirectWithToast(context, "/planning", "evenement-gone");
    const { services, event, evening } = known;
    const page = url.pathname + url.search;
    if (!evening) return redirectWithToast(context, page, "fees-unchanged");
    const members = [...new Set((typed.id ?? "").split(" "))].filter(Boolean);
    const count = listPeopleToRemindByEmail(services, evening).filter(({ member }) => members.includes(member)).length;
    if (isMassReminder(services, evening, count)) {
      const missing = await requirePassword(context, secrets[CONFIRMATION_FIELD]);
      if (missing) return formResult({ errors: missing.errors, typed }, missing.status);
    }
    const account = context.get(accountContext)?.email ?? "";
    const queued = await remindByEmail(services, { event, evening, members }, by, account);
    return redirectWithToast(context, page, queued > 0 ? "reminders-queued" : "fees-unchanged");
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function SlotReminderPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { kind, rows, waiting, event, evening, title, evenings, toConfirm, from, mail, mailed, ...page } = loaderData;
  const result: FormResult = actionData ?? {};
  const round = useRoundRows(kind, rows, waiting);
  const slots = slotPlanUrl(params.eventId);
  const lead = [...(mail.ids.length > 0 ? [`${mail.ids.length} par e-mail`] : []), waitingInFrench(round.waiting)];
  return (
    <Screen
      style="azur"
      title={title === "" ? "Rappel" : `Rappel\u00a0: ${title}`}
      lead={
        <>
          <bdi>{event}</bdi>. {lead.join(". ")}.
        </>
      }
      className="member"
      failed={result.failed && "Tout n’est pas noté."}
      advice="Réessayez dans un instant&nbsp;: rien ne part deux fois."
    >
      {evenings.length > 1 && (
        <p className="row">
          {evenings.map((one) =>
            one.evening === evening ? (
              <b key={one.evening}>{one.title}</b>
            ) : (
              <StrongLink key={one.evening} to={`${slots}/rappel?${EVENING_FIELD}=${one.evening}`}>
                {one.title}
              </StrongLink>
            ),
          )}
        </p>
      )}
      {from !== "" && <p>Ce rappel se fait deux jours avant, dès {from}.</p>}
      {toConfirm > 0 && (
        <p>
          {toConfirm === 1 ? "Une personne doit" : `${toConfirm} personnes doivent`} d’abord confirmer&nbsp;:{" "}
          <StrongLink to={`${slots}/a-confirmer`}>À confirmer</StrongLink>
        </p>
      )}
      <ByMail {...mail} mailed={mailed} url={page.url} result={result} />
      <RoundContent {...page} kind={kind} round={round} result={result} />
      <StrongLink to={`${slots}/qui-vient`}>Qui vient</StrongLink>
    </Screen>
  );
}

type MailProps = { ids: string[]; example: string; mailed: string[]; url: string; result: FormResult };

function ByMail({ ids, example, mailed, url, result }: MailProps) {
  const busy = useIsSending();
  if (ids.length === 0 && mailed.length === 0) return null;
  return (
    <section aria-labelledby="courriel">
      <h2 id="courriel">E-mail</h2>
      {mailed.length > 0 && (
        <p>
          Rappel par e-mail&nbsp;: <bdi>{mailed.join(", ")}</bdi>.
        </p>
      )}
      {ids.length > 0 && (
        <CheckedForm className="form" action={url} errors={result.errors} preventScrollReset>
          <p className="full member__note">{example}</p>
          <input type="hidden" name="id" value={ids.join(" ")} />
          {isPasswordAsked(result.errors) && (
            <ConfirmPassword>
              Plus de dix personnes reçoivent un e-mail. Tous les comptes du comité le sauront.
            </ConfirmPassword>
          )}
          <div className="full row">
            <SubmitButton
              className="btn btn--brique"
              name="intention"
              value={BY_MAIL}
              disabled={busy}
              label={ids.length === 1 ? "Rappel par e-mail" : `Rappel par e-mail aux ${ids.length}`}
            />
          </div>
        </CheckedForm>
      )}
    </section>
  );
}
