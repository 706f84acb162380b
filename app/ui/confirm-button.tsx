import { type ReactNode, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import { Dialog } from "./dialog.tsx";

type Props = {
  /** Unique on the page, without spaces. */
  dialogId: string;
  /** What the button says, and the dialog's button again. */
  verb: string;
  icon: ReactNode;
  /** What it concerns, for the button's spoken name. */
  name: string;
  /** It takes something away for good. */
  danger?: boolean;
  /** The button is its sign alone, with a spoken name. */
  iconOnly?: boolean | undefined;
  /** Id of the sentence that says why the button does nothing; absent: it works. */
  blockedBy?: string | undefined;
  question: string;
  /** What is posted. */
  fields: Readonly<Record<string, string>>;
  /** Where it is posted. */
  action: string;
  /** What will happen, below the question. */
  children: ReactNode;
};

/** Names in the address the question that stands open: without script, the server shows it. */
const ASKED = "confirmer";

/** @returns the id of the question that the address names; null: none */
export const useOpenQuestion = (): string | null => new URLSearchParams(useLocation().search).get(ASKED);

/** A button whose action is confirmed first: by a dialog that is there only while it is asked. */
export function ConfirmButton(props: Props) {
  const { dialogId, verb, icon, name, danger, iconOnly, blockedBy, fields } = props;
  const { state, formData } = useNavigation();
  const { pathname, search } = useLocation();
  const named = useOpenQuestion();
  const [asked, setAsked] = useState(() => (named === dialogId ? {} : null));
  const part = [...new URLSearchParams(search)].filter(([key]) => key !== ASKED);
  const pending = state !== "idle" && Object.entries(fields).every(([key, value]) => formData?.get(key) === value);
  const classOf = iconOnly ? " btn--icon" : danger && !blockedBy ? " danger-link" : "";
  return (
    <>
      <form className="confirmation" action={pathname} onSubmit={(event) => event.preventDefault()}>
        {part.map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <button
          className={`btn btn--small btn--neige${classOf}`}
          type="submit"
          name={ASKED}
          value={dialogId}
          title={iconOnly ? verb : undefined}
          disabled={pending || blockedBy !== undefined}
          aria-describedby={blockedBy}
          onClick={() => setAsked({})}
        >
          {icon}
          {iconOnly ? <span className="sr-only">{verb}</span> : verb}
          <span className="sr-only"> {name}</span>
        </button>
      </form>
      {asked && <Question {...props} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

type QuestionProps = Props & { asked: object; onClose: () => void };

function Question({ dialogId, question, danger, verb, fields, action, children, asked, onClose }: QuestionProps) {
  return (
    <Dialog
      id={dialogId}
      title={question}
      image={{ src: anchored, width: 260, height: 210 }}
      danger
      openFor={asked}
      onClose={onClose}
    >
      {children}
      <div className="row">
        <Form
          method="post"
          action={action}
          preventScrollReset
          onSubmit={({ currentTarget }) => currentTarget.closest("dialog")?.close()}
        >
          {Object.entries(fields).map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <button className="btn btn--brique" type="submit">
            {verb}
          </button>
        </Form>
        <form method="dialog">
          <button
            className="btn btn--neige"
            type="submit"
            // biome-ignore lint/a11y/noAutofocus: in a dialog that takes something away, focus starts on the way out
            autoFocus
            ref={(button) => button?.setAttribute("autofocus", "")}
          >
            {danger ? "Garder" : "Annuler"}
          </button>
        </form>
      </div>
    </Dialog>
  );
}
