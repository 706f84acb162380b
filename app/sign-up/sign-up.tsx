import { useEffect, useMemo, useState } from "react";
import { Link, useNavigation } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { renderPageText, renderTextPreview } from "#app/layout/texts.server.ts";
import { showToast } from "#app/layout/toasts/show-toast.ts";
import { AnnouncedToast } from "#app/layout/toasts/toast-zone.tsx";
import type { Handle } from "#app/route-handle.ts";
import bannerArt from "#app/sign-up/drawings/bandeau-inscription.svg";
import star from "#app/ui/drawings/etoile.svg";
import jumpingStar from "#app/ui/drawings/etoile-saute.svg";
import { CheckboxField, Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { SignUpResult } from "#app/ui/form/form-result.ts";
import { handleVisitorForm } from "#app/ui/form/handle-form.server.ts";
import { SendingOverlay, SubmitWithNotices } from "#app/ui/form/send-part.tsx";
import { useDraft } from "#app/ui/form/use-draft.ts";
import { useToday } from "#app/ui/form/use-today.ts";
import { RichText } from "#app/ui/rich-text.tsx";
import { initialBirthDate, isMinor } from "#domain/age.ts";
import { type Day, dayInZurich } from "#domain/dates.ts";
import { type FieldErrors, fieldNames, type TypedValues } from "#domain/fields.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { exampleSettingsIn } from "#domain/settings/example-settings.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import {
  CHARTER_REVISION_FIELD,
  CONFIRMED_BIRTH_DATE_FIELD,
  HOME_TOWN,
  SIGN_UP_SENTENCES,
  signUpSchema,
  TOWN_FIELDS,
} from "#domain/sign-up.ts";
import type { RichTextBlock } from "#domain/text/rich-text.ts";
import { submitSignUp } from "#usecases/sign-up.ts";
import type { Route } from "./+types/sign-up.ts";
import { BirthDateQuestion, useBirthDateQuestion } from "./birth-date-question.tsx";
import { readContactDetailsQuestion, readNextEventDate, readSignUpThanks } from "./thanks.server.ts";
import { ConsentNotice, ThanksDialog } from "./thanks.tsx";

export const handle: Handle = { cached: [], listed: ["texts"], text: "inscription" };

const FORM = "sign-up";

const TYPED_FIELDS = ["nom", "prenom", "adresse", "tel", "charte", "charteMineur"];
/** The form proposes the birth date for the current day. */
const EMPTY_FORM: TypedValues = {
  ...Object.fromEntries(TYPED_FIELDS.map((name) => [name, ""])),
  [TOWN_FIELDS.postcode]: HOME_TOWN.postcode,
  [TOWN_FIELDS.place]: HOME_TOWN.place,
};

export const meta = pageMeta({
  title: "Inscription",
  description:
    "Devenez membre de la Jeunesse de Savièse dès 16 ans\u00a0: quelques champs à remplir, et le comité vous ajoute à la liste des membres.",
  path: "/inscription",
});

export async function loader({ context }: Route.LoaderArgs) {
  const { texts, settings, clock } = context.get(servicesContext);
  const today = dayInZurich(clock.now());
  const text = await renderPageText(context, "sign-up");
  const [charter, stored] = await Promise.all([texts.get("charter"), settings.get()]).catch((error: unknown) => {
    // If the stores are unavailable, show the form with the initial settings.
    context.get(siteContext).report(error, "charter and fee");
    return [null, INITIAL_SETTINGS] as const;
  });
  return {
    today,
    text,
    fee: formatAmount(stored.annualFee),
    payable: !exampleSettingsIn(stored).includes("iban"),
    charterRevision: charter?.lastSave?.at.toISOString() ?? "",
  };
}

export const action = async (args: Route.ActionArgs) => {
  const { searchParams } = args.url;
  if (searchParams.has("apercu")) {
    await renderTextPreview(args);
    if (searchParams.get("champ") !== "thanks") return NO_RESULT;
    return { thanked: true as const, bill: "/charte#qr", nextDate: await readNextEventDate(args.context) };
  }
  const day = dayInZurich(args.context.get(servicesContext).clock.now());
  return handleVisitorForm(args, {
    where: "inscription",
    fields: [...fieldNames(signUpSchema(day)), CHARTER_REVISION_FIELD],
    send: (typed) => submitSignUp(args.context.get(servicesContext), typed),
    more: async (entry) => ({
      ...(await readSignUpThanks(args.context, entry)),
      question: await readContactDetailsQuestion(args.context, entry),
    }),
  });
};

/** Submitting the form does not change the loader's data. */
export const shouldRevalidate = () => false;

export { clientAction } from "#app/ui/form/client-action.ts";

const needsTown = (errors: FieldErrors | undefined) => errors?.adresse === SIGN_UP_SENTENCES.town;
const isTooYoung = (errors: FieldErrors | undefined) => errors?.dateAnniv === SIGN_UP_SENTENCES.tooYoung;
const TOO_YOUNG = { type: "error", text: SIGN_UP_SENTENCES.tooYoung } as const;

/** A constant: a new object for each render would run the effects again. */
const NO_RESULT: SignUpResult = {};

type Typed = { typed: TypedValues | undefined };
type PersonProps = Typed & { asksTown: boolean; proposed: Day; onBirthDate: (day: string) => void };

const Person = ({ typed, asksTown, proposed, onBirthDate }: PersonProps) => (
  <>
    <p className="tip full" id="age">
      <img src={star} width="92" height="92" alt="" />
      Pour pouvoir s'inscrire il faut au minimum avoir 16 ans
    </p>
    <Field name="nom" label="Nom" autoComplete="family-name" defaultValue={typed?.nom} />
    <Field name="prenom" label="Prénom" autoComplete="given-name" defaultValue={typed?.prenom} />
    <Field
      fullWidth
      name="adresse"
      label="Adresse"
      hint="Rue et numéro, NPA, lieu, par exemple «&nbsp;Rue du Stade 5, 1965 Savièse&nbsp;»"
      autoComplete="address-line1"
      defaultValue={typed?.adresse}
    />
    {asksTown && <Town typed={typed} />}
    <Field
      name="tel"
      label="Téléphone"
      type="tel"
      autoComplete="tel"
      placeholder="0791234567"
      defaultValue={typed?.tel}
    />
    <Field
      name="dateAnniv"
      label="Date de naissance"
      type="date"
      autoComplete="bday"
      describedBy="age"
      defaultValue={typed?.dateAnniv ?? proposed}
      onChange={(event) => onBirthDate(event.currentTarget.value)}
    />
  </>
);

/** Asked only if the address has no town, as after the autofill of a browser. */
const Town = ({ typed }: Typed) => (
  <>
    <Field
      name={TOWN_FIELDS.postcode}
      label="NPA"
      inputMode="numeric"
      autoComplete="postal-code"
      defaultValue={typed?.[TOWN_FIELDS.postcode] ?? HOME_TOWN.postcode}
    />
    <Field
      name={TOWN_FIELDS.place}
      label="Lieu"
      hint="L’adresse est déjà complète&nbsp;? Videz les deux."
      autoComplete="address-level2"
      defaultValue={typed?.[TOWN_FIELDS.place] ?? HOME_TOWN.place}
    />
  </>
);

/** Without JavaScript, the guardian's checkbox is always visible, because the form cannot react to the birth date. */
function Consents({ typed, minor, fee }: Typed & { minor: boolean; fee: string }) {
  const guardian = (
    <CheckboxField
      name="charteMineur"
      label={
        <>
          Mes parents, ou la personne responsable de moi, ont lu et acceptent les{" "}
          <Link to="/responsabilite">conditions</Link>.
        </>
      }
      required={minor}
      defaultChecked={typed?.charteMineur === "on"}
    />
  );
  return (
    <>
      <CheckboxField
        name="charte"
        describedBy="fee"
        label={
          <>
            J’ai lu et j’accepte la <Link to="/charte">charte de la Jeunesse</Link>.
          </>
        }
        defaultChecked={typed?.charte === "on"}
      />
      <p className="field__hint full" id="fee">
        La charte prévoit une cotisation de {fee} par an.
      </p>
      {minor ? guardian : <noscript>{guardian}</noscript>}
    </>
  );
}

const NETWORK_ERROR = {
  title: "Votre inscription n’est pas partie.",
  text: "La connexion a lâché en route. Rien n’est perdu\u00a0: vos réponses sont restées ici, vous pouvez réessayer.",
};

const NextSteps = ({ text }: { text: readonly RichTextBlock[] }) => (
  <aside className="inset ink-vigne" aria-labelledby="suite">
    <img className="inset__jump" src={jumpingStar} width="260" height="200" alt="" />
    <h2 id="suite">Et ensuite&nbsp;?</h2>
    <RichText blocks={text} list="steps" />
  </aside>
);

function useSignUp(result: SignUpResult, proposed: Day, today: Day) {
  const [birth, setBirth] = useState<string>(result.typed?.dateAnniv ?? proposed);
  const minor = isMinor(birth, today);
  // The question about the birth date stays on the page until the sign-up is saved, so that the visitor's answer is not
  // lost.
  const [found, setFound] = useState(false);
  const asksTown = found || needsTown(result.errors) || result.typed?.[TOWN_FIELDS.postcode] !== undefined;
  const { formRef } = useDraft({ ...EMPTY_FORM, dateAnniv: proposed }, result, `${minor} ${asksTown}`);
  // The date may have been typed before hydration, or restored by the draft.
  useEffect(() => {
    const field = formRef.current?.elements.namedItem("dateAnniv");
    if (field instanceof HTMLInputElement) setBirth(field.value);
  }, [formRef]);
  useEffect(() => {
    if (!result.thanked) return;
    setBirth(proposed);
    setFound(false);
  }, [result, proposed]);
  return { formRef, setBirth, minor, asksTown, askTown: () => setFound(true) };
}

export default function SignUpPage({
  loaderData: { today, fee, payable, text, charterRevision },
  actionData,
}: Route.ComponentProps) {
  const result: SignUpResult = actionData ?? NO_RESULT;
  const { errors, thanked, consentForm } = result;
  const submitting = useNavigation().state === "submitting";
  const proposed = initialBirthDate(today);
  const checkedOn = useToday(today);
  const { formRef, setBirth, minor, asksTown, askTown } = useSignUp(result, proposed, checkedOn);
  const { question, confirmed, ask } = useBirthDateQuestion(result, today);
  const schema = useMemo(() => signUpSchema(checkedOn), [checkedOn]);
  const toast = useMemo(() => (isTooYoung(errors) ? { ...TOO_YOUNG } : null), [errors]);
  const focusBirthDate = () => document.getElementById("dateAnniv")?.focus();
  return (
    <main id="contenu">
      <Banner style="brique" art={bannerArt} title="Inscription" lowOnPhone>
        Il reste une place. C’est la vôtre.
      </Banner>
      {question && <BirthDateQuestion question={question} form={FORM} onClose={focusBirthDate} />}
      <ConsentNotice added={consentForm} />
      <div className="page-frame sheet">
        <CheckedForm
          id={FORM}
          className="form form--duo"
          formRef={formRef}
          errors={question ? undefined : errors}
          schema={schema}
          holdBack={ask}
          onErrors={(refusal) => {
            if (isTooYoung(refusal)) showToast(TOO_YOUNG);
            if (needsTown(refusal)) askTown();
          }}
        >
          <Person typed={result.typed} asksTown={asksTown} proposed={proposed} onBirthDate={setBirth} />
          {confirmed !== "" && <input type="hidden" name={CONFIRMED_BIRTH_DATE_FIELD} value={confirmed} />}
          <input type="hidden" name={CHARTER_REVISION_FIELD} value={charterRevision} />
          <Consents typed={result.typed} minor={minor} fee={fee} />
          <SubmitWithNotices result={result} busy={submitting} failure={NETWORK_ERROR}>
            S'inscrire
          </SubmitWithNotices>
        </CheckedForm>
        <NextSteps text={text.nextSteps} />
      </div>
      {thanked && <ThanksDialog result={result} text={text.thanks} payable={payable} />}
      <AnnouncedToast toast={toast} />
      {submitting && <SendingOverlay text="Envoi en cours..." />}
    </main>
  );
}
