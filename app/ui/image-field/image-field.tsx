import { useEffect, useEffectEvent, useRef, useState } from "react";
import photo from "#app/ui/drawings/objet-photo.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Camera from "#app/ui/drawings/sign-camera.svg?drawing";
import { FieldError, useFieldAttributes } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

/** Most browsers cannot show HEIC. Without HEIC in this list, iPhones convert their photos to JPEG. */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif";

type Props = {
  name: string;
  label: string;
  invite: string;
  hint: string;
  required?: boolean;
  /**
   * @param url null without a file, or if the browser cannot show the file
   * @param name null without a file
   */
  onPreview: (url: string | null, name: string | null) => void;
  remove: string;
  low?: boolean;
  /** Asks for the file again after a refused form: without script, the browser has lost the file. */
  chooseAgain: boolean;
  /** Name of the file that the user must choose again, because session storage cannot keep files. */
  missing?: string | undefined;
};

function canDecode(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** @returns null to send the file unchanged, also if the module cannot be loaded */
const shrink = (file: File) =>
  import("./shrink-image.ts").then(
    (module) => module.shrinkImage(file),
    () => null,
  );

function setFile(input: HTMLInputElement, file: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
}

function usePicture(onPreview: Props["onPreview"]) {
  const input = useRef<HTMLInputElement>(null);
  const lastUrl = useRef<string | null>(null);
  const [chosen, setChosen] = useState<{ name: string; url: string } | null>(null);

  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen]);

  async function preview(file: File | undefined) {
    const next = file ? { name: file.name, url: URL.createObjectURL(file) } : null;
    setChosen(next);
    lastUrl.current = next?.url ?? null;
    const isVisible = next !== null && (await canDecode(next.url));
    if (lastUrl.current === (next?.url ?? null)) onPreview(isVisible ? next.url : null, next?.name ?? null);
  }

  /** Moves the photo to the other file input, because the form must send only one file. */
  function takeFrom(camera: HTMLInputElement) {
    const taken = camera.files?.[0];
    if (!taken || !input.current) return;
    setFile(input.current, taken);
    camera.value = "";
    void readField();
  }

  async function readField() {
    const file = input.current?.files?.[0];
    void preview(file);
    const shrunk = file && (await shrink(file));
    if (!shrunk || input.current?.files?.[0] !== file) return;
    setFile(input.current, shrunk);
    void preview(shrunk);
  }

  // The user may have chosen a picture before the script loaded.
  const readInitial = useEffectEvent(() => {
    if (input.current?.files?.[0]) void readField();
  });
  useEffect(() => readInitial(), []);

  function clear() {
    if (!input.current) return;
    input.current.value = "";
    void preview(undefined);
    // The form saves its values at each `input` event, which setting `value` does not fire.
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
    input.current.focus();
  }

  return { input, chosen, readField, takeFrom, clear };
}

const CameraButton = ({ name, onTaken }: { name: string; onTaken: (input: HTMLInputElement) => void }) => (
  <label className="btn btn--small btn--neige upload__camera">
    <Camera />
    Prendre une photo
    <input
      type="file"
      name={name}
      accept="image/*"
      capture="environment"
      onChange={({ currentTarget }) => onTaken(currentTarget)}
    />
  </label>
);

/**
 * A file field with preview (docs/specification.md sections 2 and 5). Touch devices get a camera button, because
 * Android offers no camera for this file input.
 */
export function ImageField({
  name,
  label,
  invite,
  hint,
  required,
  onPreview,
  remove,
  low,
  chooseAgain,
  missing,
}: Props) {
  const hydrated = useHydrated();
  const missingId = missing ? `${name}-encore` : undefined;
  const { attributes, error, hintId, errorId } = useFieldAttributes({ name, hint, describedBy: missingId });
  const { input, chosen, readField, takeFrom, clear } = usePicture(onPreview);
  const [hovered, setHovered] = useState(false);
  return (
    <div className={error ? "field field--error full" : "field full"}>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <div className={["upload", low && "upload--low", hovered && "hover"].filter(Boolean).join(" ")}>
        <img src={photo} width="200" height="160" alt="" />
        <b>{chosen ? chosen.name : invite}</b>
        <span id={hintId}>
          <span className="upload__drop">ou déposez le fichier ici, </span>
          {hint}
        </span>
        <input
          ref={input}
          {...attributes}
          type="file"
          accept={ACCEPTED}
          // Without script, the photo may be in the other file input, so this file input may be empty.
          required={required && hydrated}
          onChange={readField}
          onDragEnter={() => setHovered(true)}
          onDragLeave={() => setHovered(false)}
          onDrop={() => setHovered(false)}
        />
      </div>
      <CameraButton name={name} onTaken={takeFrom} />
      <FieldError id={errorId} text={error} />
      {chooseAgain && !hydrated && <p className="field__hint">Choisissez le fichier encore une fois.</p>}
      {missing && (
        <p className="upload__missing" id={missingId}>
          Choisissez encore une fois la photo {missing}.
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
