import { replace } from "react-router";
import { toastHeaders } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { rowId, urlAfterAction } from "./acted-rows.ts";

type Done = {
  readonly ids: readonly string[];
  readonly toast: ToastCode;
  /** Name of the changed person or document. Absent if the action changed several. */
  readonly name?: string | undefined;
  readonly count?: number | undefined;
  /** Words for the change, which replace the text of the toast code. */
  readonly what?: string;
  /** HTML id of the row. Absent: the id that `ListRow` uses. */
  readonly anchor?: string | undefined;
  /** True if the action undid another action: the row shows its actions again. */
  readonly isUndo?: boolean;
};

/** Response to an action on rows: shows the list as it was opened, with these rows in their place. */
export async function listResponse({ request, context, url }: FormRequestArgs & { url: URL }, done: Done) {
  const { ids, toast, name, count, what, isUndo, anchor = ids[0] === undefined ? "" : rowId(ids[0]) } = done;
  // With JavaScript, the page does not scroll. Without JavaScript, the browser scrolls to the row.
  const hash = new URL(request.url).pathname.endsWith(".data") || anchor === "" ? "" : `#${encodeURIComponent(anchor)}`;
  return replace(urlAfterAction(url, ids, isUndo) + hash, await toastHeaders(context, toast, { name, count, what }));
}
