import { Fragment, type ReactNode, useState } from "react";
import { data, Form } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { SelectField } from "#app/ui/form/field.tsx";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { dayInZurich } from "#domain/dates.ts";
import { balanceOf, type Fee, SENDING_WAYS, type SendingWay } from "#domain/fees/fee.ts";
import { BILLS_PER_FILE, billWords, phoneLinks, sendingInWords } from "#domain/fees/sending.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { ASK_ABOUT_MAIL, nameWebmaster } from "#domain/webmaster.ts";
import { isMailable, letterOf, type OwedFee, readOwed, sendBills } from "#usecases/fees/send-bills.ts";
import type { Route } from "./+types/send-bills.ts";
import { daysIn } from "./fees-url.ts";

export const handle: Handle = { share: true };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(`Envoyer les factures ${args.params.year}`, "Les factures des cotisations ouvertes, une à une.")(args);

/** Reads one person with a mobile number per page. The page after the last person has the bills for paper and e-mail. */
export async function loader({ params: { year }, context, url: { searchParams: query } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if ((await services.fees.listYears()).every((one) => one.year !== year)) throw data(null, { status: 404 });
  const days = daysIn(query.get("rappel"));
  const today = dayInZurich(services.clock.now());
  const open = await readOwed(services, await services.fees.listOpen(year), days, context.get(siteContext).publicUrl);
  const waiting = open.filter(({ waits }) => waits);
  const paper = waiting.filter(({ phones }) => phones.length === 0).map(({ fee }) => fee);
  const one = open.find(({ member }) => member.id === query.get("membre"));
  const start = open.findIndex(({ member }) => member.id === query.get("apres")) + 1;
  const queue = one ? [one] : open.slice(start).filter(({ waits, phones }) => waits && phones.length > 0);
  const [next] = query.has("fin") ? [] : queue;
  const toPrint = !one && paper.length > 0 ? `, puis ${paper.length} à imprimer` : "";
  const lead = `Reste ${queue.length} à envoyer${toPrint}.`;
  if (next) return { days, lead, person: { ...personOf(next, today), first: query.get("par") ?? "sms" } };
  const mailable = services.mailer.sendLetter ? waiting.filter(isMailable) : null;
  const example = mailable?.[0] && letterOf(services, mailable[0]);
  return {
    days,
    lead: "Papier, e-mail et rappels.",
    person: null,
    paper: filesOf(paper),
    files: open.length > BILLS_PER_FILE ? filesOf(open.map(({ fee }) => fee)) : [],
    all: waiting.map(({ fee }) => fee.id).join(" "),
    refused: open.flatMap(({ fee: { id, name, sendings }, member }) => {
      const reason = sendings.at(-1)?.refused;
      return reason === undefined ? [] : [{ id, name, member: member.id, reason }];
    }),
    askAboutMail: nameWebmaster(ASK_ABOUT_MAIL, await services.settings.get()),
    mail: mailable && { count: mailable.length, subject: example?.subject, text: example?.text },
  };
}

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

function personOf({ fee, member, phones, link }: OwedFee, today: string) {
  return {
    member: member.id,
    id: fee.id,
    name: fee.name,
    link,
    said: [`${formatAmount(balanceOf(fee).open)} à payer`, ...fee.sendings.map(sendingInWords)].join(". "),
    phones: phones.map((phone) => {
      const words = billWords(fee, member.firstName, today, phone.ofGuardian);
      return { name: phone.name, words, ...phoneLinks(phone, `${words}\n${link}`) };
    }),
  };
}

const FORM = {
  where: "bills",
  fields: ["id", "way", "member"],
  choice: { field: "way", among: SENDING_WAYS },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed: { id: shown = "", way = "", member = "" }, services, by }) => {
    const { url, params, context } = args;
    const days = daysIn(url.searchParams.get("rappel"));
    // All fees on the page, in one field: a bill that has appeared in the meantime is not sent unseen.
    const ids = [...new Set(shown.split(" "))].filter(Boolean);
    const wanted = { year: params.year, days, way: way as SendingWay, ids };
    const count = await sendBills(services, wanted, context.get(siteContext).publicUrl, by);
    const person = encodeURIComponent(member);
    const next = url.pathname + roundOf(days) + (member ? `apres=${person}&par=${way}` : "fin=1");
    const page = url.searchParams.has("membre") ? `/registre/${person}` : next;
    return redirectWithToast(context, page, count > 0 ? "fees-settled" : "fees-unchanged");
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const roundOf = (days: number | null) => (days === null ? "?" : `?rappel=${days}&`);

export default function Send({ loaderData, actionData, params: { year } }: Route.ComponentProps) {
  const { days, lead, person } = loaderData;
  const page = `/cotisations/${year}`;
  const url = `${page}/envoyer${roundOf(days)}`;
  return (
    <Screen
      style="ocre"
      title={days === null ? `Envoyer ${year}` : `Rappel ${year}`}
      lead={lead}
      className="member"
      failed={actionData?.failed && "Tout n’est pas noté."}
      advice="Réessayez dans un instant&nbsp;: rien ne part deux fois."
    >
      {person ? (
        <Turn key={person.id} person={person} year={year} url={url} />
      ) : (
        <Rest {...loaderData} page={page} url={url} />
      )}
      <StrongLink to={page}>Cotisation {year}</StrongLink>
    </Screen>
  );
}

type Data = Route.ComponentProps["loaderData"];

const WAYS = { sms: "par SMS", whatsapp: "par WhatsApp", shared: "par partage", printed: "sur papier" };

type TurnProps = { person: NonNullable<Data["person"]>; year: string; url: string };

function Turn({ person: { member, id, name, said, phones, link, first }, year, url }: TurnProps) {
  const [way, setWay] = useState(first);
  return (
    <section aria-labelledby="personne">
      <h2 id="personne">
        <bdi>{name}</bdi>
      </h2>
      <p>{said}.</p>
      {phones.map((phone) => (
        <Fragment key={phone.sms}>
          <p>
            À <bdi>{phone.name}</bdi>&nbsp;: «&nbsp;{phone.words}&nbsp;»
          </p>
          <p className="row">
            <a className="btn btn--small" href={phone.sms} onClick={() => setWay("sms")}>
              SMS<span className="sr-only"> à {phone.name}</span>
            </a>
            <a
              className="btn btn--small"
              href={phone.whatsapp}
              target="_blank"
              rel="noreferrer"
              onClick={() => setWay("whatsapp")}
            >
              WhatsApp<span className="sr-only"> à {phone.name}</span>
            </a>
          </p>
        </Fragment>
      ))}
      {link && (
        <div className="row">
          <a className="strong-link" href={link} data-share={`Cotisation ${year}`} onClick={() => setWay("shared")}>
            Partager le lien
          </a>
          <p className="share-said" role="status" data-share-said />
        </div>
      )}
      <Form className="row" method="post">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="member" value={member} />
        <SelectField
          name="way"
          label="Envoyée"
          value={way}
          choices={WAYS}
          onChange={(event) => setWay(event.currentTarget.value)}
        />
        <SubmitButton className="btn btn--brique" label="Suivant" />
        <StrongLink to={`${url}apres=${member}&par=${way}`}>Passer</StrongLink>
        <StrongLink to={`${url}fin=1`}>Papier, e-mail et rappels</StrongLink>
      </Form>
    </section>
  );
}

type RestProps = Extract<Data, { person: null }> & { page: string; url: string };

const Rest = ({ paper, files, all, refused, mail, askAboutMail, page, url }: RestProps) => (
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
            <a
              className="btn btn--small"
              href={`${url.replace("/envoyer", "/factures.pdf")}sans=telephone${paper.length > 1 ? `&${range}` : ""}`}
            >
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
      {mail?.count === 0 && <p>Personne avec une adresse n’attend.</p>}
      {mail && mail.count > 0 && (
        <Mark way="email" ids={all} url={url} verb={`Envoyer (${mail.count})`}>
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
              <a className="strong-link" href={`${page}/factures.pdf?${range}`}>
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
        {[14, 30, 60].map((days) => (
          <StrongLink key={days} to={`${page}/envoyer?rappel=${days}`}>
            {days} jours
          </StrongLink>
        ))}
      </p>
    </section>
  </>
);

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
