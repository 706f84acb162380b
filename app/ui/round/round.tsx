import { useState } from "react";
import { useLocation } from "react-router";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { Pager } from "#app/ui/list/pager.tsx";
import type { Audience, FormOfAddress } from "#domain/rounds/audience.ts";
import { addresseeFields, type RoundKind, type RoundRow, roundRowKey } from "#domain/rounds/round.ts";
import {
  AUDIENCES,
  audienceOfPhone,
  fillRoundMessage,
  type RoundTextsByAudience,
  roundTextFor,
} from "#domain/rounds/round-words.ts";
import { RoundRowListItem } from "./round-row.tsx";
import { RoundTextsForm } from "./round-words-form.tsx";
import { resendTouches } from "./touch-queue.ts";
import type { useRoundRows } from "./use-round.ts";

type Props = {
  kind: RoundKind;
  /** The result of `useRoundRows`. */
  round: ReturnType<typeof useRoundRows>;
  words: RoundTextsByAudience;
  version: string;
  address: FormOfAddress;
  /** URL of the page, to which the forms are posted. */
  url: string;
  page: number;
  pages: number;
  result: FormResult;
};

/**
 * Number of people who still wait: « Reste 3 à envoyer ». If no one waits, the list shows a sentence in place of the
 * rows.
 */
export const waitingInFrench = (waiting: number): string =>
  waiting > 0 ? `Reste ${waiting} à envoyer` : "Personne n’attend";

/**
 * The page of a round, which sends one message to many people: the text above, a row per person, and the touches that
 * are not recorded yet.
 */
export function RoundContent({ kind, round, words, version, address, url, page, pages, result }: Props) {
  const [typed, setTyped] = useState<RoundTextsByAudience>({ ...words, ...result.typed });
  const messageFor = (row: (typeof round.rows)[number], ofGuardian: boolean) =>
    fillRoundMessage(roundTextFor(kind, audienceOfPhone(ofGuardian, row.member, address), typed), row.values);
  const audiencesOf = ({ member, toGuardian, phones }: (typeof round.rows)[number]) =>
    [toGuardian, ...phones.map((one) => one.ofGuardian)].map((of) => audienceOfPhone(of, member, address));
  const reached = new Set<Audience>([address, ...round.rows.flatMap(audiencesOf)]);
  if (round.rows.length === 0) return <p className="list-empty">Personne n’attend.</p>;
  return (
    <>
      <RoundTextsForm
        key={version}
        kind={kind}
        address={address}
        audiences={AUDIENCES.filter((audience) => reached.has(audience))}
        words={words}
        version={version}
        url={url}
        result={result}
        onType={setTyped}
        example={(audience) => {
          const isFor = ({ toGuardian, member }: (typeof round.rows)[number]) =>
            audienceOfPhone(toGuardian, member, address) === audience;
          const row = round.rows.find((one) => isFor(one) && !one.touched) ?? round.rows.find(isFor);
          return row && { name: row.name, text: messageFor(row, row.toGuardian) };
        }}
      />
      <ul role="list" className="list list--round">
        {round.rows.map((row) => (
          <RoundRowListItem
            key={Object.values(addresseeFields(row)).join(" ")}
            row={row}
            kind={kind}
            url={url}
            error={isTyped(row, result) ? result.errors?.way : undefined}
            messageFor={(ofGuardian) => messageFor(row, ofGuardian)}
            touch={(way) => round.touch(row, way)}
            takeBack={() => round.takeBack(row)}
          />
        ))}
      </ul>
      <Pager page={page} pages={pages} addressOf={(number) => pageOfRound(url, number)} />
      <UnrecordedTouches {...round} />
    </>
  );
}

/** Whether the refused form is that of the row. */
const isTyped = (row: RoundRow, { typed }: FormResult): boolean =>
  roundRowKey({ member: typed?.member ?? "", reply: typed?.reply ?? "" }) === roundRowKey(addresseeFields(row));

function pageOfRound(url: string, page: number): string {
  const [path = "", query = ""] = url.split("?");
  const params = new URLSearchParams(query);
  params.set("page", String(page));
  return `${path}?${params}`;
}

const counted = (count: number): string =>
  count > 1 ? `${count} envois ne sont pas encore notés.` : "Un envoi n’est pas encore noté.";

/** At the end of the page and fixed to the bottom of the window, so that no row moves under the finger. */
export function UnrecordedTouches({ unrecorded, hasEnded, isForeign }: ReturnType<typeof useRoundRows>) {
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <div className="round__unrecorded" role="alert">
      {unrecorded > 0 && (
        <p>
          <b>{counted(unrecorded)}</b>{" "}
          {hasEnded ? (
            <>
              Vous n’êtes plus connecté·e&nbsp;:{" "}
              <a href={`/login?suite=${encodeURIComponent(pathname + search)}`}>connectez-vous</a>, et c’est noté.
            </>
          ) : isForeign ? (
            "Un autre compte l’a touché sur cet appareil\u00a0: c’est noté dès qu’il s’y reconnecte."
          ) : (
            <>
              Le site réessaie tout seul dès qu’il y a du réseau.{" "}
              <button className="link-button" type="button" onClick={resendTouches}>
                Réessayer
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}
