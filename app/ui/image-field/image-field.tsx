import { useEffect, useEffectEvent, useRef, useState } from "react";
import photo from "#app/ui/drawings/objet-photo.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Camera from "#app/ui/drawings/sign-camera.svg?drawing";
import { FieldError, useFieldWiring } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

/**
 * HEIC is taken too, but not named: an iPhone converts its photos by itself for a field that does not ask for it, and
 * then every browser can show and shrink them.
 */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif";

type Props = {
  name: string;
  label: string;
  invite: string;
  hint: string;
  required?: boolean;
  /**
   * Address of the chosen picture for a preview; null without one, or when the browser cannot show it.
   * And its name; null without one.
   */
  onPreview: (url: string | null, name: string | null) => void;
  remove: string;
  /** A low field, for a form with other things to show. */
  bottom?: boolean;
  /** The form came back: without script the browser has forgotten the file. */
  chooseAgain: boolean;
  /** Name of a picture that was chosen for a draft: a tab keeps no files. */
  missing?: string | undefined;
};

/** @returns whether the browser can show what is at an address: a PDF is no picture, and HEIC only one for Safari */
function canDecode(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** @returns a smaller picture to send instead; null also when what makes it cannot be had: the network is gone */
const shrink = (file: File) =>
  import("./shrink-image.ts").then(
    (module) => module.shrink(file),
    () => null,
  );

/** What is chosen in a file field, made smaller where the browser can, and shown. */
function usePicture(onPreview: Props["onPreview"]) {
  const input = useRef<HTMLInputElement>(null);
  const last = useRef<string | null>(null);
  const [chosen, setChosen] = useState<{ name: string; url: string } | null>(null);

  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen]);

  async function show(file: File | undefined) {
    const next = file ? { name: file.name, url: URL.createObjectURL(file) } : null;
    setChosen(next);
    last.current = next?.url ?? null;
    const isVisible = next !== null && (await canDecode(next.url));
    if (last.current === (next?.url ?? null)) onPreview(isVisible ? next.url : null, next?.name ?? null);
  }

  /** A photo that was just taken becomes the file of the field, which is the only one that is sent. */
  function takeFrom(camera: HTMLInputElement) {
    const taken = camera.files?.[0];
    if (!taken || !input.current) return;
    const basket = new DataTransfer();
    basket.items.add(taken);
    input.current.files = basket.files;
    camera.value = "";
    void readField();
  }

  async function readField() {
    const file = input.current?.files?.[0];
    void show(file);
    const shrunk = file && (await shrink(file));
    if (!shrunk || input.current?.files?.[0] !== file) return;
    const transfer = new DataTransfer();
    transfer.items.add(shrunk);
    input.current.files = transfer.files;
    void show(shrunk);
  }

  // On a slow network somebody chooses a picture before the script is here to notice.
  const readPresent = useEffectEvent(() => {
    if (input.current?.files?.[0]) void readField();
  });
  useEffect(() => readPresent(), []);

  function clear() {
    if (!input.current) return;
    input.current.value = "";
    void show(undefined);
    // What listens to the form hears of it as of anything typed.
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
    input.current.focus();
  }

  return { input, chosen, readField, takeFrom, clear };
}

/**
 * The field for a picture: choose or drop, see it, take it away again (docs/specification.md sections 2 and 5). Android
 * offers no camera for a field that takes pictures only: where fingers point, a button of its own opens it.
 */
export function ImageField({ name, label, invite, hint, required, onPreview, remove, bottom, ...again }: Props) {
  const hydrated = useHydrated();
  const againId = again.missing ? `${name}-encore` : undefined;
  const { attributes, error, hintId, errorId } = useFieldWiring({ name, hint, describedBy: againId });
  const { input, chosen, readField, takeFrom, clear } = usePicture(onPreview);
  const [hovered, setHovered] = useState(false);
  return (
    <div className={error ? "field field--error full" : "field full"}>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <div className={["upload", bottom && "upload--low", hovered && "hover"].filter(Boolean).join(" ")}>
        <img src={photo} width="200" height="160" alt="" />
        <b>{chosen ? chosen.name : invite}</b>
        <span id={hintId}>{hint}</span>
        <input
          ref={input}
          {...attributes}
          type="file"
          accept={ACCEPTED}
          // Without script the photo may come from the camera instead; the server says when none came.
          required={required && hydrated}
          onChange={readField}
          onDragEnter={() => setHovered(true)}
          onDragLeave={() => setHovered(false)}
          onDrop={() => setHovered(false)}
        />
      </div>
      <label className="btn btn--small btn--neige upload__camera">
        <Camera />
        Prendre une photo
        <input
          type="file"
          name={name}
          accept="image/*"
          capture="environment"
          onChange={({ currentTarget }) => takeFrom(currentTarget)}
        />
      </label>
      <FieldError id={errorId} text={error} />
      {again.chooseAgain && !hydrated && <p className="field__hint">Choisissez le fichier encore une fois.</p>}
      {again.missing && (
        <p className="upload__missing" id={againId}>
          Choisissez encore une fois la photo {again.missing}.
        </p>
      )}
      {chosen && (
        <button className="btn btn--small btn--neige danger-link upload__remove" type="button" onClick={clear}>
          <Bin />
          {remove}
        </button>
      )}
    </div>
  );
}
