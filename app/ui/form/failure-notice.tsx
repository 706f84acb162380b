import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";

/** Tells why a form was not sent or saved (docs/specification.md section 4). */
export function FailureNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="notice full" role="alert">
      <Triangle />
      <b>{title}</b>
      <span>{text}</span>
    </div>
  );
}
