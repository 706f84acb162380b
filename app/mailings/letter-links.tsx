import { mailingLettersUrl } from "#app/ui/mailing-url.ts";
import { dayInFrench, dayInZurich } from "#domain/dates.ts";
import type { LetterFile } from "#usecases/mailings/print-letters.ts";

/** The files with the letters of a mailing (`letterFiles`). */
export const LetterLinks = ({ id, files }: { id: string; files: readonly LetterFile[] }) => (
  <ul role="list" className="letter-links">
    {files.map((file) => {
      const url = mailingLettersUrl(id, file);
      return (
        <li key={url}>
          <a href={url}>{labelOf(file)}</a>
        </li>
      );
    })}
  </ul>
);

function labelOf({ printing, range }: LetterFile): string {
  const what = printing ? `Lettres du ${dayInFrench(dayInZurich(printing))}, encore une fois` : "Lettres à imprimer";
  return range ? `${what}, ${range.first} à ${range.last} (PDF)` : `${what} (PDF)`;
}
