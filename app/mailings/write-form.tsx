import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { showToast } from "#app/layout/toasts/show-toast.ts";
import { ConfirmPassword, isPasswordAsked } from "#app/session/confirm-password.tsx";
import { DraftNotice } from "#app/ui/cards/card-form.tsx";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { CheckboxField, Field, TextAreaField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { type DraftedForm, useDraft } from "#app/ui/form/use-draft.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { mailingUrl } from "#app/ui/mailing-url.ts";
import { groupThousands, type TypedValues } from "#domain/fields.ts";
import { areManyRecipients } from "#domain/mail/many-recipients.ts";
import { wayCountsInFrench } from "#domain/mailings/delivery-words.ts";
import { MAILING_FIELD_LABELS, MAILING_LIMITS, mailingSchema } from "#domain/mailings/mailing.ts";
import { countWays, type Delivery, type WayCounts } from "#domain/mailings/ways.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { MailingPreviewSection, PREVIEW_ID } from "./mailing-preview.tsx";
import type { MailingPreview, PersonView, WriteView } from "./write-view.server.ts";

export type WriteResult = {
  readonly preview?: MailingPreview;
  /** Outcome of « M’envoyer un essai ». */
  readonly tried?: "sent" | "failed" | "none";
  /** Where the trial went. */
  readonly address?: string;
  /** What the same form has sent already, with other words or to fewer people. */
  readonly another?: { readonly id: string; readonly subject: string };
};

type Props = WriteView & { url: string; id: string; result: FormResult<WriteResult> };

/** Each event, assembly and correction has a draft of its own; all filters of the register share one. */
export function draftKeyOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ["filtre", "recherche"]) params.delete(name);
  return `/ecrire?${params}`;
}

/** The unticked names, for the draft: it stores one text a field. Only scripts write it. */
const WITHOUT = "without";

/** What the form shows at first: after a response of the server, what was typed. */
const shownIn = ({ initial, result: { typed } }: Pick<Props, "initial" | "result">): TypedValues => ({
  ...initial,
  ...(typed && { isForGroup: "", ...typed }),
});

export function WriteForm(props: Props) {
  const { initial, result, people } = props;
  const key = draftKeyOf(useLocation().search);
  const draft = useDraft({ ...initial, [WITHOUT]: "" }, result, people, key);
  const opened = useMemo(() => untickedIn(people, result), [people, result]);
  const choice = useChoice(draft, people, {
    unticked: opened.unticked,
    isForGroup: shownIn(props).isForGroup === "on",
  });
  return <DraftedWriteForm key={`${key} ${draft.round}`} draft={draft} opened={opened} choice={choice} {...props} />;
}

/** @returns ids that are unticked when the page opens, and the number of people who joined since the form was opened */
function untickedIn(people: readonly PersonView[], { typed, list }: Props["result"]) {
  if (!typed || !list) return { unticked: new Set<string>(), joined: 0 };
  const ticked = new Set(list);
  const listed = new Set((typed.listed ?? "").split(" "));
  const unticked = new Set([...listed].filter((id) => !ticked.has(id)));
  // Other people are seen for the first time: those of another audience, or those who joined it meanwhile.
  const joined = typed.intention === "audience" ? [] : people.filter(({ id }) => !listed.has(id));
  for (const { id } of joined) unticked.add(id);
  return { unticked, joined: joined.length };
}

type Choice = { readonly unticked: ReadonlySet<string>; readonly isForGroup: boolean };

const choiceIn = (form: HTMLFormElement): Choice => ({
  unticked: new Set(boxesIn(form).flatMap(({ checked, value }) => (checked ? [] : [value]))),
  isForGroup: form.querySelector<HTMLInputElement>('input[name="isForGroup"]')?.checked ?? false,
});

const boxesIn = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input[name="to"]')];

/**
 * The ticks as they are in the DOM. The user may tick before hydration, and a draft may untick.
 * @param opened the choice when the page opens
 */
function useChoice({ formRef, round }: DraftedForm, people: readonly PersonView[], opened: Choice) {
  const [choice, setChoice] = useState(opened);
  // A layout effect, after that of the draft, which fills `WITHOUT`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again for other people, and for a new form
  useLayoutEffect(() => {
    const form = formRef.current;
    const kept = form?.querySelector<HTMLInputElement>(`input[name="${WITHOUT}"]`);
    if (!form || !kept) return;
    const without = new Set(kept.value.split(" "));
    for (const box of boxesIn(form)) if (without.has(box.value)) box.checked = false;
    const update = () => {
      const now = choiceIn(form);
      kept.value = [...now.unticked].join(" ");
      setChoice(now);
    };
    update();
    const onInput = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "checkbox") update();
    };
    // Before the listener of the draft, which reads `WITHOUT`.
    form.addEventListener("input", onInput);
    return () => form.removeEventListener("input", onInput);
  }, [formRef, people, round]);
  return choice;
}

const deliveryOf = (way: PersonView["alone"]): Delivery => (way ? { is: "due", way } : { is: "unreachable" });

function countChosen(people: readonly PersonView[], { unticked, isForGroup }: Choice): WayCounts {
  const chosen = people.filter(({ id }) => !unticked.has(id));
  return countWays(chosen.map(({ alone, inGroup }) => deliveryOf(isForGroup ? inGroup : alone)));
}

type DraftedProps = Props & { draft: DraftedForm; opened: ReturnType<typeof untickedIn>; choice: Choice };

function DraftedWriteForm({ draft, opened, choice, ...props }: DraftedProps) {
  const { url, id, people, result, canMail, latest } = props;
  const { formRef, restored, startOver } = draft;
  const { errors, preview } = result;
  const typed = shownIn(props);
  const schema = useMemo(() => mailingSchema(), []);
  const [firstId] = useState(id);
  const counts = countChosen(people, choice);
  const inGroup = people.filter(({ inGroup }) => inGroup === "group").length;
  const busy = useIsSending();
  // The page then has no names, but keeps the ticks.
  const isLost = people.length === 0 && (result.sessionEnded === true || result.gone === true);
  useTriedToast(result);
  return (
    <CheckedForm action={url} errors={errors} schema={schema} formRef={formRef}>
      <EnterButton isConfirming={isPasswordAsked(errors)} disabled={busy} />
      <input type="hidden" name="version" value={result.typed?.version ?? firstId} />
      <input
        type="hidden"
        name="listed"
        value={isLost ? (result.typed?.listed ?? "") : people.map((one) => one.id).join(" ")}
      />
      <input type="hidden" name={WITHOUT} defaultValue={[...opened.unticked].join(" ")} />
      {isLost && result.list?.map((one) => <input key={one} type="hidden" name="to" value={one} />)}
      <div className="write-body">
        <div className="form write">
          {latest && (
            <p className="notice full">
              <b>Un message est déjà parti aujourd’hui&nbsp;:</b>{" "}
              <Link to={mailingUrl(latest.id)}>
                <bdi>{latest.subject}</bdi>
              </Link>
            </p>
          )}
          {restored && Object.keys(result).length === 0 && (
            <DraftNotice restored={restored} version={undefined} onStartOver={startOver} />
          )}
          <Field
            fullWidth
            name="subject"
            label={MAILING_FIELD_LABELS.subject}
            hint="Il part aussi par SMS, et dans le groupe&nbsp;: sans nom."
            autoComplete="off"
            maxLength={MAILING_LIMITS.subject}
            defaultValue={typed.subject}
          />
          <TextField typed={typed.text ?? ""} />
          <Field
            fullWidth
            name="answersTo"
            label={MAILING_FIELD_LABELS.answersTo}
            hint="Qui répond aux questions&nbsp;: un nom, un numéro si vous voulez. Vide&nbsp;: personne n’est nommé."
            autoComplete="off"
            maxLength={MAILING_LIMITS.answersTo}
            defaultValue={typed.answersTo}
          />
          {!isLost && (
            <AudienceFields {...props} joined={opened.joined} unticked={choice.unticked} first={opened.unticked} />
          )}
          {(inGroup > 0 || isLost) && (
            <div className="full write__group">
              <CheckboxField
                name="isForGroup"
                label={MAILING_FIELD_LABELS.isForGroup}
                describedBy="groupe-aide"
                defaultChecked={typed.isForGroup === "on"}
              />
              {!isLost && (
                <p className="field__hint" id="groupe-aide">
                  {groupHint(inGroup, canMail)}
                </p>
              )}
            </div>
          )}
        </div>
        {preview && <MailingPreviewSection preview={preview} canMail={canMail} counts={counts} />}
      </div>
      <StickySubmitBar>
        {!busy && <Notices result={result} />}
        {isPasswordAsked(errors) && (
          <ConfirmPassword>{confirmationSentence(countChosenPeople(counts))}</ConfirmPassword>
        )}
        <p className="write__ways" role="status">
          {!isLost && waysSentence(counts)}
        </p>
        <SubmitButton
          className="btn btn--brique"
          intention="send"
          disabled={busy}
          label={sendLabel(reachedBy(counts))}
        />
        <SubmitButton
          className="btn btn--small btn--neige"
          intention="preview"
          formAction={`${url}#${PREVIEW_ID}`}
          disabled={busy}
          label="Aperçu"
        />
        {canMail && (
          <SubmitButton
            className="btn btn--small btn--neige"
            intention="try"
            disabled={busy}
            label="M’envoyer un essai"
          />
        )}
      </StickySubmitBar>
    </CheckedForm>
  );
}

/**
 * The form's first submit button, which the Enter key presses: it must not send the message, except from the field of the
 * password.
 */
const EnterButton = ({ isConfirming, disabled }: { isConfirming: boolean; disabled: boolean }) => (
  <SubmitButton
    hidden
    intention={isConfirming ? "send" : "audience"}
    formNoValidate={!isConfirming}
    disabled={disabled}
    label="Continuer"
  />
);

const groupHint = (count: number, canMail: boolean): string => {
  const who = count === 1 ? "Une personne est dans le groupe" : `${count} personnes sont dans le groupe`;
  return canMail
    ? `${who} et n’ont pas d’e-mail qui marche. Vous l’y partagez vous-même.`
    : `${who}. Vous l’y partagez vous-même.`;
};

const countChosenPeople = (counts: WayCounts): number => reachedBy(counts) + counts.unreachable;

const confirmationSentence = (count: number): string => {
  const reason = areManyRecipients(count)
    ? "Plus de dix personnes reçoivent ce message."
    : "Avec les messages des dernières 24\u00a0heures, plus de dix personnes sont atteintes.";
  return `${reason} Tous les comptes du comité le sauront.`;
};

const reachedBy = ({ email, group, mobile, paper }: WayCounts): number =>
  email.all + group.all + mobile.all + paper.all;

const sendLabel = (count: number): string => {
  if (count === 0) return "Envoyer";
  return count === 1 ? "Envoyer à 1 personne" : `Envoyer à ${count} personnes`;
};

function waysSentence(counts: WayCounts): string {
  const { unreachable } = counts;
  const ways = wayCountsInFrench(counts);
  const without = unreachable > 0 ? `${unreachable} sans aucun moyen` : "";
  return [ways, without].filter(Boolean).join(", ") || "Personne n’est coché.";
}

function TextField({ typed }: { typed: string }) {
  const [length, setLength] = useState(typed.length);
  const { text: max } = MAILING_LIMITS;
  const excess = length - max;
  const count =
    excess > 0 ? (
      <b>{groupThousands(excess)} de trop</b>
    ) : (
      `${groupThousands(length)} sur ${groupThousands(max)} caractères`
    );
  return (
    <div className="text-field full">
      <TextAreaField
        name="text"
        label={MAILING_FIELD_LABELS.text}
        hint={
          <>
            {count}. Une ligne vide sépare deux paragraphes, un tiret fait une liste, **gras**, et [le
            planning](/planning) fait un lien.
          </>
        }
        rows={8}
        autoComplete="off"
        dir="auto"
        defaultValue={typed}
        onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
    </div>
  );
}

function Notices({ result: { failed, gone, errors, tried, address, another } }: Pick<Props, "result">) {
  const hydrated = useHydrated();
  return (
    <>
      {failed && (
        <ErrorNotice
          title="Ce n’est pas sûr que ce soit parti."
          text="Tout est resté dans les champs&nbsp;: envoyez encore une fois, rien ne part deux fois."
        />
      )}
      {gone && (
        <FailureNotice
          title="Ce dont parle ce message n’existe plus, ou a déjà eu lieu."
          text="Rien n’est parti. Vos textes sont restés dans les champs, pour les copier ailleurs."
        />
      )}
      {another && (
        <p className="notice full" role="alert">
          <b>Cette page a déjà envoyé un message&nbsp;:</b>{" "}
          <Link to={mailingUrl(another.id)}>
            <bdi>{another.subject}</bdi>
          </Link>
          . Celui-ci est différent, et n’est pas parti. Envoyez encore une fois&nbsp;: il part comme un nouveau message.
        </p>
      )}
      {errors && !isPasswordAsked(errors) && (
        <p className="form-bar__refusals">Rien n’est parti&nbsp;: corrigez ce qui est marqué.</p>
      )}
      {tried === "sent" && !hydrated && <p role="status">{triedSentence(address)}</p>}
      {tried === "failed" && (
        <FailureNotice
          title="L’essai n’est pas parti."
          text="Le serveur d’e-mail l’a refusé ou ne répond pas. Réessayez dans un instant."
        />
      )}
    </>
  );
}

const triedSentence = (address = ""): string => `L’essai est envoyé à ${address}`;

function useTriedToast(result: Props["result"]): void {
  useEffect(() => {
    if (result.tried === "sent") showToast({ type: "success", text: triedSentence(result.address) });
  }, [result]);
}
