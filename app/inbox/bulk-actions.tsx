/** Marks or deletes all ticked entries of a page. The check boxes belong to the form by its id: rows have own forms. */
import { useEffect, useRef, useState } from "react";
import { Form, useActionData, useLocation, useNavigation } from "react-router";
import { Dialog } from "#app/ui/dialog.tsx";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { type ListFrame, retentionNote } from "./inbox-list.ts";

const FORM = "coches";
const QUESTION = "supprimer-coches";
/** Query parameter that ticks the page without script. */
const ALL_PARAM = "coche";

const useAllTicked = (): boolean => new URLSearchParams(useLocation().search).has(ALL_PARAM);

/** @param name of the entry, for screen readers */
export function TickBox({ id, name }: { id: string; name: string }) {
  const refused = useActionData<FormAnswer>()?.list;
  const ticked = useAllTicked() || refused?.includes(id);
  return (
    <label className="tick tick--entry">
      {/* Browsers restore ticks by position, which may be that of another entry by now. */}
      <input type="checkbox" name="id" value={id} form={FORM} defaultChecked={ticked} autoComplete="off" />
      <span className="sr-only">Cocher {name}</span>
    </label>
  );
}

/** Number of ticked entries, and whether all are; null before hydration. */
type Ticks = { readonly count: number; readonly all: boolean } | null;

const boxesOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element) => element instanceof HTMLInputElement && element.type === "checkbox",
  ) as HTMLInputElement[];

type Props = {
  type: SubmissionType;
  frame: ListFrame;
  /** URL of the list as it is shown. */
  currentUrl: string;
  failed: boolean | undefined;
};

/** The ticks are in the document only, so that those made before hydration count. */
function useTicks({ frame, failed }: Pick<Props, "frame" | "failed">) {
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const [ticks, setTicks] = useState<Ticks>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each answer of the server
  useEffect(() => {
    if (isSent.current && !failed) form.current?.reset();
    isSent.current = false;
    const count = () => {
      const boxes = boxesOf(form.current);
      const ticked = boxes.filter(({ checked }) => checked).length;
      setTicks({ count: ticked, all: ticked === boxes.length });
    };
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  }, [frame, failed]);
  return { form, isSent, ticks };
}

type Words = { readonly ticked: string; readonly handled: string; readonly one: string; readonly all: string };

const WORDS: Record<SubmissionType, Words> = {
  inscription: { ticked: "cochée", handled: "Traitées", one: "cette inscription", all: "inscriptions" },
  message: { ticked: "coché", handled: "Traités", one: "ce message", all: "messages" },
};

export function BulkActions({ type, frame, currentUrl, failed }: Props) {
  const { form, isSent, ticks } = useTicks({ frame, failed });
  const busy = useNavigation().state !== "idle";
  const { ticked, handled } = WORDS[type];
  const onSubmit = () => {
    isSent.current = true;
    document.getElementById(QUESTION)?.hidePopover();
  };
  return (
    <>
      <TickAll form={form} ticks={ticks} />
      <Form
        id={FORM}
        className="bulk"
        method="post"
        action={currentUrl}
        ref={form}
        onSubmit={onSubmit}
        preventScrollReset
      >
        <p>
          <b role="status">{ticks ? `${ticks.count} ${ticked}${ticks.count > 1 ? "s" : ""}` : "Ce qui est coché"}</b>.{" "}
          <small>{retentionNote(frame, handled)}</small>
        </p>
        <button className="btn btn--small" type="submit" name="intention" value="handle" disabled={busy}>
          <Tick />
          Marquer {handled.toLowerCase()}
        </button>
        <button
          className="btn btn--small btn--neige danger-link"
          type="button"
          popoverTarget={QUESTION}
          disabled={busy}
        >
          <Bin />
          Supprimer
        </button>
      </Form>
      <DeletionQuestion type={type} count={ticks?.count ?? null} />
    </>
  );
}

/** Ticks the whole page, or nothing: in place, or without script by the server. */
function TickAll({ form, ticks }: Pick<ReturnType<typeof useTicks>, "form" | "ticks">) {
  const { pathname, search } = useLocation();
  const isAll = useAllTicked();
  const all = ticks ? ticks.all : isAll;
  const tick = () => {
    for (const box of boxesOf(form.current)) box.checked = !all;
    document.dispatchEvent(new Event("change"));
  };
  const params = [...new URLSearchParams(search)].filter(([name]) => name !== ALL_PARAM);
  return (
    <form className="tick-all" action={pathname} onSubmit={(event) => event.preventDefault()}>
      {params.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="link-button" type="submit" name={isAll ? undefined : ALL_PARAM} value="page" onClick={tick}>
        {all ? "Tout décocher" : "Cocher toute la page"}
      </button>
    </form>
  );
}

/** @param count null: unknown, without script */
function DeletionQuestion({ type, count }: { type: SubmissionType; count: number | null }) {
  const { one, ticked, all } = WORDS[type];
  const what = count === null ? `les ${all} ${ticked}s` : count === 1 ? one : `ces ${count} ${all}`;
  return (
    <Dialog
      id={QUESTION}
      title={`Êtes-vous sûr de vouloir supprimer ${what}\u00a0?`}
      image={{ src: anchored, width: 260, height: 210 }}
      danger
      popover
    >
      <p>Pendant {BIN_DAYS}&nbsp;jours, tout reste dans la corbeille.</p>
      <div className="row">
        <button className="btn btn--brique" type="submit" form={FORM} name="intention" value="remove">
          Supprimer
        </button>
        <button
          className="btn btn--neige"
          type="button"
          popoverTarget={QUESTION}
          popoverTargetAction="hide"
          ref={(button) => button?.setAttribute("autofocus", "")}
        >
          Garder
        </button>
      </div>
    </Dialog>
  );
}
