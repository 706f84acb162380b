import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useLoadingToast } from "#app/layout/toasts/show-toast.ts";
import { CARD_KINDS, type CardKind } from "#app/ui/cards/card-kinds.ts";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { ImageField } from "#app/ui/image-field/image-field.tsx";
import type { CurrentPictureData } from "#app/ui/pictures/pictures.server.ts";
import { focalPositionClasses } from "#app/ui/pictures/responsive-image.tsx";
import { type FocalPoint, focalPointAt, focalPointCoordinates } from "#domain/pictures/focal-point.ts";
import { CropPreview } from "./crop-preview.tsx";
import { FocalPointFields, focalPointAsTyped, focalPointFromTyped, parseFocalPoint } from "./focus-fields.tsx";

export type PictureResult = FormResult<{
  /** True if the user made the conflicting change, for example in another tab. */
  readonly own?: boolean;
}>;

type Props = {
  kind: CardKind;
  form: string;
  version: string;
  image: CurrentPictureData | null;
  result: PictureResult;
  formRef: RefObject<HTMLFormElement | null>;
};

/** `url` is null if the browser cannot show the file. */
type Chosen = { readonly name: string; readonly url: string | null };

/** For comparing names: the extension of a file changes if the browser converts the picture. */
const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, "");

function useChoice({ image, result: { typed } }: Pick<Props, "image" | "result">) {
  const stored = focalPointAsTyped(image?.focus ?? "");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [focus, setFocus] = useState(typed?.intention === "save" ? parseFocalPoint(typed) : stored);
  const lastName = useRef<string | null>(null);
  function changeFile(url: string | null, name: string | null) {
    setChosen(name === null ? null : { name, url });
    const next = name === null ? null : withoutExtension(name);
    if (next !== lastName.current) setFocus(next === null ? stored : focalPointAsTyped(""));
    lastName.current = next;
  }
  return { chosen, changeFile, focus, setFocus };
}

type Choice = ReturnType<typeof useChoice>;

function FocusEditor({
  kind,
  image,
  chosen,
  focus,
  setFocus,
}: Pick<Props, "kind" | "image"> & Omit<Choice, "changeFile">) {
  const hydrated = useHydrated();
  const { current, chosen: chosenAlt, crop, about } = CARD_KINDS[kind];
  const src = chosen ? chosen.url : (image?.url ?? null);
  const point = focalPointFromTyped(kind, focus);
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
          alt={chosen ? chosenAlt : current}
          focus={point || (kind === "membre" ? "5 5" : "")}
          onPoint={(tapped) => setFocus({ ...focus, ...focalPointCoordinates(tapped), cropped: true })}
        />
      )}
      <div className="focusing__side">
        {src && (
          <figure className="focusing__crop preview">
            <figcaption>{crop}</figcaption>
            <CropPreview key={src} kind={kind} src={src} share={chosen ? null : (image?.share ?? null)} focus={point} />
          </figure>
        )}
        <FocalPointFields focus={focus} onChange={setFocus} optional={kind === "evenement"} />
        <p className="field__hint">{about}</p>
      </div>
    </fieldset>
  );
}

export function PictureForm({ kind, form, version, image, result, formRef }: Props) {
  const { field, label, invite, remove } = CARD_KINDS[kind];
  const { changeFile, ...choice } = useChoice({ image, result });
  const pending = useLoadingToast("image-de-fiche");
  const holdBack = useHoldBack(pending);
  return (
    <CheckedForm
      className="picture-form"
      encType="multipart/form-data"
      errors={result.errors}
      formRef={formRef}
      holdBack={holdBack}
    >
      <input type="hidden" name="intention" value="save" />
      <input type="hidden" name="version" value={version} />
      <div className="form">
        <ImageField
          low
          name={field}
          label={label}
          invite={invite}
          hint="jusqu’à 25&nbsp;Mo"
          remove={remove}
          onPreview={changeFile}
          chooseAgain={result.typed?.intention === "save"}
        />
        <FocusEditor {...choice} kind={kind} image={image} />
      </div>
      <StickySubmitBar>
        <button className="btn btn--brique btn--large" type="submit" disabled={pending}>
          Enregistrer
        </button>
        <Link className="strong-link" to={form}>
          Annuler
        </Link>
      </StickySubmitBar>
    </CheckedForm>
  );
}

function useHoldBack(pending: boolean) {
  const sent = useRef(false);
  useEffect(() => {
    sent.current = pending;
  }, [pending]);
  return function holdBack(): boolean {
    const isSecond = sent.current;
    sent.current = true;
    return isSecond;
  };
}

type StageProps = {
  src: string;
  /** Size of the picture in pixels. Reserves space before the picture loads. Null if unknown. */
  width: number | null;
  height: number | null;
  alt: string;
  focus: FocalPoint;
  onPoint: (focus: FocalPoint) => void;
};

function PictureStage({ src, width, height, alt, focus, onPoint }: StageProps) {
  function point({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect();
    onPoint(focalPointAt((clientX - box.left) / box.width, (clientY - box.top) / box.height));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the keyboard moves the two sliders beside it
    <div className="stage" onClick={point}>
      <img src={src} width={width ?? undefined} height={height ?? undefined} alt={alt} />
      {focus && <i className={`stage__point ${focalPositionClasses(focus)}`} aria-hidden="true" />}
    </div>
  );
}
