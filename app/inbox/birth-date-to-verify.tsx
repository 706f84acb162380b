import { ActionButton } from "#app/ui/action-button.tsx";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import type { SignUpView } from "./inbox-list.ts";

type Props = {
  inscription: SignUpView;
  /** Address of the list as it is shown. */
  here: string;
};

/** Marks a birth date that the form proposed, until the committee has asked the person. */
export function BirthDateToVerify({ inscription: { id, name, birthDate, birthDateToVerify }, here }: Props) {
  if (!birthDateToVerify) return null;
  return (
    <div className="record__birth-date">
      <p>
        <Triangle />
        <span>
          <b>Né·e le {birthDate}</b>, date proposée par le formulaire&nbsp;: à vérifier
        </span>
      </p>
      <ActionButton here={here} id={id} intention="verify-birth-date" className="btn btn--small btn--neige">
        <Tick />
        Date de naissance vérifiée
        <span className="sr-only">&nbsp;: {name}</span>
      </ActionButton>
    </div>
  );
}
