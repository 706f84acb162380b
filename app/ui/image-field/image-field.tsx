import { useEffect, useEffectEvent, useRef, useState } from "react";
import photo from "#app/ui/drawings/objet-photo.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Camera from "#app/ui/drawings/sign-camera.svg?drawing";
import { FieldError, useFieldWiring } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

/**
 * The server also reads HEIC. Without HEIC in this list, an iPhone converts its photos to JPEG. Every browser can show
 * and shrink JPEG.
 */
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
  /** Asks for the file again: without script, the browser loses the file if the form has errors. */
  chooseAgain: boolean;
  /** File name of a draft. The user must choose the file again, because session storage holds no files. */
  missing?: string | undefined;
};

/** Only Safari can show HEIC, for example. */
function canDecode(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** @returns null if the picture would not be smaller, or if the module cannot be loaded (offline) */
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

  /** The form must send only one file. */
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
    // A change by script sends no event. The draft and the preview need the event.
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
 * See docs/specification.md sections 2 and 5. On Android, a picture field does not offer the camera: touch devices get
 * a separate camera button.
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
  const { attributes, error, hintId, errorId } = useFieldWiring({ name, hint, describedBy: missingId });
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
          // Without script, the photo may be in the camera field. The server checks that one field has a file.
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
