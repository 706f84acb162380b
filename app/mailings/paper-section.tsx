import { Form, useRouteLoaderData } from "react-router";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { dayInZurich, instantInFrench } from "#domain/dates.ts";
import type { LetterFile } from "#usecases/mailings/print-letters.ts";
import type { ShareProgress } from "#usecases/mailings/sent-mailing.ts";
import { LetterLinks } from "./letter-links.tsx";

/** `shown`: ids of the people on the page, so that nobody is recorded unseen. `at`: of the print to take back. */
export const PAPER_FIELDS = ["shown"];

type Props = ShareProgress & { id: string; url: string; files: readonly LetterFile[] };

/** The letters to print, and whether they are printed. */
export function PaperSection({ id, url, files, all, sent, due, last }: Props) {
  const busy = useIsSending();
  const isPrinted = due.length === 0 && last !== null;
  return (
    <section aria-labelledby="lettres">
      <h2 id="lettres">Lettres</h2>
      <ul role="list" className="list list--round">
        <ListRow
          id="lettres"
          name={
            <b className="list__name">{lettersInFrench(sent > 0 && !isPrinted ? due.length : all, sent, isPrinted)}</b>
          }
          about={<LetterLinks id={id} files={files} />}
          actions={
            <Form method="post" action={url} preventScrollReset>
              <input type="hidden" name="shown" value={due.join(" ")} />
              <button className="btn btn--small" type="submit" name="intention" value="printed" disabled={busy}>
                C’est imprimé
              </button>
            </Form>
          }
          outcome={isPrinted && <Printed {...last} />}
          undo={
            isPrinted && (
              <Form method="post" action={url} preventScrollReset>
                <input type="hidden" name="at" value={last.at} />
                <button className="strong-link" type="submit" name="intention" value="unprinted">
                  Pas imprimé
                </button>
              </Form>
            )
          }
        />
      </ul>
    </section>
  );
}

function lettersInFrench(count: number, sent: number, isPrinted: boolean): string {
  const letters = count === 1 ? "1 lettre" : `${count} lettres`;
  return sent > 0 && !isPrinted ? `${letters} de plus` : letters;
}

function Printed({ at, by }: NonNullable<ShareProgress["last"]>) {
  const { account } = useRouteLoaderData("root") as { account: { id: string } | null };
  const time = new Date(at);
  return (
    <>
      <b>Imprimé, {instantInFrench(time, dayInZurich(time))}</b>
      {by && by.id !== account?.id && `, par ${by.name}`}
    </>
  );
}
