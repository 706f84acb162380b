import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { dayInZurich } from "#domain/dates.ts";
import { balanceOf } from "#domain/fees/fee.ts";
import { billWords, phoneLinks, sendingInWords } from "#domain/fees/sending.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { mailOf, type OwedFee, readOwed } from "#usecases/fees/send-bills.ts";

/** @returns the days between a sending and its reminder, from the parameter `rappel`; null for a first bill */
export const daysIn = (text: string | null): number | null => (/^\d{1,3}$/.test(text ?? "") ? Number(text) : null);

/** Reads the next member to send a bill to; after the last one, the bills that go on paper or by e-mail. */
export async function readSending({ url: { searchParams: query }, context }: Args & { url: URL }, year: string) {
  const [services, { publicUrl }] = [context.get(servicesContext), context.get(siteContext)];
  const days = daysIn(query.get("rappel"));
  const today = dayInZurich(services.clock.now());
  const open = await readOwed(services, await services.fees.listOpen(year), days, publicUrl);
  const waiting = open.filter(({ waits }) => waits);
  const paper = waiting.filter(({ phones }) => phones.length === 0).map(({ fee: { id, name } }) => ({ id, name }));
  const one = open.find(({ member }) => member.id === query.get("membre"));
  const start = open.findIndex(({ member }) => member.id === query.get("apres")) + 1;
  const queue = one ? [one] : open.slice(start).filter(({ waits, phones }) => waits && phones.length > 0);
  const [next] = query.has("fin") ? [] : queue;
  const toPrint = !one && paper.length > 0 ? `, puis ${paper.length} à imprimer` : "";
  if (next) return { days, lead: `Reste ${queue.length} à envoyer${toPrint}.`, person: personOf(next, today) };
  const mails = services.accountMailer && waiting.flatMap((owed) => mailOf(services, owed) ?? []);
  return {
    ...{ days, lead: "Papier, e-mail et rappels.", person: null, paper },
    all: waiting.map(({ fee }) => fee.id),
    mail: mails && { count: mails.length, subject: mails[0]?.subject, text: mails[0]?.text },
  };
}

function personOf({ fee, member, phones, link }: OwedFee, today: string) {
  return {
    ...{ member: member.id, id: fee.id, name: fee.name, link },
    said: [`${formatAmount(balanceOf(fee).open)} à payer`, ...fee.sendings.map(sendingInWords)].join(". "),
    phones: phones.map((phone) => {
      const words = billWords(fee, member.firstName, today, phone.ofGuardian);
      return { name: phone.name, words, ...phoneLinks(phone, `${words}\n${link}`) };
    }),
  };
}
