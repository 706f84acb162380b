import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";

const FRAME = "page-view";
const PAUSE_MS = 400;

type Props = {
  slug: string;
  name: string;
  page: string;
  formRef: RefObject<HTMLFormElement | null>;
};

/** Replaces the content of the frame without a navigation, so that the form keeps its unsaved words. */
async function showWords(form: HTMLFormElement, frame: HTMLIFrameElement, url: string, signal: AbortSignal) {
  const words = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const field = document.activeElement?.id ?? "";
  const response = await fetch(`${url}&champ=${field}`, { method: "POST", body: words, signal });
  if (!response.ok) return;
  const { body } = new DOMParser().parseFromString(await response.text(), "text/html");
  frame.contentDocument?.body.replaceWith(body);
}

/** The frame has no scripts. Without JavaScript, a button of the form posts the words into the frame. */
export function TextPreviewFrame({ slug, name, page, formRef }: Props) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  const hydrated = useHydrated();
  const url = `${page}${page === "/" ? "?index&" : "?"}apercu=${slug}`;
  useEffect(() => {
    const [form, frame] = [formRef.current, frameRef.current];
    if (!form || !frame) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = new AbortController();
    const show = () => {
      request.abort();
      request = new AbortController();
      showWords(form, frame, url, request.signal).catch(() => {});
    };
    const onInput = () => {
      clearTimeout(timer);
      timer = setTimeout(show, PAUSE_MS);
    };
    form.addEventListener("input", onInput);
    return () => {
      clearTimeout(timer);
      request.abort();
      form.removeEventListener("input", onInput);
    };
  }, [formRef, url]);
  return (
    <section className="page-view" id="apercu" aria-label={`Aperçu\u00a0: ${name}`}>
      <StrongLink to={page}>Ouvrir la page</StrongLink>
      {!hydrated && (
        <button
          className="btn btn--small btn--azur"
          type="submit"
          form={TEXT_EDITOR_FORM_ID}
          formAction={url}
          formTarget={FRAME}
          formNoValidate
        >
          Voir mes mots dans la page
        </button>
      )}
      <iframe
        ref={frameRef}
        name={FRAME}
        src={page}
        sandbox="allow-same-origin"
        title={`La page «\u00a0${name}\u00a0» avec votre texte`}
      />
    </section>
  );
}

export const TEXT_EDITOR_FORM_ID = "text-form";
