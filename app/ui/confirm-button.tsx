import { type ReactNode, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import { Dialog } from "./dialog.tsx";

type Props = {
  /** HTML id of the dialog: unique on the page, without spaces. */
  dialogId: string;
  verb: string;
  icon: ReactNode;
  /** Name of the changed item, for screen readers. */
  name: string;
  danger?: boolean;
  /** Screen readers still read the text. */
  iconOnly?: boolean | undefined;
  /** Id of the element that says why the button is disabled. */
  blockedBy?: string | undefined;
  question: string;
  fields: Readonly<Record<string, string>>;
  action: string;
  /**
   * True if the page reads what the dialog says only when it is asked: the button loads the page with the dialog's id in
   * the URL, also with JavaScript. Offline, the dialog opens without it: nothing can be sent anyway.
   */
  isReadFirst?: boolean;
  /** Label of the button that closes the dialog. By default « Garder » or « Annuler ». */
  cancelLabel?: string | undefined;
  /** A field in it belongs to the form by its attribute `form` (`confirmFormId`). */
  children: ReactNode;
};

/** HTML id of the form that sends `fields`. @param dialogId as in `Props` */
export const confirmFormId = (dialogId: string): string => `${dialogId}-oui`;

/** Query parameter with the id of a dialog. Without script, the server opens the dialog. */
const DIALOG_PARAM = "confirmer";

/** @returns id of the dialog that the URL opens; null if the URL opens no dialog */
export const dialogIdIn = (params: URLSearchParams): string | null => params.get(DIALOG_PARAM);

/** @returns id of the dialog that the URL of the page opens; null if it opens no dialog */
export const useDialogIdInUrl = (): string | null => dialogIdIn(new URLSearchParams(useLocation().search));

/** The dialog is in the DOM only while it is open. */
export function ConfirmButton(props: Props) {
  const { dialogId, verb, icon, name, danger, iconOnly, blockedBy, fields, isReadFirst } = props;
  const { state, formData } = useNavigation();
  const { pathname, search, key } = useLocation();
  const isInUrl = useDialogIdInUrl() === dialogId;
  const [asked, setAsked] = useState(isInUrl ? {} : null);
  const [seenKey, setSeenKey] = useState(key);
  if (isReadFirst && seenKey !== key) {
    setSeenKey(key);
    setAsked(isInUrl ? {} : null);
  }
  const otherParams = [...new URLSearchParams(search)].filter(([key]) => key !== DIALOG_PARAM);
  const pending = state !== "idle" && Object.entries(fields).every(([key, value]) => formData?.get(key) === value);
  const classOf = iconOnly ? " btn--icon" : danger && !blockedBy ? " danger-link" : "";
  return (
    <>
      <Form
        className="confirmation"
        action={pathname}
        replace
        preventScrollReset
        onSubmit={(event) => {
          if (!(isReadFirst && navigator.onLine)) event.preventDefault();
        }}
      >
        <HiddenFields entries={otherParams} />
        <button
          className={`btn btn--small btn--neige${classOf}`}
          type="submit"
          name={DIALOG_PARAM}
          value={dialogId}
          title={iconOnly ? verb : undefined}
          disabled={pending || blockedBy !== undefined}
          aria-describedby={blockedBy}
          onClick={() => {
            if (!(isReadFirst && navigator.onLine)) setAsked({});
          }}
        >
          {icon}
          {iconOnly ? <span className="sr-only">{verb}</span> : verb}
          <span className="sr-only"> {name}</span>
        </button>
      </Form>
      {asked && <Question {...props} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const HiddenFields = ({ entries }: { entries: readonly [name: string, value: string][] }) =>
  entries.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

type QuestionProps = Props & { asked: object; onClose: () => void };

function Question(props: QuestionProps) {
  const { dialogId, question, danger, verb, fields, action, cancelLabel, children, asked, onClose } = props;
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
          id={confirmFormId(dialogId)}
          method="post"
          action={action}
          preventScrollReset
          onSubmit={({ currentTarget }) => currentTarget.closest("dialog")?.close()}
        >
          <HiddenFields entries={Object.entries(fields)} />
          <button className="btn btn--brique" type="submit">
            {verb}
          </button>
        </Form>
        <form method="dialog">
          <button
            className="btn btn--neige"
            type="submit"
            // biome-ignore lint/a11y/noAutofocus: in a dialog that deletes, focus starts on the cancel button
            autoFocus
            ref={(button) => button?.setAttribute("autofocus", "")}
          >
            {/* In a dialog with « Annuler ce paiement », the other button must not be called « Annuler », too. */}
            {cancelLabel ?? (danger || verb.startsWith("Annuler") ? "Garder" : "Annuler")}
          </button>
        </form>
      </div>
    </Dialog>
  );
}
