import { Link, useRouteLoaderData } from "react-router";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { Toast } from "./toast-texts.ts";
import { UndoDeletion } from "./undo-deletion.tsx";

/**
 * Where lies what was just deleted from this list: beside the toast, which is gone after two seconds
 * (docs/specification.md section 9), for whoever takes longer, and in its place where there is no script.
 */
export function DeletionNotice() {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  if (!toast?.undo) return null;
  return (
    <div className="page-frame">
      <div className="announcement announcement--undo row">
        <p>
          <b>{toast.text}.</b> Pendant {BIN_DAYS}&nbsp;jours, c’est dans la <Link to="/corbeille">corbeille</Link>.
        </p>
        <UndoDeletion undo={toast.undo} />
      </div>
    </div>
  );
}
