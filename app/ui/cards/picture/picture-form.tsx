import type { MouseEvent } from "react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigation } from "react-router";
import { useLoadingToast } from "#app/layout/toasts/show-toast.ts";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { ImageField } from "#app/ui/image-field/image-field.tsx";
import { pointClasses } from "#app/ui/pictures/focus-classes.ts";
import type { CurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import { type Focus, focusAt, focusPoint } from "#domain/pictures/focus.ts";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";
import { CropPreview } from "./crop-preview.tsx";
import { FocusFields } from "./focus-fields.tsx";
import type { PictureAnswer } from "./picture-answer.ts";
import { focusAsTyped, focusOf, readFocus } from "./typed-focus.ts";

type Props = {
  kind: CardKind;
  form: string;
  version: string;
  image: CurrentPicture | null;
  answer: PictureAnswer;
  formRef: RefObject<HTMLFormElement | null>;
};

/** A picture that was chosen; `url`: null when this browser cannot show it. */
type Chosen = { readonly name: string; readonly url: string | null };

/** A photo that was made smaller to be sent has another ending. */
const stem = (name: string) => name.replace(/\.[^.]*$/, "");

/** What was chosen, and the point that stays in sight: each picture has its own. */
function useChoice({ image, answer: { typed } }: Pick<Props, "image" | "answer">) {
  const stored = focusAsTyped(image?.focus ?? "");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [focus, setFocus] = useState(typed?.intention === "save" ? readFocus(typed) : stored);
  const last = useRef<string | null>(null);
  function show(url: string | null, name: string | null) {
    setChosen(name === null ? null : { name, url });
    const next = name === null ? null : stem(name);
    if (next !== last.current) setFocus(next === null ? stored : focusAsTyped(""));
    last.current = next;
  }
  return { chosen, show, focus, setFocus };
}

type Choice = ReturnType<typeof useChoice>;

/** The picture as it will be, and what stays in sight of it. */
function Focusing({ kind, image, chosen, focus, setFocus }: Pick<Props, "kind" | "image"> & Omit<Choice, "show">) {
  const hydrated = useHydrated();
  const { current, chosen: newOne, crop, about } = CARD_KINDS[kind];
  const src = chosen ? chosen.url : (image?.url ?? null);
  const point = focusOf(kind, focus);
  if (chosen && !src)
    return (
      <p className="field__hint">
        Ce navigateur ne sait pas montrer {chosen.name}, le site saura le lire&nbsp;: envoyez-le, puis choisissez ce qui
        doit rester visible.
      </p>
    );
  if (!src && hydrated) return null;
  return (
    <fieldset className="focusing">
      <legend>{hydrated ? "Touchez ce qui doit rester visible" : "Ce qui doit rester visible"}</legend>
      {src && (
        <PictureStage
          src={src}
          width={chosen ? null : (image?.width ?? null)}
          height={chosen ? null : (image?.height ?? null)}
          alt={chosen ? newOne : current}
          focus={point || (kind === "membre" ? "5 5" : "")}
          onPoint={(put) => setFocus({ ...focus, ...focusPoint(put), cropped: true })}
        />
      )}
      <div className="focusing__side">
        {src && (
          <figure className="focusing__crop preview">
            <figcaption>{crop}</figcaption>
            <CropPreview key={src} kind={kind} src={src} share={chosen ? null : (image?.share ?? null)} focus={point} />
          </figure>
        )}
        <FocusFields focus={focus} onChange={setFocus} optional={kind === "evenement"} />
        <p className="field__hint">{about}</p>
      </div>
    </fieldset>
  );
}

/** The form: a file, the picture, the point of it. */
export function PictureForm({ kind, form, version, image, answer, formRef }: Props) {
  const { field, label, invite, remove } = CARD_KINDS[kind];
  const { show, ...choice } = useChoice({ image, answer });
  const { pending, holdBack } = useSending();
  useLoadingToast("image-de-fiche", "Mise à jour en cours...", pending);
  return (
    <CheckedForm
      className="form picture-form"
      encType="multipart/form-data"
      errors={answer.errors}
      formRef={formRef}
      holdBack={holdBack}
    >
      <input type="hidden" name="intention" value="save" />
      <input type="hidden" name="version" value={version} />
      <ImageField
        bottom
        name={field}
        label={label}
        invite={invite}
        hint="ou choisissez un fichier, jusqu’à 25&nbsp;Mo"
        remove={remove}
        onPreview={show}
        chooseAgain={answer.typed?.intention === "save"}
      />
      <Focusing {...choice} kind={kind} image={image} />
      <div className="full row">
        <button className="btn btn--brique btn--large" type="submit" disabled={pending}>
          Enregistrer
        </button>
        <Link className="strong-link" to={form}>
          Annuler
        </Link>
      </div>
    </CheckedForm>
  );
}

/** @returns whether a form is on its way, and what keeps a second tap on its button from sending it twice */
function useSending() {
  const { state, formMethod } = useNavigation();
  const pending = state !== "idle" && formMethod === "POST";
  const sent = useRef(false);
  useEffect(() => {
    sent.current = pending;
  }, [pending]);
  function holdBack(): boolean {
    const again = sent.current;
    sent.current = true;
    return again;
  }
  return { pending, holdBack };
}

type StageProps = {
  src: string;
  /** Pixels of the picture, for its place until it is there; null: not known. */
  width: number | null;
  height: number | null;
  alt: string;
  /** Where the point is; empty: none is shown. */
  focus: Focus;
  /** Somebody has put it there. */
  onPoint: (focus: Focus) => void;
};

/** The whole picture, with the point that stays in sight: a tap puts it elsewhere. */
function PictureStage({ src, width, height, alt, focus, onPoint }: StageProps) {
  function point({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect();
    onPoint(focusAt((clientX - box.left) / box.width, (clientY - box.top) / box.height));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the two sliders beside it are what the keyboard moves
    <div className="stage" onClick={point}>
      <img src={src} width={width ?? undefined} height={height ?? undefined} alt={alt} />
      {focus && <i className={`stage__point ${pointClasses(focus)}`} aria-hidden="true" />}
    </div>
  );
}
