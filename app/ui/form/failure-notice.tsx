import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";

/** Says in the form that nothing was sent or saved, and that nothing typed is lost (docs/specification.md section 4). */
export function FailureNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="notice full" role="alert">
      <Triangle />
      <b>{title}</b>
      <span>{text}</span>
    </div>
  );
}
