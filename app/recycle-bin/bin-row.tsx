import { Form } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import BinIcon from "#app/ui/drawings/sign-bin.svg?drawing";
import type { BinEntryView } from "./bin-list.server.ts";
import RestoreIcon from "./drawings/sign-restore.svg?drawing";

const KINDS: Record<BinEntryView["kind"], { name: string; question: string }> = {
  membre: { name: "Membre", question: "Êtes-vous sûr de vouloir effacer définitivement ce membre\u00a0?" },
  evenement: { name: "Événement", question: "Êtes-vous sûr de vouloir effacer définitivement cet événement\u00a0?" },
  inscription: {
    name: "Inscription",
    question: "Êtes-vous sûr de vouloir effacer définitivement cette inscription\u00a0?",
  },
  register: { name: "Fiche", question: "Êtes-vous sûr de vouloir effacer définitivement cette fiche\u00a0?" },
  message: { name: "Message", question: "Êtes-vous sûr de vouloir effacer définitivement ce message\u00a0?" },
};

const CONSEQUENCES: Record<BinEntryView["kind"], string> = {
  membre: "La fiche, sa photo et son historique disparaissent. Plus personne ne pourra les restaurer.",
  evenement: "La fiche, son affiche et son historique disparaissent. Plus personne ne pourra les restaurer.",
  inscription: "Elle disparaît avec l’e-mail que le site en a gardé. Plus personne ne pourra la restaurer.",
  register: "La fiche et son historique disparaissent. Ce qui a été payé reste dans les comptes, avec le nom.",
  message: "Il disparaît avec l’e-mail que le site en a gardé. Plus personne ne pourra le restaurer.",
};

/** A deleted document, which can be restored or deleted permanently. */
export function BinRow({ entry }: { entry: BinEntryView }) {
  const { key, kind, name, detail, picture, deletedAt, by, until } = entry;
  return (
    <li className="record">
      <div className={picture ? "record__who binned" : "record__who"}>
        {picture && <img className="binned__picture" src={picture} alt="" loading="lazy" width="96" height="96" />}
        <div>
          <span className="badge">{KINDS[kind].name}</span>
          <h2>
            <bdi>{name || "Sans nom"}</bdi>
          </h2>
          {detail && (
            <p>
              <bdi>{detail}</bdi>
            </p>
          )}
        </div>
      </div>
      <div className="record__states">
        <p>
          Supprimé le <span className="instant">{deletedAt}</span>
          {by !== null && (
            <>
              , par <bdi>{by}</bdi>
            </>
          )}
        </p>
        <p>
          S’efface le <span className="instant">{until}</span>
        </p>
      </div>
      <div className="record__actions row">
        <Form method="post" action="/corbeille">
          <input type="hidden" name="intention" value="restore" />
          <input type="hidden" name="key" value={key} />
          <button className="btn btn--small" type="submit">
            <RestoreIcon />
            Restaurer<span className="sr-only"> {name}</span>
          </button>
        </Form>
        <ConfirmButton
          dialogId={`effacer-${key}`}
          verb="Effacer définitivement"
          icon={<BinIcon />}
          name={name}
          danger
          question={KINDS[kind].question}
          fields={{ intention: "erase", key }}
          action="/corbeille"
        >
          <p>
            <bdi>{[name, detail].filter(Boolean).join(", ")}</bdi>
          </p>
          <p>{CONSEQUENCES[kind]}</p>
        </ConfirmButton>
      </div>
    </li>
  );
}
