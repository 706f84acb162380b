import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { whoComesUrl } from "#app/ui/event-url.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { rowId } from "#app/ui/list/acted-rows.ts";
import { UNDO_FIELD } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { fieldNames } from "#domain/fields.ts";
import { addByHandSchema } from "#domain/slots/hand-added.ts";
import { addReplyByHand, changeReply, REPLY_CHANGES, type ReplyChange } from "#usecases/slots/change-replies.ts";

const ADD = "add";

const FORM = {
  where: "who comes",
  fields: ["intention", UNDO_FIELD, "id", ...fieldNames(addByHandSchema())],
  choice: { field: "intention", among: [ADD, ...REPLY_CHANGES] },
};

export const whoComesAction = (args: FormRequestArgs & { readonly url: URL }, eventId: string) =>
  handleForm(args, FORM, async ({ typed, services, by }) => {
    const { context } = args;
    const event = await services.events.get(eventId);
    if (!event) return redirectWithToast(context, "/planning", "evenement-gone");
    if (typed.intention === ADD) {
      const added = await addReplyByHand(services, { event, typed }, by);
      if (!added.ok) return formResult({ errors: added.reason, typed }, 400);
      const { reply, isKnown } = added.value;
      const what = isKnown ? "vient déjà" : "vient";
      const target = `${whoComesUrl(eventId)}#${rowId(reply.id)}`;
      return redirectWithToast(context, target, "fees-settled", { name: reply.name, what });
    }
    const [id = "", change] = [typed.id, typed.intention as ReplyChange];
    const reply = await changeReply(services, { event, id, change }, by);
    const isUndo = Boolean(typed[UNDO_FIELD]);
    if (!reply) return listResponse(args, { ids: [], toast: "changed-meanwhile" });
    return listResponse(args, { ids: [id], toast: "fees-settled", name: reply.name, isUndo });
  });
