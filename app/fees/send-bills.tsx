import { Fragment, type ReactNode } from "react";
import { data, Form } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleForm, UNKNOWN_ACTION_SENTENCE } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { pageInQuery } from "#app/ui/list/list-query.ts";
import { RoundContent, waitingInFrench } from "#app/ui/round/round.tsx";
import { ROUND_FIELDS, ROUND_INTENTIONS, roundResponse } from "#app/ui/round/round-action.server.ts";
import { useRoundRows } from "#app/ui/round/use-round.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { type Fee, type SendingWay, sendingsNotRefused } from "#domain/fees/fee.ts";
import { BILLS_PER_FILE, REMINDER_DAYS } from "#domain/fees/sending.ts";
import { ASK_WEBMASTER_ABOUT_MAIL, nameWebmaster } from "#domain/webmaster.ts";
import {
  billLetterOf,
  isBillDueByEmail,
  type OpenFeeToSend,
  readBillTexts,
  readOpenFees,
  sendBills,
} from "#usecases/fees/send-bills.ts";
import { billRoundRow, changeTouch, readRoundPage, saveRoundTexts } from "#usecases/rounds/round.ts";
import type { Route } from "./+types/send-bills.ts";
import { reminderDaysInQuery } from "./fees-url.ts";

export const handle: Handle = { help: "envoyer-les-factures" };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(
    `Envoyer les factures ${args.params.year}`,
    "Les factures des cotisations ouvertes, une ligne par personne.",
  )(args);

/** Reads the round of the members with a mobile number, and the bills for paper and e-mail. */
export async function loader({ params: { year }, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = url.searchParams;
  if ((await services.fees.listYears()).every((one) => one.year !== year)) throw data(null, { status: 404 });
  const days = reminderDaysInQuery(query.get("rappel"));
  const now = services.clock.now();
  const open = await readOpenFees(
    services,
    await services.fees.listOpen(year),
    days,
    context.get(siteContext).publicUrl,
  );
  const waiting = open.filter(({ waits }) => waits);
  const paper = waiting.filter(({ phones }) => phones.length === 0).map(({ fee }) => fee);
  const one = open.find(({ member, link }) => link !== null && member.id === query.get("membre"));
  const shown = one ? [one] : open.filter(({ waits, touched, phones }) => (waits || touched) && phones.length > 0);
  const kind = kindOf(days, one);
  const portion = { all: shown, wanted: pageInQuery(query) };
  const round = await readRoundPage(services, kind, portion, (owed) => billRoundRow(owed, now));
  const mailable = services.mailer.sendLetter ? waiting.filter(isBillDueByEmail) : null;
  const example = mailable?.[0] && billLetterOf(services, mailable[0], await readBillTexts(services));
  return {
    ...round,
    url: url.pathname + url.search,
    days,
    isOne: one !== undefined,
    toPrint: paper.length,
    paper: filesOf(paper),
    files: open.length > BILLS_PER_FILE ? filesOf(open.map(({ fee }) => fee)) : [],
    refused: open.flatMap(({ fee: { id, name, sendings }, member }) => {
      const reason = sendings.at(-1)?.refused;
      return reason === undefined ? [] : [{ id, name, member: member.id, reason }];
    }),
    askAboutMail: nameWebmaster(ASK_WEBMASTER_ABOUT_MAIL, await services.settings.get()),
    mail: mailable && { ids: mailable.map(({ fee }) => fee.id), subject: example?.subject, text: example?.text },
  };
}

const kindOf = (days: number | null, one?: OpenFeeToSend): "bill" | "reminder" =>
  days !== null || (one && sendingsNotRefused(one.before).length > 0) ? "reminder" : "bill";

/** Splits bills into files of at most `BILLS_PER_FILE`. `ids`: of the fees, for one field of a form. */
function filesOf(fees: readonly Fee[]) {
  const starts = Array.from({ length: Math.ceil(fees.length / BILLS_PER_FILE) }, (_, i) => i * BILLS_PER_FILE);
  return starts.map((start) => {
    const some = fees.slice(start, start + BILLS_PER_FILE);
    const [first, last] = [some[0] as Fee, some.at(-1) as Fee];
    const range = new URLSearchParams({ de: first.member, a: last.member }).toString();
    const label = `${start + 1} à ${start + some.length}\u00a0: de ${first.name} à ${last.name}`;
    return { range, label, names: some.map(({ name }) => name).join(", "), ids: some.map(({ id }) => id).join(" ") };
  });
}

const FORM = { where: "bills", fields: ["id", ...ROUND_FIELDS] };
const USES = { changeTouch, saveRoundTexts };

export async function action(args: Route.ActionArgs) {
  const response = await handleForm(args, FORM, async (sent) => {
    const { url, params, context } = args;
    const { id: shown = "", way = "", intention = "", kind } = sent.typed;
    const days = reminderDaysInQuery(url.searchParams.get("rappel"));
    if (ROUND_INTENTIONS.includes(intention))
      return roundResponse(args, kind === "reminder" ? "reminder" : kindOf(days), sent, USES);
    if (way !== "printed" && way !== "email") return null;
    // The ids of all fees on the page, so that a bill that has appeared in the meantime is not sent unseen.
    const ids = [...new Set(shown.split(" "))].filter(Boolean);
    const publicUrl = context.get(siteContext).publicUrl;
    const count = await sendBills(sent.services, { year: params.year, days, way, ids }, publicUrl, sent.by);
    return redirectWithToast(context, url.pathname + url.search, count > 0 ? "fees-settled" : "fees-unchanged");
  });
  if (!response) throw data(UNKNOWN_ACTION_SENTENCE, { status: 400 });
  return response;
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function SendBillsPage({ loaderData, actionData, params: { year } }: Route.ComponentProps) {
  const { days, isOne, kind, rows, waiting, toPrint, mail, ...page } = loaderData;
  const result: FormResult = actionData ?? {};
  const round = useRoundRows(kind, rows, waiting);
  const fees = `/cotisations/${year}`;
  const lead = [waitingInFrench(round.waiting), ...(!isOne && toPrint > 0 ? [`puis ${toPrint} à imprimer`] : [])];
  const touched = new Set(round.rows.flatMap((row) => (row.touched ? row.fees : [])));
  const mailable = mail && { ...mail, ids: mail.ids.filter((id) => !touched.has(id)) };
  return (
    <Screen
      style="ocre"
      title={days === null ? `Envoyer ${year}` : `Rappel ${year}`}
      lead={`${lead.join(", ")}.`}
      className="member"
      failed={result.failed && "Tout n’est pas noté."}
      advice="Réessayez dans un instant&nbsp;: rien ne part deux fois."
    >
      <RoundContent {...page} kind={kind} round={round} result={result} />
      {!isOne && <Rest {...loaderData} mail={mailable} fees={fees} />}
      <StrongLink to={fees}>Cotisation {year}</StrongLink>
    </Screen>
  );
}

type RestProps = Route.ComponentProps["loaderData"] & { fees: string };

const Rest = ({ paper, files, refused, mail, askAboutMail, days, url, fees }: RestProps) => (
  <>
    <section aria-labelledby="papier">
      <h2 id="papier">Imprimer</h2>
      {paper.length === 0 && <p>Personne n’attend de papier.</p>}
      {paper.map(({ range, label, names, ids }) => (
        <Fragment key={range}>
          {paper.length > 1 && (
            <p>
              <b>
                <bdi>{label}</bdi>
              </b>
            </p>
          )}
          <Names isLong={paper.length > 1} names={names} />
          <Mark way="printed" ids={ids} url={url} verb="C’est imprimé" about={paper.length > 1 ? label : ""}>
            <a className="btn btn--small" href={paperUrl(fees, days, paper.length > 1 ? `&${range}` : "")}>
              Factures (PDF){paper.length > 1 && <span className="sr-only">&nbsp;: {label}</span>}
            </a>
          </Mark>
        </Fragment>
      ))}
    </section>
    <section aria-labelledby="courriel">
      <h2 id="courriel">E-mail</h2>
      {mail === null && <p>Ce site n’envoie pas d’e-mails aux membres. {askAboutMail}</p>}
      {refused.length > 0 && (
        <>
          <p>E-mails refusés&nbsp;: corrigez l’adresse sur la fiche, puis envoyez de nouveau.</p>
          <ul role="list">
            {refused.map(({ id, name, member, reason }) => (
              <li key={id}>
                <StrongLink to={`/registre/${member}`}>
                  <bdi>{name}</bdi>
                </StrongLink>
                &nbsp;: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {mail?.ids.length === 0 && <p>Personne avec une adresse n’attend.</p>}
      {mail && mail.ids.length > 0 && (
        <Mark way="email" ids={mail.ids.join(" ")} url={url} verb={`Envoyer (${mail.ids.length})`}>
          <p>
            <b>{mail.subject}</b>
          </p>
          <p className="member__note">{mail.text}</p>
        </Mark>
      )}
    </section>
    {files.length > 0 && (
      <section aria-labelledby="factures">
        <h2 id="factures">Toutes les factures</h2>
        <p>{BILLS_PER_FILE} par fichier&nbsp;: ouvrez-les l’un après l’autre, chacun prend quelques secondes.</p>
        <ul role="list">
          {files.map(({ range, label }) => (
            <li key={range}>
              <a className="strong-link" href={`${fees}/factures.pdf?${range}`}>
                <bdi>{label}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </section>
    )}
    <section aria-labelledby="rappels">
      <h2 id="rappels">Rappels</h2>
      <p className="row">
        Sans paiement depuis le dernier envoi&nbsp;:
        {REMINDER_DAYS.map((days) => (
          <StrongLink key={days} to={`${fees}/envoyer?rappel=${days}`}>
            {days} jours
          </StrongLink>
        ))}
      </p>
    </section>
  </>
);

const paperUrl = (fees: string, days: number | null, range: string): string =>
  `${fees}/factures.pdf?${days === null ? "" : `rappel=${days}&`}sans=telephone${range}`;

function Names({ isLong, names }: { isLong: boolean; names: string }) {
  const text = (
    <p>
      Sans téléphone mobile&nbsp;: <bdi>{names}</bdi>.
    </p>
  );
  if (!isLong) return text;
  return (
    <details className="member__fold">
      <summary className="strong-link">Leurs noms</summary>
      {text}
    </details>
  );
}

/** `ids`: of the fees, separated by spaces. */
type MarkProps = { way: SendingWay; ids: string; url: string; verb: string; about?: string; children: ReactNode };

const Mark = ({ way, ids, url, verb, about = "", children }: MarkProps) => (
  <Form className="row" method="post" action={url}>
    {children}
    <input type="hidden" name="id" value={ids} />
    <SubmitButton className="btn btn--small btn--brique" name="way" value={way} label={verb} about={about} />
  </Form>
);
