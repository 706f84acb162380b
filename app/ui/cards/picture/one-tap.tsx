import type { RefObject } from "react";
import { Form, useNavigation } from "react-router";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  intention: "remove" | "undo";
  version: string;
  /** Of the picture that comes back; empty: none does. */
  picture?: string;
  verb: string;
};

/** What one tap does at once: the form of the card offers to take it back. */
export function OneTap({ formRef, intention, version, picture = "", verb }: Props) {
  const busy = useNavigation().state !== "idle";
  const isRemoval = intention === "remove";
  return (
    <Form ref={formRef} method="post">
      <input type="hidden" name="intention" value={intention} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="picture" value={picture} />
      <button
        className={isRemoval ? "btn btn--small btn--neige danger-link" : "btn btn--small btn--neige"}
        type="submit"
        disabled={busy}
      >
        {isRemoval && <Bin />}
        {verb}
      </button>
    </Form>
  );
}
