import { createHmac, timingSafeEqual } from "node:crypto";
import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult } from "#app/ui/form/handle-form.server.ts";
import { packFile, unpackFile } from "#app/ui/form/packed-file.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { bankPaymentId } from "#domain/bank/identity.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { feeReference } from "#domain/fees/reference.ts";
import type { TypedValues } from "#domain/fields.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { memberName } from "#domain/register/member.ts";
import { pastDaySchema } from "#domain/register/member-form.ts";
import type { BankDecision } from "#stores/bank/payments.ts";
import {
  type BankFilePreview,
  type OfferedTransaction,
  previewBankFile,
  storeTransactions,
  type TransactionWithVerdict,
} from "#usecases/bank/bank-payments.ts";
import type { Services } from "#usecases/services.ts";
import { bankPaymentUrl, bankUrl } from "./bank-url.ts";
import { settledFeesInFrench } from "./bank-view.server.ts";

export type BankPreview = Awaited<ReturnType<typeof previewOf>>;
export type BankResult = FormResult<{ readonly preview?: BankPreview }>;

export const bankAction = (args: FormRequestArgs & { url: URL }) =>
  listAction(args, {
    where: "bank file",
    fields: ["id", "row", "carried", "payment", "seen", "fee", "advance", "line", "date"],
    fileField: "file",
    listField: "tick",
    intentions: ["read", "keep", "fee", "advance", "gift", "other", "refunded", "wait-no-more", "undo"],
    search: { urlOf: ({ search }, { payment = "", row }) => bankPaymentUrl(payment, row, search) },
    act: async (intention, { typed, list, file, isUndo, services, by }) => {
      const refused = (sentence: string) => formResult<BankResult>({ errors: { file: sentence } }, 400);
      if (intention === "read") {
        if (!file) return refused("Choisissez le fichier camt.053 ou camt.054 de la banque.");
        const read = await previewBankFile(services, file.bytes);
        return read.ok
          ? formResult<BankResult>({ preview: await previewOf(services, read.value) })
          : refused(read.reason);
      }
      if (intention !== "keep") return decide(args, typed, isUndo);
      const offered = await carried(services, typed.carried ?? "");
      if (!offered) return refused("Cet aperçu ne vaut plus. Choisissez le fichier encore une fois.");
      const kept = await storeTransactions(services, offered, list, by);
      return redirectWithToast(args.context, bankUrl(), kept > 0 ? "bank-kept" : "bank-same");
    },
  });

/** Maximum size of the unpacked field `carried` in bytes: enough for a whole bank file. */
const CARRIED_MAX = 32_000_000;

const macOf = async ({ siteSecret }: Pick<Services, "siteSecret">, packed: string): Promise<Buffer> =>
  createHmac("sha256", await siteSecret())
    .update(`transactions of a bank ${packed}`)
    .digest();

/**
 * @returns the signed transactions for a hidden field, which the browser cannot change. Leaves out the fees of the
 * verdicts, because a frequent name has hundreds of them.
 */
async function carry(
  services: Pick<Services, "siteSecret">,
  judged: readonly TransactionWithVerdict[],
): Promise<string> {
  const offered = judged.map(({ verdict: { is }, ...one }): OfferedTransaction => ({ ...one, verdict: { is } }));
  const packed = await packFile(new TextEncoder().encode(JSON.stringify(offered)));
  return `${(await macOf(services, packed)).toString("base64url")}.${packed}`;
}

/** @returns null if the signature does not match */
async function carried(services: Pick<Services, "siteSecret">, field: string): Promise<OfferedTransaction[] | null> {
  const [signature = "", packed = ""] = field.split(".");
  const [sent, expected] = [Buffer.from(signature, "base64url"), await macOf(services, packed)];
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null;
  return JSON.parse(new TextDecoder().decode(await unpackFile(packed, CARRIED_MAX))) as OfferedTransaction[];
}

const PREVIEW_LIST_MAX = 100;

async function previewOf(services: Pick<Services, "siteSecret">, { judged, elsewhere, skipped }: BankFilePreview) {
  const of = (is: TransactionWithVerdict["verdict"]["is"]) => judged.filter(({ verdict }) => verdict.is === is);
  const [recognised, perhaps, unrelated] = [of("recognised"), of("perhaps"), of("unrelated")];
  const dropped = new Set([...of("batch"), ...unrelated.slice(PREVIEW_LIST_MAX)]);
  const doubtful = [...of("proposed"), ...of("unclear")];
  const count = (number: number, words: string, several = words) =>
    number > 0 ? [`${number} ${number > 1 ? several : words}`] : [];
  return {
    // Includes known transactions: without them, an equal new transaction would count as known.
    carried: await carry(
      services,
      judged.filter((one) => !dropped.has(one)),
    ),
    counts: [
      `${recognised.length} reconnue${recognised.length > 1 ? "s" : ""}`,
      `${doubtful.length + perhaps.length} à vérifier`,
      `${unrelated.length} sans rapport`,
      ...count(of("known").length, "déjà enregistrée", "déjà enregistrées"),
      ...count(
        of("batch").length,
        "total sans détail\u00a0: il faut le camt.054",
        "totaux sans détail\u00a0: il faut le camt.054",
      ),
      ...count(elsewhere, "sur un autre compte"),
      ...count(skipped.notBooked, "pas encore comptabilisée", "pas encore comptabilisées"),
      ...count(skipped.otherCurrency, "dans une autre monnaie"),
    ].join(", "),
    lists: [
      { title: "Reconnues par leur référence", ticks: false, all: recognised },
      { title: "À vérifier", ticks: false, all: doubtful },
      {
        title: "Peut-être déjà enregistrées\u00a0: cochez ce qui est nouveau",
        ticks: true,
        all: perhaps,
        max: perhaps.length,
      },
      { title: "Sans rapport\u00a0: cochez ce qui est à vérifier", ticks: true, all: unrelated },
    ].map(({ title, ticks, all, max = PREVIEW_LIST_MAX }) => ({
      title,
      ticks,
      count: all.length,
      shown: all.slice(0, max).map(shown),
      isOpen: all === perhaps,
      more: all.length > max ? moreInFrench(all.length - max, ticks) : "",
    })),
  };
}

const moreInFrench = (number: number, ticks: boolean): string =>
  ticks
    ? `Et ${number} autres\u00a0: pour les voir, demandez à la banque une période plus courte.`
    : `Et ${number} autres, qui seront enregistrées aussi.`;

const shown = (one: TransactionWithVerdict) => ({
  key: bankPaymentId(one),
  text: [
    swissDay(one.date),
    formatAmount(one.amount),
    one.payer,
    one.text.slice(0, 60),
    one.returned ? "retour" : "",
    ...settledFeesInFrench(one.verdict.settled),
  ]
    .filter(Boolean)
    .join(", "),
});

async function decide(args: FormRequestArgs & { url: URL }, typed: TypedValues, isUndo: boolean) {
  const { context } = args;
  const services = context.get(servicesContext);
  const date = pastDaySchema(dayInZurich(services.clock.now()), true).safeParse(typed.date);
  if (typed.intention === "refunded" && !date.success)
    return formResult<BankResult>({ errors: { date: date.error.issues[0]?.message ?? "" }, typed }, 400);
  const decision = await readDecision(services, typed, date.data ?? "");
  const { id = "", payment = "", seen = "" } = typed;
  const after = decision && (await services.bank.decide(payment, Number(seen), decision, actingPerson(context)));
  const name = after?.lines.at(-1)?.name || after?.payer || after?.awaitsName;
  return listResponse(args, { ids: [id], toast: after ? "fees-settled" : "bank-outdated", name, isUndo });
}

async function readDecision(
  { fees, register }: Pick<Services, "fees" | "register">,
  { intention, fee = "", advance = "", line = "" }: TypedValues,
  date: string,
): Promise<BankDecision | null> {
  if (intention === "fee") return { is: "fees", fees: fee.split(" ") };
  if (intention === "undo") return { is: "undo", lines: line.split(" ") };
  if (intention === "refunded") return { is: "refunded", date };
  if (intention === "wait-no-more") return { is: "wait", awaits: "", awaitsName: "" };
  if (intention !== "advance") return { is: intention === "gift" ? "gift" : "other" };
  const [, year = "", id = ""] = /^(\d{4}) (.+)$/.exec(advance) ?? [];
  const [member, existing] = [await register.get(id), (await fees.ofMembers(year, [id])).get(id)];
  if (existing) return { is: "fees", fees: [existing.id] };
  return member && { is: "wait", awaits: feeReference(year, id), awaitsName: memberName(member) };
}
